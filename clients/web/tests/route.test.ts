import { describe, expect, test } from "vitest";
import { addressOf, HOME, PLACES, placeOf, routeOf, type Route } from "../src/lib/route";

const ROUTES: readonly Route[] = [
  { page: "play" },
  { page: "join", code: "K3P9", openHands: false },
  { page: "join", code: "K3P9", openHands: true },
  { page: "watch", id: "a-room_1" },
  { page: "replays" },
  { page: "replay", room: "a-room_1", at: 0, angle: "open" },
  { page: "replay", room: "a-room_1", at: 148, angle: "A" },
  { page: "replay", room: "a-room_1", at: 0, angle: "B" },
];

describe("an address", () => {
  test.each(ROUTES)("of $page is read as it was written", (route) => {
    expect(routeOf(addressOf(route))).toEqual(route);
  });

  test.each(["", "#", "#nothing", "#join=", "#join=A B", "#watch=a/b", "#replay=", "#replay=x@", "#replay=x@2&as=c", "play"])(
    "that is none of ours leads home: %j",
    (hash) => expect(routeOf(hash)).toEqual(HOME),
  );
});

describe("the bar", () => {
  test("lights the place to which a page belongs", () => {
    expect(ROUTES.map(placeOf)).toEqual(["play", "play", "play", "play", "replays", "replays", "replays", "replays"]);
  });

  test("leads to addresses that are read", () => {
    expect(PLACES.map((page) => routeOf(addressOf({ page })).page)).toEqual([...PLACES]);
  });
});
