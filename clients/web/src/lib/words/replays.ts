/** The replays: one of them, and the page of all. */

import type { Mark } from "../film";

/** What a player did, by the verb of the notation. */
const DECIDED: Readonly<Record<string, (n: string) => string>> = {
  choose: () => "made a choice",
  option: (n) => `chose option ${n}`,
  number: (n) => `chose ${n}`,
  yes: () => "said yes",
  no: () => "said no",
  pass: () => "passed",
  end: () => "ended the turn",
  resolve: () => "chose what resolves first",
};

export const replay = {
  title: "Replay",
  loading: "The match is played again…",
  begins: "The match begins.",
  /** What came of it cannot be seen; `line` is the decision in the notation, where it may be known. */
  decided: (name: string | undefined, line = ""): string => {
    if (name === undefined) return "The match was ended from outside the rules.";
    const [verb = "", first = ""] = line.split(" ");
    return `${name} ${first === "none" ? "chose nothing" : (DECIDED[verb]?.(first) ?? "decided")}.`;
  },
  controls: "Replay",
  position: (n: number, of: number, turn: number): string => `Decision ${n} of ${of}, ${turn === 0 ? "before the first turn" : `turn ${turn}`}`,
  positionShort: (n: number, of: number): string => `${n}/${of}`,
  scrub: "Decision",
  back: "The decision before",
  next: "The next decision",
  play: "Play",
  pause: "Pause",
  speed: "Speed",
  speeds: (speed: number): string => (speed === 0.5 ? "½×" : `${speed}×`),
  speedNow: (speed: number): string => `Speed ${speed === 0.5 ? "one half" : speed}; faster`,
  angle: "Seen by",
  both: "Both",
  seenBy: (name: string): string => `As ${name} saw it`,
  seenByBoth: "With both hands open",
  copyLink: "Copy link to this moment",
  playOn: "Play on from here",
  playOnBrief: "Play on",
  playedOn: "From here on you play.",
  playOnAs: (name: string): string => `Play on from here as ${name}, against a bot`,
  about: "About this replay",
  aboutTitle: (one: string, other: string): string => `${one} against ${other}`,
  unproved: "Another version of Paltable played this match. It is shown as it was recorded, and cannot be proved here.",
  notation: (line: string): string => `In the notation: ${line}`,
  leave: "Close the replay",
  notHere: "You sit at a table here, or look for an opponent. To see a replay, open the link in another tab.",
  interrupted: "Your next match begins, so the replay was closed.",
  marks: { attack: "attack", deploy: "card deployed", lucky: "Lucky card" } satisfies Record<Mark, string>,
} as const;

export const replays = {
  title: "Replays",
  under: "Your finished matches, the newest first. They stand on the server for some weeks; a saved file stays with you.",
  none: "You have finished no match here yet. When you have, it stands here.",
  open: "Open a file",
  drop: "or drop a .paltable file anywhere on this page.",
  nothing: "There is nothing to show.",
  tooLarge: "This file is too large to be a replay.",
  won: "Won",
  lost: "Lost",
  drawn: "Draw",
  against: (name: string): string => `Against ${name}`,
  watch: "Watch",
  watchOne: (name: string, when: string): string => `Watch the match against ${name}, ${when}`,
  when: (at: number): string => new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" }),
  failed: "This replay cannot be shown",
  back: "To the replays",
} as const;
