/** A state that is shown only once it has lasted: what passes at once is not worth a reader's look. */

export class Lasting {
  shown = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly milliseconds: number) {}

  /** Whether the state is there now; it is shown if it stays so long, and hidden as soon as it ends. */
  set(on: boolean, milliseconds = this.milliseconds): void {
    if (on) {
      this.timer ??= setTimeout(() => (this.shown = true), milliseconds);
      return;
    }
    clearTimeout(this.timer);
    this.timer = undefined;
    this.shown = false;
  }
}
