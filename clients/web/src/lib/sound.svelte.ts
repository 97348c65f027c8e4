/** Sounds made by the page itself, and only if the reader wants them: each says something that is also seen. */

import type { Seat } from "./seats";
import { keepHearing, recallHearing } from "./memory";
import { MS, type Plan, type Timed } from "./motion/plan";

/** One voice of a sound: a tone that may glide, or noise through a filter. Times in milliseconds, pitches in hertz. */
interface Voice {
  readonly wave: OscillatorType | "noise";
  readonly pitch: number;
  /** The pitch that it glides to. */
  readonly to?: number;
  readonly at?: number;
  readonly ms: number;
  readonly gain: number;
  /** How fast it comes. */
  readonly attack?: number;
}

const bell = (pitch: number, at: number): Voice[] => [
  { wave: "sine", pitch, at, ms: 900, gain: 0.3 },
  { wave: "sine", pitch: pitch * 2.76, at, ms: 350, gain: 0.08 },
];
const chord = (...pitches: number[]): Voice[] => pitches.map((pitch) => ({ wave: "sine", pitch, ms: 1400, gain: 0.16, attack: 220 }));
const notes = (...pitches: number[]): Voice[] =>
  pitches.map((pitch, i) => ({ wave: "triangle", pitch, at: i * 130, ms: 420, gain: 0.22, attack: 12 }));

const SOUNDS = {
  draw: [{ wave: "noise", pitch: 2600, to: 1200, ms: 110, gain: 0.22, attack: 25 }],
  place: [
    { wave: "sine", pitch: 210, to: 120, ms: 130, gain: 0.6 },
    { wave: "noise", pitch: 900, ms: 40, gain: 0.25 },
  ],
  rest: [{ wave: "noise", pitch: 700, to: 350, ms: 150, gain: 0.16, attack: 40 }],
  attack: [{ wave: "noise", pitch: 240, to: 900, ms: 320, gain: 0.4, attack: 140 }],
  hit: [
    { wave: "sine", pitch: 120, to: 44, ms: 280, gain: 0.9 },
    { wave: "noise", pitch: 320, ms: 90, gain: 0.4 },
  ],
  destroyed: [0, 55, 95, 150, 220, 260].map((at, i): Voice => ({ wave: "noise", pitch: 1500 - i * 170, at, ms: 45, gain: 0.28 - i * 0.03 })),
  lucky: [...bell(784, 0), ...bell(988, 150), ...bell(1319, 300)],
  night: chord(98, 146.8, 174.6, 233),
  day: chord(116.5, 174.6, 220, 293.7),
  tick: [{ wave: "triangle", pitch: 1300, ms: 35, gain: 0.14 }],
  nope: [{ wave: "sine", pitch: 150, to: 110, ms: 90, gain: 0.35 }],
  yourturn: notes(523, 784),
  lowtime: [{ wave: "square", pitch: 900, ms: 30, gain: 0.07 }],
  win: notes(523, 659, 784, 1047),
  lose: notes(392, 330, 262),
} as const satisfies Record<string, readonly Voice[]>;

/** How long a device shakes with a sound, in milliseconds. */
const FELT: Partial<Record<SoundName, number>> = { tick: 10, yourturn: 30 };

interface Instrument {
  readonly source: AudioScheduledSourceNode;
  readonly output: AudioNode;
  readonly tuned: AudioParam;
}

export type SoundName = keyof typeof SOUNDS;

/** What is heard of a move, and how deep: heavier things sound lower. */
function soundOf(move: Timed, mine: Seat | undefined): readonly [SoundName, depth?: number] | undefined {
  switch (move.kind) {
    case "flight":
      if (move.way === "destroy" || move.way === "exile") return ["destroyed"];
      return [move.way === "play" ? "place" : "draw"];
    case "turn":
      return ["rest"];
    case "attack":
      return ["attack"];
    case "strike":
      return move.target === 0 ? ["hit", 1] : undefined;
    case "hurt":
      return ["hit", Math.min(1.6, 0.6 + move.amount / 1_000)];
    case "night":
      return [move.falls ? "night" : "day"];
    case "begin":
      return move.seat === mine ? ["yourturn"] : undefined;
    case "end":
      return mine === undefined || move.winner === "draw" ? undefined : [move.winner === mine ? "win" : "lose"];
    default:
      return undefined;
  }
}

