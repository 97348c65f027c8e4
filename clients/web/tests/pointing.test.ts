import { expect, test } from "vitest";
import { Pointing } from "../src/lib/pointing.svelte";

const element = (isConnected: boolean): HTMLElement => ({ isConnected }) as HTMLElement;

test("a card that is gone from under the pointer is not shown any longer", () => {
  const pointing = new Pointing();
  const tile = { isConnected: true };
  pointing.show(tile as HTMLElement, 7, "ETD01-001");
  pointing.check();
  expect(pointing.inspected?.handle).toBe(7);
  tile.isConnected = false;
  pointing.check();
  expect([pointing.inspected, pointing.handle]).toEqual([undefined, 0]);
});

test("a card that goes before it is shown is never shown", () => {
  const pointing = new Pointing();
  pointing.handle = 7;
  pointing.show(element(false), 7, "ETD01-001");
  expect([pointing.inspected, pointing.handle]).toEqual([undefined, 0]);
});

test("a card that is left is not shown any longer, wherever a drag has pointed meanwhile", () => {
  const pointing = new Pointing();
  pointing.show(element(true), 7, "ETD01-001");
  pointing.handle = 9;
  pointing.leave(7);
  expect([pointing.inspected, pointing.handle]).toEqual([undefined, 0]);
});
