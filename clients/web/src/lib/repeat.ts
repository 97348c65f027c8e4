/** Sends again what waits for an answer for too long: between two servers a message may be lost. */

import type { ClientMessage } from "./protocol";

const AGAIN_MS = 1_500;

export class Repeater {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private first: ClientMessage | undefined;
  private due = 0;

  /** `waiting` tells what waits, the oldest first; the same message is the same object each time. */
  constructor(
    private readonly waiting: () => readonly ClientMessage[],
    private readonly send: (message: ClientMessage) => void,
  ) {}

  /** To be called whenever something was sent or has come. A page that nobody sees is called late by its timers. */
  check(): void {
    const [first] = this.waiting();
    if (first !== this.first) this.wait(first);
    else if (first && performance.now() >= this.due) this.again();
  }

  private again(): void {
    const waiting = this.waiting();
    for (const message of waiting) this.send(message);
    this.wait(waiting[0]);
  }

  private wait(first: ClientMessage | undefined): void {
    clearTimeout(this.timer);
    this.first = first;
    if (!first) return;
    this.due = performance.now() + AGAIN_MS;
    this.timer = setTimeout(() => this.again(), AGAIN_MS);
  }
}
