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
});
