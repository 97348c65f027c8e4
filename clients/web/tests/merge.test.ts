import { expect, test } from "vitest";
import { merge } from "../src/lib/merge";

test("a patch replaces values, goes into objects, and takes away what it names null", () => {
  const before = { life: 7, battle: { attacker: 3, target: 0 }, cards: { "1": { zone: "hand" }, "2": { zone: "base" } } };
  const patch = { life: 5, battle: { attacker: null, target: null }, cards: { "1": { zone: "base", power: 400 }, "2": null } };
  expect(merge(before, patch)).toEqual({ life: 5, battle: {}, cards: { "1": { zone: "base", power: 400 } } });
});

test("lists are replaced as a whole", () => {
  expect(merge({ hand: [1, 2, 3] }, { hand: [2] })).toEqual({ hand: [2] });
});

test("a value that was no object becomes one", () => {
  expect(merge({ outcome: 1 }, { outcome: { winner: "A", reason: null } })).toEqual({ outcome: { winner: "A" } });
});

test("the document before stays as it was, and untouched parts are the same objects", () => {
  const before = { a: { x: 1 }, b: { y: 2 } };
  const after = merge(before, { a: { x: 3 } });
  expect(before).toEqual({ a: { x: 1 }, b: { y: 2 } });
  expect(after.b).toBe(before.b);
});

test.each([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("the example %j patched with %j of RFC 7396", (target, patch, result) => {
  expect(merge<unknown>(target, patch)).toEqual(result);
});
