/** The colours beside a player's name: what the viewer may know of the deck, and nothing else. */

import { expect, test } from "vitest";
import { knownColours, NONE_SEEN, seenIn, type Seen } from "../src/lib/colours";
import type { Card, View } from "../src/lib/protocol";
import { Session } from "../src/lib/session";
import { catalogue, view } from "./fixtures/table";

const RED = "ETD01-001", BLUE = "ETD01-013", PURPLE = "ETD02-012", GREEN = "ETD02-006"; // prettier-ignore
const card = (number: string, owner: Card["owner"], zone: Card["zone"]): Card => ({ number, owner, zone });
const showing = (...cards: Card[]): View => ({ ...view(), cards: Object.fromEntries(cards.map((one, i) => [i + 1, one])) });
const told = (seen: Seen, seat: "A" | "B", deck?: Record<string, number>) => knownColours(seen[seat], deck, catalogue);

test("the opponent's colours are those of the cards that were seen, whoever has them in the base", () => {
  const seen = seenIn(showing(card(RED, "A", "hand"), card(PURPLE, "B", "graveyard"), card(GREEN, "B", "base")), undefined);
  expect(told(seen, "B")).toEqual(["green", "purple"]);
  expect(told(seen, "A")).toEqual(["red"]);
  expect(told(NONE_SEEN, "B")).toEqual([]);
});

test("a card that goes back into a hand or a deck has been seen all the same", () => {
  const before = seenIn(showing(card(PURPLE, "B", "base")), undefined);
  const after = seenIn(showing(card(GREEN, "B", "base")), undefined, before);
  expect(told(after, "B")).toEqual(["green", "purple"]);
  expect(seenIn(showing(card(GREEN, "B", "base")), undefined, after), "nothing new").toBe(after);
});

test("hands that are open to watchers tell of colours too", () => {
  expect(told(seenIn(showing(), { A: [BLUE], B: [] }), "A")).toEqual(["blue"]);
});

test("the deck that was brought along tells all its colours, unless a card is seen that is not of it", () => {
  const seen = seenIn(showing(card(RED, "A", "hand")), undefined);
  expect(told(seen, "A", { [RED]: 4, [BLUE]: 4 })).toEqual(["red", "blue"]);
  expect(told(seen, "A", { [GREEN]: 4, [BLUE]: 4 })).toEqual(["red"]);
});

test("a session knows the deck that it has brought to a table, and brings it along to the rematch", () => {
  const session = new Session();
  const sitAt = (id: string) => session.receive({ type: "table", id, code: id, seat: "A", log: id, state: "playing" });
  session.wish({ type: "queue", deck: { preset: "trial-1" } });
  sitAt("one");
  expect(session.game?.deck).toEqual({ preset: "trial-1" });
  session.wish({ type: "rematch" });
  sitAt("two");
  expect(session.game?.deck).toEqual({ preset: "trial-1" });
  session.wish({ type: "learn", lesson: "fights" });
  sitAt("three");
  expect(session.game?.deck).toBeUndefined();
});

test("a session that begins in the midst of a match brings along what is remembered of it", () => {
  const session = new Session();
  session.receive({ type: "table", id: "one", code: "one", seat: "A", log: "one", state: "playing" });
  session.remember({ preset: "trial-1" });
  session.wish({ type: "rematch" });
  session.receive({ type: "table", id: "two", code: "two", seat: "A", log: "two", state: "playing" });
  expect(session.game?.deck).toEqual({ preset: "trial-1" });
});
