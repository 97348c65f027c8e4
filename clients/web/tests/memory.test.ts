import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { forgetOwnDeck, keepOwnDeck, keepSpeed, recallDecks, recallSpeed, whenNotKept, type OwnDeck } from "../src/lib/memory";

/** A browser's memory with so much room; without any, it lets nobody look. */
function browser(room: number): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (place: number) => [...kept.keys()][place] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
    setItem: (key: string, value: string) => {
      const used = [...kept].reduce((sum, [other, text]) => sum + (other === key ? 0 : text.length), 0);
      if (used + value.length > room) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, value);
    },
  };
}

const deck = (id: string, made: number): OwnDeck => ({ id, name: `Deck ${id}`, main: { "EBP01-002": 3 }, made });
const troubles: string[] = [];

beforeEach(() => {
  troubles.length = 0;
  whenNotKept((trouble) => troubles.push(trouble));
});
afterEach(() => vi.unstubAllGlobals());

describe("own decks", () => {
  test("are kept each in its place, and come back in the order in which they were made", () => {
    vi.stubGlobal("localStorage", browser(10_000));
    for (const one of [deck("b", 2), deck("a", 1), deck("c", 3)]) expect(keepOwnDeck(one)).toBe(true);
    expect(recallDecks()).toEqual([deck("a", 1), deck("b", 2), deck("c", 3)]);
    forgetOwnDeck("b");
    expect(recallDecks().map(({ id }) => id)).toEqual(["a", "c"]);
    expect(troubles).toEqual([]);
  });

  test("that this page cannot read are left where they are", () => {
    const storage = browser(10_000);
    vi.stubGlobal("localStorage", storage);
    storage.setItem("paltable.own.x", '{"name": 7, "main": {}}');
    storage.setItem("paltable.own.y", '{"name": "Y", "made": 1, "main": {"EBP01-002": -1}}');
    keepOwnDeck(deck("a", 1));
    expect(recallDecks().map(({ id }) => id)).toEqual(["a"]);
    expect(storage.getItem("paltable.own.x")).not.toBeNull();
  });

  test("that there is no room for are told of, and what was kept before stays", () => {
    vi.stubGlobal("localStorage", browser(90));
    expect(keepOwnDeck(deck("a", 1))).toBe(true);
    expect(keepOwnDeck(deck("b", 2))).toBe(false);
    expect(troubles).toEqual(["full"]);
    expect(recallDecks()).toEqual([deck("a", 1)]);
  });
});

test("a browser that lets the page keep nothing is told of when something is to be kept, and breaks nothing", () => {
  vi.stubGlobal("localStorage", undefined);
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new DOMException("no", "SecurityError");
    },
  });
  expect([recallDecks(), recallSpeed()]).toEqual([[], "normal"]);
  expect(troubles).toEqual([]);
  expect(keepOwnDeck(deck("a", 1))).toBe(false);
  expect(keepSpeed("fast")).toBe(false);
  expect(troubles).toEqual(["forbidden", "forbidden"]);
});
