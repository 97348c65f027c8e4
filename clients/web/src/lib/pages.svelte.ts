/** Which page is shown: what the address asks for, unless a match that begins here comes before it. */

import type { Cinema } from "./cinema.svelte";
import type { Game } from "./game";
import { addressOf, HOME, isBeside, isFilm, routeOf, type FilmRoute, type Route } from "./route";
import type { Toasts } from "./toasts.svelte";
import { words } from "./words";

/** What goes on here, whatever page is shown. */
export interface House {
  readonly cinema: Cinema;
  readonly toasts: Toasts;
  /** Whether the cards are there and it is known where this player sits. */
  readonly isReady: boolean;
  readonly queued: boolean;
  /** The match that is played or watched here. */
  readonly here: Game | undefined;
  /** What the table shows of it, or of a film. */
  readonly game: Game | undefined;
  /** Leaving a lesson loses nothing: it goes on from the list. */
  readonly learning: { readonly isOn: boolean; leave(): void };
  /** The match with this id is watched, or none: then this player sits where the server says. */
  attend(id: string | undefined): void;
  invite(code: string): void;
  /** The table shows no film any more. */
  closeFilm(): void;
  /** Shows at once what still moves on the table. */
  catchUp(): void;
}

export class Pages {
  /** What the address asks for. A match that begins is shown before anything else, until another page is asked for. */
  route = $state.raw<Route>(HOME);
  /** Another page was asked for, after the match that is played here had begun. */
  private leftTable = $state(false);
  /** Whether the match that is played here goes on while another page is shown. */
  readonly isAside = $derived.by(() => this.leftTable && this.house.game?.view !== undefined && !this.house.game.watching);

  constructor(private readonly house: House) {}

  /** Shows what the end of an address asks for: a page, a match to watch, an invitation. */
  visit(hash: string): void {
    const route = routeOf(hash);
    if (isFilm(route)) return this.visitFilm(route);
    this.house.closeFilm();
    const id = route.page === "watch" ? route.id : undefined;
    const { queued, here } = this.house;
    if (id !== undefined && (queued || (here && !here.watching))) return this.stay(words.watch.notHere);
    this.route = route;
    const { learning } = this.house;
    this.leftTable = isBeside(route) || learning.isOn;
    if (this.isAside) this.house.catchUp();
    if (learning.isOn && !isBeside(route)) learning.leave();
    this.house.attend(id);
    if (route.page === "join") this.house.invite(route.code);
  }

  /** Shows a finished match, or a ruling, at the moment that an address names. */
  private visitFilm(route: FilmRoute): void {
    const { queued, here, isReady, cinema } = this.house;
    if (queued || (here && !here.watching && !here.outcome))
      return this.stay(route.page === "ruling" ? words.ruling.notHere : words.replay.notHere);
    this.route = route;
    if (isReady) void cinema.visit(route);
  }

  /** What was asked for cannot be shown now, and why. */
  private stay(why: string): void {
    this.settleAt(this.route);
    this.house.toasts.show(why, true);
  }

  /** Goes to a page, as a link would. */
  go(route: Route): void {
    history.pushState(null, "", urlOf(route));
    this.visit(addressOf(route));
  }

  /** What is shown is this route now, in the same place of the history. */
  settleAt(route: Route): void {
    this.route = route;
    history.replaceState(null, "", urlOf(route));
  }

  /** Shows the match that is played here again; a lesson under the address of the lessons. */
  returnToTable(): void {
    this.go(this.house.learning.isOn ? { page: "learn" } : HOME);
    this.leftTable = false;
  }

  /** A match has begun here: it is shown, whatever page was. A lesson is, to whoever has come to learn; home it is left. */
  showTable(): void {
    const { learning } = this.house;
    this.leftTable = learning.isOn && this.route.page !== "learn";
    if (this.leftTable && !isBeside(this.route)) learning.leave();
  }

  /** Shows the deck builder under its own address, when what it shows is no deck of a link any more. */
  openDecks(): void {
    if (this.route.page === "deck") this.settleAt({ page: "decks" });
  }

  /** The address names the moment at which the film has come to rest. */
  followFilm(): void {
    const { address } = this.house.cinema;
    if (address && address.page === this.route.page) this.settleAt(address);
  }

  /** An invitation is of no use any more. */
  leaveInvitation(): void {
    if (this.route.page === "join") this.settleAt(HOME);
  }
}

/** The address of a page; that of the first one ends without a `#`. */
const urlOf = (route: Route): string => (route.page === "play" ? location.pathname + location.search : addressOf(route));
