/** A finished match, or a ruling, as the server tells it, folded: what is seen at each moment, so that all can be jumped to. */

import type { Catalogue } from "./facts";
import type { Line } from "./lines";
import { narrate } from "./log";
import type { Seat } from "./seats";
import { spoken } from "./pieces";
import type { Clocks, GameEvent, Reel, ReelStep, View } from "./protocol";
import type { Game } from "./game";
import { typeset } from "./rules";
import { Session } from "./session";
import { words } from "./words";

export type Angle = Reel["angle"];
export type Mark = NonNullable<ReelStep["marks"]>[number];

/** Where the match stood after a decision, and what had led there; at the first moment nothing had. */
export interface Moment {
  readonly game: Game;
  readonly view: View;
  readonly step?: ReelStep;
  readonly events: readonly GameEvent[];
  /** The log as it stood then: its last line may grow with what belongs to it. */
  readonly lines: readonly Line[];
  /** What happened, in a sentence. */
  readonly title: string;
  /** Why that may not be done, in a ruling; a sentence, or empty. */
  readonly remark: string;
  /** What a ruling says about it there; in a sentence or more, or empty. */
  readonly says: string;
  /** What is to be seen there, in a ruling. */
  readonly facts: readonly string[];
  /** The Pal that has blocked in the battle that goes on; 0: none. */
  readonly blocker: number;
}

/** A turn, from its first moment up to the first of the next one. */
export interface Turn {
  readonly turn: number;
  readonly seat: Seat | undefined;
  readonly from: number;
  readonly to: number;
}

export interface Film {
  readonly reel: Reel;
  readonly moments: readonly Moment[];
  readonly turns: readonly Turn[];
  readonly marks: readonly { readonly at: number; readonly mark: Mark }[];
}

/** Nobody's time passes while a film is looked at. */
const standing = ({ A, B, as_of }: Clocks): Clocks => ({ A, B, as_of });

/** What both clocks show on the way from one moment to the next, when this part of it has passed; as they stand, if nothing is known. */
export function clocksBetween({ moments }: Pick<Film, "moments">, at: number, part: number): Record<Seat, number> | undefined {
  const [from, to] = [moments[at]?.game.clocks, moments[at + 1]?.game.clocks];
  if (!from) return undefined;
  const between = (seat: Seat): number => (to ? from[seat] + (to[seat] - from[seat]) * Math.min(1, Math.max(0, part)) : from[seat]);
  return { A: between("A"), B: between("B") };
}

/** Folds what the server has told. */
export function develop(reel: Reel, catalogue: Catalogue): Film {
  const { start, steps = [] } = reel;
  const session = new Session();
  session.watch(start.log);
  const hands = reel.angle === "open" ? "open" : "hidden";
  session.receive({ type: "watching", id: start.log, log: start.log, players: start.players, delay: 0, decisions: 0, hands, watchers: 0 });
  session.receive(start);
  const names = { A: start.players.A.name, B: start.players.B.name };
  const nameOf = (named: string): string => (named === "A" || named === "B" ? names[named] : (catalogue.get(named)?.main_name ?? named));
  const begins = reel.ruling ? words.ruling.begins : words.replay.begins;
  const moments = [moment(session, undefined, [], [], { title: begins, remark: "", says: typeset(reel.says ?? ""), facts: [] }, 0)];
  for (const step of steps) {
    const [reaction] = session.receive(step.update);
    const { list, before, after } = reaction?.events ?? { list: [], before: undefined, after: start.view };
    const telling = { before, after, names, catalogue };
    const told = narrate(list, telling);
    const turn = told.find((line) => line.by === "turn");
    const deed = told.find((line) => line.by !== "turn");
    const who = step.seat && names[step.seat];
    const seen = [turn, deed].flatMap((line) => (line ? [spoken(line.pieces)] : []));
    const title =
      seen.length > 0 ? seen.join(". ") : step.refused ? words.ruling.refused(who ?? "", step.refused, nameOf) : words.replay.decided(who, step.line);
    const remark = typeset(step.refused?.why ?? "");
    const says = typeset(step.says ?? "");
    const facts = (step.facts ?? []).map((fact) => words.ruling.fact(fact, nameOf));
    const { lines = [], blocker = 0 } = moments.at(-1) ?? {};
    const longer = told.length === 0 ? lines : [...lines.slice(0, -1), ...narrate(list, telling, words.log, lines.at(-1))];
    moments.push(moment(session, step, list, longer, { title, remark, says, facts }, blocker));
  }
  const marks = steps.flatMap((step, i) => (step.marks ?? []).map((mark) => ({ at: i + 1, mark })));
  return { reel, moments, turns: turnsOf(moments), marks };
}

function moment({ game }: Session, step: ReelStep | undefined, events: readonly GameEvent[], lines: readonly Line[], said: Pick<Moment, "title" | "remark" | "says" | "facts">, blocked: number): Moment {
  if (!game?.view) throw new Error("a film begins with a view");
  const clocks = game.clocks && { clocks: standing(game.clocks) };
  return { game: { ...game, ...clocks }, view: game.view, ...(step ? { step } : {}), events, lines, ...said, blocker: blockerAfter(blocked, events, game.view) };
}

/** The Pal that has blocked in the battle that goes on, after these events; 0 if none has. */
export function blockerAfter(blocker: number, events: readonly GameEvent[], { battle }: View): number {
  let now = blocker;
  for (const event of events) {
    if (event.type === "blocked") now = event.card;
    else if (event.type === "attack_declared") now = 0;
  }
  return battle ? now : 0;
}

function turnsOf(moments: readonly Moment[]): Turn[] {
  const turns: Turn[] = [];
  moments.forEach(({ view }, at) => {
    const last = turns.at(-1);
    if (last && last.turn === view.turn) return;
    if (last) turns[turns.length - 1] = { ...last, to: at };
    turns.push({ turn: view.turn, seat: view.active, from: at, to: moments.length - 1 });
  });
  return turns;
}

/** The first moment of the next turn, else the last one. */
export function nextTurn({ turns, moments }: Film, at: number): number {
  return turns.find(({ from }) => from > at)?.from ?? moments.length - 1;
}

/** The first moment of this turn, or of the one before it if that is where one is. */
export function lastTurn({ turns }: Film, at: number): number {
  return turns.findLast(({ from }) => from < at)?.from ?? 0;
}
