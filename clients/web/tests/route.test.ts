import { describe, expect, test } from "vitest";
import { addressOf, HOME, PLACES, placeOf, routeOf, type Route } from "../src/lib/route";

const ROUTES: readonly Route[] = [
  { page: "play" },
  { page: "join", code: "K3P9", openHands: false },
  { page: "join", code: "K3P9", openHands: true },
  { page: "watch", id: "a-room_1" },
];

describe("an address", () => {
  test.each(ROUTES)("of $page is read as it was written", (route) => {
    expect(routeOf(addressOf(route))).toEqual(route);
  });

  test.each(["", "#", "#nothing", "#join=", "#join=A B", "#watch=a/b", "play"])(
    "that is none of ours leads home: %j",
    (hash) => expect(routeOf(hash)).toEqual(HOME),
  );
});

describe("the bar", () => {
  test("lights the place to which a page belongs", () => {
    expect(ROUTES.map(placeOf)).toEqual(["play", "play", "play", "play"]);
  });

  test("leads to addresses that are read", () => {
    expect(PLACES.map((page) => routeOf(addressOf({ page })).page)).toEqual([...PLACES]);
  });
});