class Sounds {
  on = $state(recallHearing().on);
  volume = $state(recallHearing().volume);
  private context: AudioContext | undefined;
  private out: GainNode | undefined;
  private noise: AudioBuffer | undefined;
  private playing: AudioScheduledSourceNode[] = [];

  setOn(on: boolean): void {
    this.on = on;
    this.keep();
    if (on) this.play("tick");
    else this.hush();
  }

  setVolume(volume: number): void {
    this.volume = volume;
    this.keep();
    if (this.out) this.out.gain.value = volume;
    this.play("tick");
  }

  private keep(): void {
    keepHearing({ on: this.on, volume: this.volume });
  }

  /** The sounds of a plan, at the times at which its moves are seen. */
  follow(plan: Plan, mine: Seat | undefined, time: (ms: number) => number): void {
    if (!this.on) return;
    for (const move of plan.moves) {
      const [name, depth] = soundOf(move, mine) ?? [];
      if (name) this.play(name, time(move.kind === "strike" ? move.at + move.ms / 2 : move.at), depth);
      if (move.kind !== "reveal") continue;
      move.reveal.cards.forEach(({ lucky }, i) => {
        const at = time(move.at + i * MS.nextCard);
        this.play("draw", at);
        if (lucky) this.play("lucky", at + MS.flip);
      });
    }
  }

  /** Makes a sound after so many milliseconds; a few are felt, too, on a device that can. */
  play(name: SoundName, after = 0, depth = 1): void {
    if (!this.on) return;
    const felt = FELT[name];
    if (felt !== undefined && navigator.userActivation.hasBeenActive) navigator.vibrate?.(felt);
    const context = this.open();
    // Before the reader has touched the page it may make no sound: then this one is not heard later either.
    if (context.state !== "running") return void context.resume();
    for (const voice of SOUNDS[name]) this.sing(context, voice, context.currentTime + after / 1000, depth);
  }

  /** Ends all that sounds or is about to. */
  hush(): void {
    for (const source of this.playing) source.stop();
    this.playing = [];
  }

  private open(): AudioContext {
    if (this.context) return this.context;
    const context = new AudioContext();
    this.out = context.createGain();
    this.out.gain.value = this.volume;
    this.out.connect(context.destination);
    this.noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const samples = this.noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    return (this.context = context);
  }

  private sing(context: AudioContext, voice: Voice, from: number, depth: number): void {
    const { wave, pitch, to = pitch, at = 0, ms, gain, attack = 4 } = voice;
    const [begin, end] = [from + at / 1000, from + (at + ms) / 1000];
    const { source, output, tuned } = wave === "noise" ? this.hiss(context) : this.tone(context, wave);
    tuned.setValueAtTime(pitch / depth, begin);
    tuned.exponentialRampToValueAtTime(to / depth, end);
    const envelope = context.createGain();
    envelope.gain.setValueAtTime(0.0001, begin);
    envelope.gain.exponentialRampToValueAtTime(gain, begin + Math.min(attack, ms / 2) / 1000);
    envelope.gain.exponentialRampToValueAtTime(0.0001, end);
    output.connect(envelope).connect(this.out ?? context.destination);
    source.start(begin);
    source.stop(end);
    this.playing.push(source);
    source.onended = () => (this.playing = this.playing.filter((one) => one !== source));
  }

  private tone(context: AudioContext, wave: OscillatorType): Instrument {
    const source = context.createOscillator();
    source.type = wave;
    return { source, output: source, tuned: source.frequency };
  }

  private hiss(context: AudioContext): Instrument {
    const source = context.createBufferSource();
    source.buffer = this.noise ?? null;
    source.loop = true;
    const output = context.createBiquadFilter();
    output.type = "bandpass";
    source.connect(output);
    return { source, output, tuned: output.frequency };
  }
}

export const sounds = new Sounds();
