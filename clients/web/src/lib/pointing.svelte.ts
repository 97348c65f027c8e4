/** What the pointer or the focus is on: at once for forecasts, a little later the full card is shown. */

const SHOW_AFTER_MS = 250;

/** The card that the reader looks at, and the element that stands for it. */
export interface Inspected {
  readonly number: string;
  readonly handle: number;
  readonly element: HTMLElement;
}

/** A card that is read on a sheet: on the table, or only known by its number. */
export interface Reading {
  readonly number: string;
  readonly handle: number;
}

export class Pointing {
  /** The card under the pointer or the focus; 0: none. */
  handle = $state(0);
  inspected = $state.raw<Inspected | undefined>(undefined);
  reading = $state.raw<Reading | undefined>(undefined);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** The pointer or the focus came to an element that stands for this card. */
  enter(element: HTMLElement, handle: number, number: string): void {
    this.handle = handle;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(element, handle, number), SHOW_AFTER_MS);
  }

  /** Shows the card at once, if it is still there. */
  show(element: HTMLElement, handle: number, number: string): void {
    if (!element.isConnected) return this.leave(handle);
    this.handle = handle;
    this.inspected = { number, handle, element };
  }

  /** Puts the card on the sheet. */
  read(handle: number, number: string): void {
    this.clear();
    this.reading = { handle, number };
  }

  /** It left the card, which may still be shown after a drag has pointed elsewhere. */
  leave(handle: number): void {
    if (this.handle === handle || this.inspected?.handle === handle) this.clear();
  }

  /** A card that is gone from under the pointer leaves by itself: nobody is told of that. */
  check(): void {
    if (this.inspected && !this.inspected.element.isConnected) this.clear();
  }

  clear(): void {
    clearTimeout(this.timer);
    this.handle = 0;
    this.inspected = undefined;
  }
}
