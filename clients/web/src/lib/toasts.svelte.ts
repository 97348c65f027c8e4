/** Short messages that go away by themselves. */

const SHOWN_MS = 4_000;
const AT_ONCE = 3;

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly wrong: boolean;
}

export class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  private count = 0;

  /** Takes a message away before its time. */
  hide(text: string): void {
    this.list = this.list.filter((other) => other.text !== text);
  }

  /** Shows a message; the same one again takes the place of the first. */
  show(text: string, wrong = false): void {
    const toast = { id: ++this.count, text, wrong };
    this.list = [...this.list.filter((other) => other.text !== text).slice(1 - AT_ONCE), toast];
    setTimeout(() => (this.list = this.list.filter((other) => other.id !== toast.id)), SHOWN_MS);
  }
}
