/** What the table shows: an update at a time, with motion; what comes meanwhile waits. */

import type { Moment } from "./film";
import type { Snapshot } from "./motion/boxes";
import { motion } from "./motion/motion.svelte";
import { plan } from "./motion/plan";
import { Queue, type Play } from "./motion/queue";
import type { GameEvent, View } from "./protocol";
import type { Seat } from "./seats";
import type { Game, News } from "./game";
import { words, type Who } from "./words";

/** The table on which it is shown. */
export interface Board {
  readonly own: Seat | undefined;
  /** Whether anybody sees it: nothing moves where it is not shown. */
  readonly isSeen: boolean;
  who(seat: Seat): Who;
  /** Puts what is to be shown on it. */
  publish(): void;
  /** An update, or a moment of a film, is on it now. */
  narrate(news: News): void;
  stand(moment: Moment): void;
  /** All that has happened is on it, and nothing moves any more. */
  rested(): void;
}

export class Showing {
  /** What has happened and is not on the table yet, because something else still moves there. */
  private readonly news = new Queue<News>((news, spent) => this.present(news, spent), () => this.board.rested());
  /** What the table shows while there is news. */
  private shown: View | undefined;

  constructor(private readonly board: Board) {}

  get isMoving(): boolean {
    return this.news.isPlaying;
  }

  /** Whether the reader has seen all that has happened. */
  get isAtRest(): boolean {
    return this.news.isAtRest;
  }

  add(news: News): void {
    this.news.add(news);
  }

  clear(): void {
    this.news.clear();
  }

  /** Shows at once what still moves or waits; whether anything new came to the table by that. */
  catchUp(): boolean {
    const { isBehind } = this.news;
    this.news.skip();
    return isBehind;
  }

  /** The match as the table shows it: with what waits to be shown, nothing is asked yet. */
  of(game: Game | undefined): Game | undefined {
    if (!game || !this.shown || !this.news.isBehind) return game;
    const { prompt: _later, outcome: _then, ...now } = game;
    return { ...now, view: this.shown };
  }

  /** Puts a moment of a film on the table; with motion if it follows what is shown. */
  jump(moment: Moment, follows: Moment | undefined): void {
    motion.cut();
    const from = follows && motion.snapshot();
    this.board.publish();
    this.board.stand(moment);
    if (from && follows) this.play(moment.events, follows.view, moment.view, from, 0);
  }

  /** Puts an update on the table, with motion if something is to be seen of it: `spent` was shown just before. */
  private present(news: News, spent: number | undefined): Play | undefined {
    const from = spent === undefined || !this.board.isSeen ? undefined : motion.snapshot();
    this.shown = news.after;
    this.board.publish();
    this.board.narrate(news);
    const { list, before, after } = news;
    return spent === undefined || !from || !before ? undefined : this.play(list, before, after, from, spent);
  }

  private play(events: readonly GameEvent[], before: View, after: View, from: Snapshot, spent: number): Play | undefined {
    const banner = (seat: Seat): string => words.table.turn(this.board.who(seat));
    return motion.play({ plan: plan(events, before, after), before, after, mine: this.board.own, banner }, from, spent);
  }
}
