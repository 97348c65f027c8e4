/** What the pointer or the focus is on: at once for forecasts, a little later the full card is shown. */

const SHOW_AFTER_MS = 250;

/** The card that the reader looks at, and whether it stands on the right side of the table. */
export interface Inspected {
  readonly number: string;
  readonly handle: number;
  readonly right: boolean;
}

export class Pointing {
  /** The card under the pointer or the focus; 0: none. */
  handle = $state(0);
  inspected = $state.raw<Inspected | undefined>(undefined);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** The pointer or the focus came to an element that stands for this card. */
  enter(element: HTMLElement, handle: number, number: string): void {
    const box = element.getBoundingClientRect();
    const right = (box.left + box.right) / 2 > innerWidth * 0.62;
    this.handle = handle;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.inspected = { number, handle, right }), SHOW_AFTER_MS);
  }

  /** It left the card. */
  leave(handle: number): void {
    if (this.handle === handle) this.clear();
  }

  clear(): void {
    clearTimeout(this.timer);
    this.handle = 0;
    this.inspected = undefined;
  }
}
