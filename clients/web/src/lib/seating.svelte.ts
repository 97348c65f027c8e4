/** How a match is found: tables that are opened here, the queue, the house bot, an invitation, a code that is typed. */

import type { TimeControlName } from "./clocks";
import type { Luggage } from "./decks/chosen.svelte";
import { choiceOf, type ListedDeck } from "./decks/shelf.svelte";
import { policyOf, type AudienceName } from "./policy";
import type { CreateTable, Join, OpenTable, Refused, WatchPolicy } from "./protocol";
import type { Wish } from "./session";

type Hands = NonNullable<Join["hands"]>;

/** A table that is about to be joined: its code, who waits there if that is known, and whether the code was typed. */
export interface Joining {
  readonly code: string;
  readonly name?: string;
  readonly typed: boolean;
}

/** Who looks for a match. */
export interface Seeker {
  /** Nothing, and a sentence to the reader, if the deck cannot be played. */
  pack(): Luggage | undefined;
  wish(wish: Wish): void;
  /** An invitation is of no use any more: the address goes back to the first page. */
  leaveInvitation(): void;
}

export class Seating {
  /** How the players' time is measured at the next table that is opened. */
  time = $state<TimeControlName>("none");
  /** Who may watch it, and whether with both hands open. */
  audience = $state<AudienceName>("late");
  openHands = $state(false);
  /** The table that waits here was opened to everyone. */
  opened = $state(false);
  /** The table that is about to be joined, and asks for open hands. */
  agreeing = $state.raw<Joining | undefined>(undefined);
  /** The code of the table to which a link has invited, until a table is sat at or it turns out to be of no use. */
  invitation = $state("");
  /** Why the table whose code was typed could not be sat at. */
  trouble = $state("");
  /** While the server has not answered. */
  private joining: Joining | undefined;

  constructor(private readonly seeker: Seeker) {}

  private get policy(): WatchPolicy {
    return policyOf(this.audience, this.openHands);
  }

  /** Opens a table, for whoever finds it in the lobby or for a friend who has its code. */
  create(open: boolean): void {
    const luggage = this.seeker.pack();
    if (!luggage) return;
    this.opened = open;
    this.seeker.wish({ type: "create_table", opponent: "human", open, time: this.time, ...luggage, watch: this.policy });
  }

  playBot(bot: CreateTable["bot"] & string, botDeck: ListedDeck): void {
    const luggage = this.seeker.pack();
    if (!luggage) return;
    this.seeker.wish({ type: "create_table", opponent: "bot", bot, ...luggage, bot_deck: choiceOf(botDeck), watch: this.policy });
  }

  queue(): void {
    const luggage = this.seeker.pack();
    if (luggage) this.seeker.wish({ type: "queue", ...luggage });
  }

  /** A link has invited to this table. */
  invite(code: string): void {
    this.invitation = code;
    this.trouble = "";
  }

  /** Whether the code is that of the invitation. */
  private isInvited(code: string): boolean {
    return code === this.invitation.toUpperCase();
  }

  /** The invitation is used or of no use; the same link may be followed again. */
  private forgetInvitation(): void {
    this.invitation = "";
    this.seeker.leaveInvitation();
  }

  /** Sits down at the table whose code the reader has typed, or was sent. */
  joinByCode(typed: string): void {
    this.trouble = "";
    this.join({ code: typed.trim().toUpperCase(), typed: true });
  }

  /** Sits down at a table of the lobby. */
  joinOpen({ code, name }: OpenTable): void {
    this.join({ code, name, typed: false });
  }

  /** Sits down with open or closed hands. */
  agree(hands: Hands): void {
    if (this.agreeing) this.join(this.agreeing, hands);
    this.agreeing = undefined;
  }

  /** Whoever has not said what to do with the hands is asked, if that matters there. */
  private join(joining: Joining, hands?: Hands): void {
    const luggage = this.seeker.pack();
    if (!luggage) return;
    this.seeker.wish({ type: "join", code: joining.code, ...luggage, ...(hands && { hands }) });
    this.joining = joining;
  }

  /** Something else is wished for: what the server refuses next is not to sit down. */
  forgetJoining(): void {
    this.joining = undefined;
  }

  /** The reader sits at the table with this code. */
  satDown(code: string | undefined): void {
    this.joining = undefined;
    this.trouble = "";
    if (code !== undefined && this.isInvited(code)) this.forgetInvitation();
  }

  /** Whether what was refused is told here: by a question for open hands, or by `why` beside the code that was typed. */
  refused({ n, code }: Refused, why: string): boolean {
    const joining = n === undefined ? this.joining : undefined;
    if (!joining) return false;
    this.joining = undefined;
    if (code === "open_hands") {
      this.agreeing = joining;
      return true;
    }
    if (!joining.typed) return false;
    this.trouble = why;
    if ((code === "unknown_table" || code === "table_full") && this.isInvited(joining.code)) this.forgetInvitation();
    return true;
  }
}
