/** Finished matches and rulings on the table: fetched, played, stepped through. */

import { clocksBetween, develop, lastTurn, nextTurn, type Angle, type Film, type Moment } from "./film";
import type { Catalogue } from "./facts";
import type { Reel } from "./protocol";
import type { FilmRoute } from "./route";
import type { Seat } from "./seats";
import { words } from "./words";

/** How fast a film is played. */
export const SPEEDS = [0.5, 1, 2, 4] as const;
export type PlaySpeed = (typeof SPEEDS)[number];

/** So long a moment is shown at normal speed, and one in which nothing is to be seen, in milliseconds. */
const SHOWN_MS = 1_500;
const EMPTY_MS = 350;
/** Faster than this, nothing moves: one moment replaces the other. */
const FASTEST_MOTION: PlaySpeed = 2;
/** After so long in one place, the address names it. */
const SETTLED_MS = 250;
/** So often the clocks are written anew while a film is played. */
const TICK_MS = 100;
/** The server takes no larger file. */
const LARGEST_FILE = 2 ** 20;

/** Where a film comes from: a room of the server, an example of a ruling by its name, or a file. */
export type Source = { readonly room: string } | { readonly ruling: string } | { readonly file: Blob; readonly name: string };

export interface Stage {
  readonly catalogue: Catalogue;
  /** Whether something still moves. */
  readonly isMoving: boolean;
  /** Puts a moment on the table; with motion if it follows what is shown. */
  show(moment: Moment, follows: Moment | undefined): void;
  /** The film has come to rest somewhere: its address is another one. */
  settle(): void;
}

