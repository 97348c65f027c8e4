import { describe, expect, test } from "vitest";
import { addressOf, HOME, PLACES, placeOf, routeOf, type Route } from "../src/lib/route";

const ROUTES: readonly Route[] = [
  { page: "play" },
  { page: "join", code: "K3P9" },
  { page: "watch", id: "a-room_1" },
  { page: "learn" },
  { page: "decks" },
  { page: "deck", code: "PT1-0ABC", name: "" },
  { page: "deck", code: "PT1-0ABC", name: "Fire & “ice” 100% #1" },
  { page: "settings" },
  { page: "replays" },
  { page: "replay", room: "a-room_1", at: 0, angle: "open" },
  { page: "replay", room: "a-room_1", at: 148, angle: "A" },
  { page: "replay", room: "a-room_1", at: 0, angle: "B" },
  { page: "ruling", name: "Q45-bushi-returns-after-a-nullified-attack", at: 0, angle: "open" },
  { page: "ruling", name: "Q10-a-hand-has-no-limit", at: 3, angle: "B" },
];

describe("an address", () => {
  test.each(ROUTES)("of $page is read as it was written", (route) => {
    expect(routeOf(addressOf(route))).toEqual(route);
  });

  test.each([
    "", "#", "#nothing", "#join=", "#join=A B", "#watch=a/b", "#decks=1", "#deck=", "#settings&x", "decks", "#replay=", "#replay=x@",
    "#replay=x@2&as=c", "#ruling=", "#ruling=../x", "play",
  ])(
    "that is none of ours leads home: %j",
    (hash) => expect(routeOf(hash)).toEqual(HOME),
  );

  test("whose name is cut off within a sign still brings the deck", () => {
    expect(routeOf("#deck=PT1-0ABC&name=Fire%E2%80")).toEqual({ page: "deck", code: "PT1-0ABC", name: "" });
  });
});

describe("the bar", () => {
  test("lights the place to which a page belongs", () => {
    const places = ["play", "play", "play", "learn", "decks", "decks", "decks", undefined, "replays", "replays", "replays", "replays", "learn", "learn"];
    expect(ROUTES.map(placeOf)).toEqual(places);
  });

  test("leads to addresses that are read", () => {
    expect(PLACES.map((page) => routeOf(addressOf({ page })).page)).toEqual([...PLACES]);
  });
});
