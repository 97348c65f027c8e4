import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Toasts } from "../src/lib/toasts.svelte";

describe("A message", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const after = (ms: number, show: (toasts: Toasts) => void): number => {
    const toasts = new Toasts();
    show(toasts);
    vi.advanceTimersByTime(ms);
    return toasts.list.length;
  };

  test("goes away by itself", () => {
    expect(after(3_900, (toasts) => toasts.show("Copied."))).toBe(1);
    expect(after(4_100, (toasts) => toasts.show("Copied."))).toBe(0);
  });

  test("that can be taken back stays for longer", () => {
    const undo = { label: "Undo", does: () => undefined };
    expect(after(7_900, (toasts) => toasts.show("Always passes.", false, undo))).toBe(1);
    expect(after(8_100, (toasts) => toasts.show("Always passes.", false, undo))).toBe(0);
  });

  test("under the pointer or with the focus stays, and goes away once they have left it", () => {
    const toasts = new Toasts();
    toasts.show("Copied.");
    const [toast] = toasts.list;
    if (toast) toasts.keep(toast);
    vi.advanceTimersByTime(9_000);
    expect(toasts.list).toEqual([toast]);
    if (toast) toasts.passes(toast);
    vi.advanceTimersByTime(4_100);
    expect(toasts.list).toEqual([]);
  });
});
