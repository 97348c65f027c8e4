import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Lasting } from "../src/lib/lasting.svelte";
import type { ClientMessage, Concede } from "../src/lib/protocol";
import { refresh } from "../src/lib/refresh";
import { Repeater } from "../src/lib/repeat";
import { Watch } from "../src/lib/watch";

/** The page, as far as its timers depend on it. */
const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
/** So long the page has slept, in which its clock went on and its timers stood still. */
let slept = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.stubGlobal("document", page);
  page.visibilityState = "visible";
  slept = 0;
  const awake = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => awake() + slept);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The page sleeps, and its timers fire at the end, late. */
function sleep(milliseconds: number): void {
  slept += milliseconds;
  vi.runOnlyPendingTimers();
}

describe("a connection", () => {
  let asked = 0;
  let lost = 0;
  const watch = new Watch({ ask: () => (asked += 1), lost: () => (lost += 1) });

  beforeEach(() => {
    asked = lost = 0;
    watch.start();
    watch.heard();
    expect(asked).toBe(1);
  });

  afterEach(() => watch.stop());

  test("on which something comes all the time is not asked", () => {
    for (let i = 0; i < 20; i += 1) {
      vi.advanceTimersByTime(900);
      watch.heard();
    }
    expect([asked, lost]).toEqual([1, 0]);
  });

  test("that is silent for a second is asked, and lives on if it answers", () => {
    vi.advanceTimersByTime(999);
    expect(asked).toBe(1);
    vi.advanceTimersByTime(1);
    expect(asked).toBe(2);
    vi.advanceTimersByTime(1_499);
    watch.heard();
    vi.advanceTimersByTime(999);
    expect([asked, lost]).toEqual([2, 0]);
    vi.advanceTimersByTime(1);
    expect(asked).toBe(3);
  });

  test("that does not answer for two and a half seconds is given up, once", () => {
    vi.advanceTimersByTime(2_499);
    expect(lost).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect([asked, lost]).toEqual([2, 1]);
  });

  test("of a page that nobody sees is asked seldom, and has more time to answer", () => {
    page.visibilityState = "hidden";
    vi.advanceTimersByTime(14_999);
    expect(asked).toBe(1);
    vi.advanceTimersByTime(1);
    expect(asked).toBe(2);
    vi.advanceTimersByTime(9_999);
    expect(lost).toBe(0);
    vi.advanceTimersByTime(1);
    expect(lost).toBe(1);
  });

  test("is asked again after a sleep, in which an answer may have come that nobody has read", () => {
    vi.advanceTimersByTime(1_000);
    sleep(3_600_000);
    expect([asked, lost]).toEqual([3, 0]);
    watch.heard();
    vi.advanceTimersByTime(2_499);
    expect(lost).toBe(0);
  });

  test("is not given up by a page that its own work holds up again and again", () => {
    for (const times of [2, 3, 4, 5, 6, 7]) {
      sleep(4_000);
      expect([asked, lost]).toEqual([times, 0]);
    }
    watch.heard();
    vi.advanceTimersByTime(2_499);
    expect(lost).toBe(0);
    vi.advanceTimersByTime(1);
    expect(lost).toBe(1);
  });

  test("is given up after a second question, also by a page whose timers are always late", () => {
    page.visibilityState = "hidden";
    sleep(60_000);
    expect([asked, lost]).toEqual([2, 0]);
    sleep(60_000);
    expect([asked, lost]).toEqual([3, 0]);
    sleep(60_000);
    expect([asked, lost]).toEqual([3, 1]);
  });

  test("is asked at once when somebody looks at the page again", () => {
    page.visibilityState = "hidden";
    vi.advanceTimersByTime(5_000);
    page.visibilityState = "visible";
    watch.hurry();
    expect(asked).toBe(2);
    vi.advanceTimersByTime(1_500);
    expect(lost).toBe(1);
    watch.hurry();
    expect([asked, lost]).toEqual([2, 1]);
  });
});

describe("what waits for an answer", () => {
  const command: Concede = { type: "concede", n: 1 };
  const other: Concede = { type: "concede", n: 2 };
  let waiting: ClientMessage[] = [];
  let sent: ClientMessage[] = [];
  let repeater: Repeater;

  beforeEach(() => {
    [waiting, sent] = [[], []];
    repeater = new Repeater(() => waiting, (message) => sent.push(message));
  });

  test("is sent again every one and a half seconds until the answer has come", () => {
    waiting = [command];
    repeater.check();
    vi.advanceTimersByTime(1_499);
    repeater.check();
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1_501);
    expect(sent).toEqual([command, command]);
    waiting = [];
    repeater.check();
    vi.advanceTimersByTime(60_000);
    expect(sent).toHaveLength(2);
  });

  test("has its own time, whatever waited before it", () => {
    waiting = [command, other];
    repeater.check();
    vi.advanceTimersByTime(1_000);
    waiting = [other];
    repeater.check();
    vi.advanceTimersByTime(1_499);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([other]);
  });

  test("is sent again with the next message that comes, if the timers of the page are late", () => {
    waiting = [command];
    repeater.check();
    slept += 2_000;
    repeater.check();
    expect(sent).toEqual([command]);
  });
});

test("what passes at once is not shown, what lasts is, until it ends", () => {
  const away = new Lasting(1_000);
  away.set(true);
  vi.advanceTimersByTime(500);
  away.set(true);
  vi.advanceTimersByTime(499);
  away.set(false);
  vi.advanceTimersByTime(5_000);
  expect(away.shown).toBe(false);
  away.set(true);
  vi.advanceTimersByTime(900);
  away.set(true);
  vi.advanceTimersByTime(100);
  expect(away.shown).toBe(true);
  away.set(false);
  expect(away.shown).toBe(false);
});

test("what is asked for again and again rests while nobody looks, and ends for good", () => {
  let asked = 0;
  const end = refresh(() => (asked += 1), 5_000);
  expect(asked).toBe(1);
  vi.advanceTimersByTime(3_999);
  expect(asked).toBe(1);
  vi.advanceTimersByTime(2_001);
  expect(asked).toBe(2);
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(60_000);
  expect(asked).toBe(2);
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  expect(asked).toBe(3);
  end();
  page.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(60_000);
  expect(asked).toBe(3);
});
