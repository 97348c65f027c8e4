/** The feed of an overlay: server-sent events, folded as every client folds its messages, and asked for again when lost. */

import { toldBy, waitBefore, type Told } from "./broadcast";
import { left } from "./clocks";
import type { Catalogue } from "./facts";
import type { Seat } from "./seats";
import type { ServerMessage } from "./protocol";
import type { Game } from "./game";
import { Session } from "./session";

/** So long what happened stands in the caption, in milliseconds. */
const CAPTION_MS = 8_000;
/** The server knows no such table, or does not any more. */
const GONE = 404;
const TICK_MS = 250;

export class Broadcast {
  catalogue = $state.raw<Catalogue>(new Map());
  game = $state.raw<Game | undefined>(undefined);
  /** What happened last, for as long as it is shown. */
  told = $state.raw<Told | undefined>(undefined);
  /** There is no such match, or it cannot be shown now. */
  isRefused = $state(false);
  private session = new Session();
  private now = $state(performance.now());
  private heard = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** How often the feed was asked for since it told something of a match that goes on. */
  private tries = 0;

  /** Milliseconds that each seat has left; none without clocks. */
  readonly clocks = $derived.by((): Record<Seat, number> | undefined => {
    const clocks = this.game?.clocks;
    if (!clocks) return undefined;
    const since = this.game?.outcome ? 0 : this.now - this.heard;
    return { A: left(clocks, "A", since), B: left(clocks, "B", since) };
  });

  constructor(
    private readonly id: string,
    private readonly load: () => Promise<Catalogue>,
  ) {}

  begin(): void {
    setInterval(() => (this.now = performance.now()), TICK_MS);
    void this.listen();
  }

  private async listen(): Promise<void> {
    try {
      if (this.catalogue.size === 0) this.catalogue = await this.load();
    } catch {
      return this.later();
    }
    this.session = new Session();
    this.session.watch(this.id);
    const address = `/overlay/${encodeURIComponent(this.id)}/events`;
    const feed = new EventSource(address);
    feed.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as ServerMessage;
      const isWhole = this.take(message);
      if (isWhole && message.type !== "rematch_began") return;
      feed.close();
      if (isWhole) void this.listen();
      else this.later();
    };
    feed.onerror = () => {
      const isRefused = feed.readyState === EventSource.CLOSED;
      feed.close(); // the browser would ask again for ever
      void this.lost(isRefused ? address : undefined);
    };
  }

  /** Asks for the feed again later, unless it was refused because there is no such table. On the stream nobody is told. */
  private async lost(refused: string | undefined): Promise<void> {
    if (refused !== undefined) {
      this.isRefused = this.game === undefined;
      const answer = await fetch(refused, { method: "HEAD" }).catch(() => undefined);
      if (answer?.status === GONE) return;
    }
    this.later();
  }

  private later(): void {
    const wait = waitBefore(this.tries, this.game?.outcome !== undefined);
    this.tries += 1;
    if (wait !== undefined) setTimeout(() => void this.listen(), wait);
  }

  /** Whether nothing is missing; else the feed has to begin anew. */
  private take(message: ServerMessage): boolean {
    // The same two play again, and the server shows that under the old address.
    if (message.type === "watching") this.session.watch(message.id);
    const reactions = this.session.receive(message);
    if (this.session.game?.clocks !== this.game?.clocks) this.heard = this.now = performance.now();
    if (this.session.game?.view) this.game = this.session.game;
    this.isRefused = false;
    if ((message.type === "snapshot" || message.type === "update") && !this.game?.outcome) this.tries = 0;
    for (const { events, unwatched } of reactions) {
      if (unwatched) this.isRefused = true;
      if (events) this.tell(events);
    }
    return reactions.every(({ send }) => send === undefined);
  }

  private tell({ list, before, after }: { list: Parameters<typeof toldBy>[0]; before: Game["view"]; after: NonNullable<Game["view"]> }): void {
    const names = { A: this.game?.players?.A.name ?? "", B: this.game?.players?.B.name ?? "" };
    const told = toldBy(list, { before, after, names, catalogue: this.catalogue });
    if (!told) return;
    this.told = told;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.told = undefined), CAPTION_MS);
  }
}
