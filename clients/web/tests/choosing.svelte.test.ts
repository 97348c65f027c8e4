import { expect, test } from "vitest";
import type { Context } from "../src/lib/choice";
import { Choosing, type Asker } from "../src/lib/choosing.svelte";
import type { Decision, Preview, Prompt } from "../src/lib/protocol";
import { catalogue, HAND, MINE, THEIRS, view } from "./fixtures/table";

const context: Context = { view: view(), catalogue, names: { A: "Oshiro", B: "Mirai" } };
const main: Prompt = { id: 1, kind: "main", text: "", decisions: { play: [HAND.breath], plain: ["end"] }, aims: [[HAND.breath, THEIRS.mossanda, MINE.jolthog]] };
const play: Decision = { verb: "play", card: HAND.breath };
const asking = (more: Partial<Prompt>): Prompt => ({ id: 2, kind: "cards", text: "", source: HAND.breath, candidates: [MINE.jolthog, THEIRS.mossanda], minimum: 1, maximum: 1, ...more });

/** A server that asks `next` after the play; what was sent to it. */
class Server implements Asker {
  asked: Prompt | undefined = main;
  readonly sent: Decision[] = [];
  readonly context = context;
  readonly waits = false;
  get prompt(): Prompt | undefined {
    return this.asked;
  }
  ask(_preview: Preview): boolean {
    return false;
  }
  send(decisions: readonly Decision[]): void {
    this.sent.push(...decisions);
  }
  denied(): void {}
}

const dropped = (...next: Prompt[]): { server: Server; choosing: Choosing } => droppedOn(THEIRS.mossanda, ...next);

function droppedOn(target: number, ...next: Prompt[]): { server: Server; choosing: Choosing } {
  const server = new Server();
  const choosing = new Choosing(server);
  choosing.dropOn({ card: HAND.breath, target }, play);
  for (const prompt of next) {
    server.asked = prompt;
    choosing.meet(prompt);
  }
  return { server, choosing };
}

test("what a card was dropped on is chosen, and not asked again", () => {
  const { server } = dropped(asking({}));
  expect(server.sent).toEqual([play, { verb: "choose", cards: [THEIRS.mossanda] }]);
});

test("an own card that it was dropped on is not harmed unasked: it stands as a half-made choice", () => {
  const { server, choosing } = droppedOn(MINE.jolthog, asking({}));
  expect(server.sent).toEqual([play]);
  expect(choosing.draft.cards).toEqual([MINE.jolthog]);
});

test("with more to choose it stands as the first of a half-made choice, which can be taken back", () => {
  const { server, choosing } = dropped(asking({ maximum: 2 }));
  expect(server.sent).toEqual([play]);
  expect(choosing.draft.cards).toEqual([THEIRS.mossanda]);
  expect(choosing.undo()).toBe(true);
  expect(choosing.draft.cards).toEqual([]);
});

test("a question of another card or of the rules comes between, and is not answered by it", () => {
  const other = asking({ source: MINE.jolthog });
  expect(dropped(other).server.sent).toEqual([play]);
  expect(dropped(other, asking({ id: 3 })).server.sent).toEqual([play, { verb: "choose", cards: [THEIRS.mossanda] }]);
});

test("what cannot be chosen after all is asked as ever, and only that first choice is meant", () => {
  const { server, choosing } = dropped(asking({ candidates: [MINE.jolthog] }), asking({ id: 3 }));
  expect(server.sent).toEqual([play]);
  expect(choosing.draft.cards).toEqual([]);
  expect(dropped({ ...main, id: 2 }, asking({ id: 3 })).server.sent).toEqual([play]);
});
