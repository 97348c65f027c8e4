/** Short messages that go away by themselves. */

const SHOWN_MS = 4_000;
/** What can be answered stays until it has been read and reached. */
const ANSWERED_MS = 8_000;
const AT_ONCE = 3;

/** A button of a message, which takes the message away. */
export interface ToastAnswer {
  readonly label: string;
  readonly does: () => void;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly wrong: boolean;
  readonly answer?: ToastAnswer | undefined;
}

export class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  private count = 0;
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** Takes a message away before its time. */
  hide(text: string): void {
    this.list = this.list.filter((other) => other.text !== text);
  }

  /** Shows a message; the same one again takes the place of the first. */
  show(text: string, wrong = false, answer?: ToastAnswer): void {
    const toast = { id: ++this.count, text, wrong, answer };
    this.list = [...this.list.filter((other) => other.text !== text).slice(1 - AT_ONCE), toast];
    this.passes(toast);
  }

  /** The pointer or the focus is on it: it stays. */
  keep({ id }: Toast): void {
    clearTimeout(this.timers.get(id));
  }

  /** It goes away after its time. */
  passes({ id, answer }: Toast): void {
    clearTimeout(this.timers.get(id));
    const gone = (): void => {
      this.timers.delete(id);
      this.list = this.list.filter((other) => other.id !== id);
    };
    this.timers.set(id, setTimeout(gone, answer ? ANSWERED_MS : SHOWN_MS));
  }

  /** Another table, or none: nothing that was asked at the last one is answered any more. */
  clearAnswers(): void {
    this.list = this.list.filter(({ answer }) => !answer);
  }
}