export class Cinema {
  film = $state.raw<Film | undefined>(undefined);
  source = $state.raw<Source | undefined>(undefined);
  at = $state(0);
  speed = $state<PlaySpeed>(1);
  isPlaying = $state(false);
  isLoading = $state(false);
  /** Why there is nothing to see. */
  trouble = $state("");
  /** How much of the time has passed for which a moment is shown while the film is played. */
  private part = $state(0);
  /** Both clocks while it is played: they run from what they showed at a decision to what they showed at the next one. */
  readonly clocks = $derived.by((): Record<Seat, number> | undefined =>
    this.film && this.isPlaying ? clocksBetween(this.film, this.at, this.part) : undefined,
  );
  /** The name of the ruling that was shown last, until its place in the list is found again. */
  private lastRuling = "";
  private films: Partial<Record<Angle, Film>> = {};
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ticking: ReturnType<typeof setInterval> | undefined;
  private settling: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly stage: Stage) {}

  get moment(): Moment | undefined {
    return this.film?.moments[this.at];
  }

  get last(): number {
    return (this.film?.moments.length ?? 1) - 1;
  }

  get angle(): Angle {
    return this.film?.reel.angle ?? "open";
  }

  get room(): string | undefined {
    return this.source && "room" in this.source ? this.source.room : undefined;
  }

  /** Where what is shown can be found again; a file has no address. */
  get address(): FilmRoute | undefined {
    const { source, at, angle } = this;
    if (!source || "file" in source) return undefined;
    return "room" in source ? { page: "replay", room: source.room, at, angle } : { page: "ruling", name: source.ruling, at, angle };
  }

  /** Shows what an address names: nothing is fetched again that is here already. */
  async visit(route: FilmRoute): Promise<void> {
    const { address: here } = this;
    const isHere = here?.page === "ruling" ? route.page === "ruling" && route.name === here.name : route.page === "replay" && route.room === here?.room;
    if (isHere) return this.turnTo(route.angle, route.at);
    return this.open(route.page === "ruling" ? { ruling: route.name } : { room: route.room }, route.angle, route.at);
  }

  /** Shows a match from this moment on; from one ruling to the next, the table stays. */
  async open(source: Source, angle: Angle, at: number): Promise<void> {
    const shown = "ruling" in source && this.film?.reel.ruling ? this.film : undefined;
    this.close();
    this.film = shown;
    this.source = source;
    this.lastRuling = "ruling" in source ? source.ruling : "";
    await this.load(angle, at);
  }

  /** Shows it as somebody else saw it, at the same moment or another one. */
  async turnTo(angle: Angle, at: number = this.at): Promise<void> {
    if (this.film && angle === this.angle) this.go(at);
    else await this.load(angle, at);
  }

  private async load(angle: Angle, at: number): Promise<void> {
    const { source } = this;
    this.trouble = "";
    this.isLoading = true;
    try {
      const film = this.films[angle] ?? develop(await fetchReel(source, angle), this.stage.catalogue);
      if (source !== this.source) return;
      this.films[angle] = film;
      this.film = film;
      this.put(at, undefined);
    } catch (error) {
      if (source !== this.source) return;
      this.pause();
      if (this.films[this.angle] === undefined) this.film = undefined;
      this.trouble = error instanceof Refused ? error.message : words.start.failed;
    } finally {
      if (source === this.source) this.isLoading = false;
    }
  }

  /** The ruling that was shown last, once: whoever comes back to the list finds it there. */
  takeLastRuling(): string {
    const { lastRuling } = this;
    this.lastRuling = "";
    return lastRuling;
  }

  close(): void {
    this.pause();
    clearTimeout(this.settling);
    this.film = this.source = undefined;
    this.films = {};
    this.at = 0;
    this.trouble = "";
    this.isLoading = false;
  }

  // --- where one is ------------------------------------------------------------------------------------------------

  /** Goes to a moment, at once; the next one comes with motion. */
  go(at: number): void {
    const { moment } = this;
    const next = at === this.at + 1 && (!this.isPlaying || this.speed <= FASTEST_MOTION);
    this.put(at, next ? moment : undefined);
  }

  step(by: number): void {
    this.pause();
    this.go(this.at + by);
  }

  turn(by: number): void {
    if (!this.film) return;
    this.pause();
    this.go(by > 0 ? nextTurn(this.film, this.at) : lastTurn(this.film, this.at));
  }

  private put(at: number, follows: Moment | undefined): void {
    this.at = Math.min(Math.max(0, at), this.last);
    this.part = 0;
    if (this.moment) this.stage.show(this.moment, follows);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.stage.settle(), SETTLED_MS);
  }

  // --- by itself ---------------------------------------------------------------------------------------------------

  toggle(): void {
    if (this.isPlaying) return this.pause();
    if (this.at === this.last) this.go(0);
    this.isPlaying = true;
    this.wait(EMPTY_MS);
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.timer);
    clearInterval(this.ticking);
  }

  setSpeed(speed: PlaySpeed): void {
    this.speed = speed;
    if (this.isPlaying) this.wait(SHOWN_MS);
  }

  private wait(milliseconds: number): void {
    clearTimeout(this.timer);
    clearInterval(this.ticking);
    const [begun, from, wait] = [performance.now(), this.part, milliseconds / this.speed];
    this.ticking = setInterval(() => (this.part = from + (1 - from) * Math.min(1, (performance.now() - begun) / wait)), TICK_MS);
    this.timer = setTimeout(() => this.advance(), wait);
  }

  private advance(): void {
    if (this.stage.isMoving) return this.wait(EMPTY_MS);
    const lines = this.moment?.lines;
    this.go(this.at + 1);
    if (this.at === this.last) return this.pause();
    this.wait(this.moment?.lines === lines ? EMPTY_MS : SHOWN_MS);
  }
}

/** A sentence of the server's, or one of ours, that says why not. */
class Refused extends Error {}

async function fetchReel(source: Source | undefined, angle: Angle): Promise<Reel> {
  const as = `as=${angle.toLowerCase()}`;
  if (!source) throw new Refused(words.replays.nothing);
  if ("room" in source) return answered(await fetch(`/api/film/${source.room}?${as}`));
  if ("ruling" in source) return answered(await fetch(`/api/ruling/${source.ruling}?${as}`));
  if (source.file.size > LARGEST_FILE) throw new Refused(words.replays.tooLarge);
  return answered(await fetch(`/api/film?${as}`, { method: "POST", body: source.file }));
}

async function answered(response: Response): Promise<Reel> {
  if (response.ok) return (await response.json()) as Reel;
  const told = response.headers.get("content-type")?.startsWith("application/json") ? ((await response.json()) as { why?: string }) : {};
  throw new Refused(told.why ?? words.start.failed);
}
