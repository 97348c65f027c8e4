import { describe, expect, test } from "vitest";
import { isStarted, NOTHING, offerOf, type Draft, type Offer } from "../src/lib/choice";
import type { Prompt } from "../src/lib/protocol";
import { tapCard, tapPlayer } from "../src/lib/taps";
import { context, GRAVE, HAND, MINE, PROMPTS, THEIRS } from "./fixtures/table";

const offer = (prompt: Prompt, draft: Draft = NOTHING, isPrice = false): Offer => offerOf(prompt, draft, context(), isPrice);
const labels = (prompt: Prompt, draft: Draft = NOTHING): string[] => offer(prompt, draft).answers.map((a) => a.label);

/** The draft after clicks on these cards. */
function clicked(prompt: Prompt, ...handles: number[]): Draft {
  let draft = NOTHING;
  for (const handle of handles) {
    const tap = tapCard(prompt, draft, handle, context());
    if (tap && "draft" in tap) draft = tap.draft;
  }
  return draft;
}

test("what the server says is set in quotes and dots that every font has", () => {
  const says = (text: string): string => `${text}: 〈[CONT] Stealth〉 or 《Lamball》・`;
  const text = (said: string): string => `${said}: ‹[CONT] Stealth› or “Lamball”•`;
  const prompt = { ...PROMPTS.may, text: says("text"), detail: says("detail") };
  expect(offer(prompt).question).toBe(text("text"));
  expect(offer(prompt).detail).toBe(text("detail"));
  const option = { ...PROMPTS.option, options: [{ number: 1, text: says("option") }] };
  expect(offer(option).rows.map((row) => row.text)).toEqual([text("option")]);
  const entry = { ...PROMPTS.order, entries: [{ card: MINE.pit, number: 1, text: says("entry") }] };
  expect(offer(entry).rows.map((row) => row.text)).toEqual([text("entry")]);
});

describe("the main phase", () => {
  test("outlines exactly the cards that a legal decision names", () => {
    expect([...offer(PROMPTS.main).can].sort()).toEqual([HAND.breath, MINE.cryst, MINE.launcher].sort());
  });

  test("offers drawing with souls and the end of the turn", () => {
    expect(labels(PROMPTS.main)).toEqual(["3\u00a0souls: draw", "End turn"]);
  });

  test("asks before a card is played, says the cost, and shows which souls it takes", () => {
    const draft = clicked(PROMPTS.main, HAND.breath);
    const asked = offer(PROMPTS.main, draft);
    expect(asked.question).toBe("Play Ignis Breath for 2 souls?");
    expect(asked.detail).toBe("You will have 3 standing souls left.");
    expect(asked.pays).toBe(2);
    expect(asked.answers.at(-1)?.decision).toEqual({ verb: "play", card: HAND.breath });
  });

  test("of a play that would do nothing it says so, and offers it all the same", () => {
    const asked = offer({ ...PROMPTS.main, idle: [HAND.breath] }, { ...NOTHING, card: HAND.breath });
    expect(asked.detail).toBe("Nothing to choose now: it would do nothing. You will have 3 standing souls left.");
    expect(asked.answers.at(-1)?.decision).toEqual({ verb: "play", card: HAND.breath });
  });

  test("a second click on the picked card takes it back", () => {
    expect(clicked(PROMPTS.main, HAND.breath, HAND.breath)).toEqual(NOTHING);
  });

  test("a click on another card that can act picks that one", () => {
    expect(clicked(PROMPTS.main, HAND.breath, MINE.launcher).card).toBe(MINE.launcher);
  });

  test("a click on a card that can do nothing is no choice", () => {
    expect(tapCard(PROMPTS.main, NOTHING, HAND.grizzbolt, context())).toBeUndefined();
  });

  test("an attacker's targets are in brackets, and a click on one sends the attack", () => {
    const draft = clicked(PROMPTS.main, MINE.cryst);
    const asked = offer(PROMPTS.main, draft);
    expect([...asked.targets].sort()).toEqual([THEIRS.plantation, THEIRS.astegon].sort());
    expect(asked.playerTarget).toBe(true);
    expect(asked.dims).toBe("all");
    expect(tapCard(PROMPTS.main, draft, THEIRS.astegon, context())).toEqual({
      decision: { verb: "attack", card: MINE.cryst, target: THEIRS.astegon },
    });
  });

  test("a Pal that may not be attacked is no target", () => {
    const draft = clicked(PROMPTS.main, MINE.cryst);
    expect(tapCard(PROMPTS.main, draft, THEIRS.broncherry, context())).toBeUndefined();
  });

  test("a click on the opponent attacks the player, but only with a picked attacker", () => {
    expect(tapPlayer(PROMPTS.main, NOTHING)).toBeUndefined();
    expect(tapPlayer(PROMPTS.main, clicked(PROMPTS.main, MINE.cryst))).toEqual({
      decision: { verb: "attack", card: MINE.cryst },
    });
  });

  test("on a phone, a half-made attack says what comes of it", () => {
    const asked = offer({ ...PROMPTS.main, decisions: { attack: [[MINE.cryst, 0, THEIRS.astegon]] } }, clicked(PROMPTS.main, MINE.cryst));
    expect(asked.brief?.question).toBe("Attack with Mammorest Cryst?");
    expect(asked.brief?.detail).toBe("Mirai: 5 → 2 if no Lucky.");
  });

  test("a Pal that can attack and use an ability offers both", () => {
    const asked = offer(PROMPTS.main, clicked(PROMPTS.main, MINE.cryst));
    expect(asked.answers.map((a) => a.decision?.verb)).toEqual([undefined, "activate", "attack"]);
    expect(asked.detail).toContain("This card gets Strike+1");
    expect(asked.answers.filter(({ style }) => style === "send")).toHaveLength(1);
  });

  test("what an ability costs stands on its button, if it is short", () => {
    const costs = (card: number): (string | undefined)[] => offer(PROMPTS.main, clicked(PROMPTS.main, card)).answers.map(({ cost }) => cost);
    expect(costs(MINE.launcher)).toEqual([undefined, "Rest this card"]);
    expect(costs(MINE.cryst)).toEqual([undefined, "", undefined]);
  });

  test("the words of a used ability are those of the activated one", () => {
    const asked = offer(PROMPTS.main, clicked(PROMPTS.main, MINE.launcher));
    expect(asked.question).toBe("Use the ability of Single-Shot Sphere Launcher?");
    expect(asked.detail).toMatch(/^\[Rest this card\]/);
  });

  test("two abilities of one card are rows", () => {
    const prompt = { ...PROMPTS.main, decisions: { activate: [[MINE.launcher, 1, 2]] } };
    const draft = { ...NOTHING, card: MINE.launcher };
    expect(offer(prompt, draft).rows).toHaveLength(2);
    expect(offer(prompt, draft).answers).toHaveLength(1);
    expect(offer(prompt, { ...draft, row: 1 }).answers.at(-1)?.decision).toEqual({
      verb: "activate",
      card: MINE.launcher,
      number: 2,
    });
  });

  test("says so when there is nothing but the end", () => {
    const asked = offer({ ...PROMPTS.main, decisions: { plain: ["end"] } });
    expect(asked.can.size).toBe(0);
    expect(asked.detail).toContain("nothing else you can do");
    expect(offer({ ...PROMPTS.main, decisions: { plain: ["draw", "end"] } }).detail).toMatch(/^No card can be used, but you may draw one\./);
  });
});

describe("a block", () => {
  test("shows the card whose attack is asked about, as does a quick window, which dims the hand's other cards", () => {
    const battle = { attacker: THEIRS.mossanda, target: 0, step: "block" } as const;
    const at = context({ battle });
    expect(offerOf(PROMPTS.block, NOTHING, at)).toMatchObject({ source: THEIRS.mossanda, dims: "none" });
    expect(offerOf(PROMPTS.quick, NOTHING, at)).toMatchObject({ source: THEIRS.mossanda, dims: "hand" });
  });

  test("with a picked Pal, the bar says what comes of it for both, and for the life that was at stake", () => {
    const draft = { ...NOTHING, card: MINE.cryst };
    const detail = (target: number, keywords: string[] = []): string => {
      const at = context({ battle: { attacker: THEIRS.mossanda, target, step: "block" } });
      const [mossanda, cryst] = [at.view.cards[THEIRS.mossanda], at.view.cards[MINE.cryst]];
      if (mossanda) at.view.cards[THEIRS.mossanda] = { ...mossanda, power: 900, damage: 500, keywords };
      if (cryst) at.view.cards[MINE.cryst] = { ...cryst, power: 1000, damage: 0 };
      return offerOf(PROMPTS.block, draft, at).detail;
    };
    const both = "If Mammorest Cryst blocks: Mossanda takes 1000 of its 400 and is destroyed. Mammorest Cryst takes 900 of its 1000 and stays.";
    expect(detail(0)).toBe(`${both} Your life stays at 7.`);
    expect(detail(MINE.pit)).toBe(both);
    expect(detail(0, ["Breakthrough"])).toBe(both);
  });

  test("a picked Pal blocks by the button that names it; without one the attack can be let through", () => {
    expect(labels(PROMPTS.block)).toEqual(["No block"]);
    const draft = clicked(PROMPTS.block, MINE.cryst);
    expect(offer(PROMPTS.block, draft).answers.at(-1)).toMatchObject({
      label: "Block with Mammorest Cryst",
      decision: { verb: "block", card: MINE.cryst },
    });
    expect(clicked(PROMPTS.block, MINE.cryst, MINE.cryst)).toEqual(NOTHING);
  });

  test("a resting Pal is no blocker", () => {
    expect(tapCard(PROMPTS.block, NOTHING, MINE.jolthog, context())).toBeUndefined();
  });
});

test("the quick step counts the answers in hand and in the base that are offered, and the souls", () => {
  const quick = (decisions: NonNullable<Prompt["decisions"]>) => offer({ ...PROMPTS.quick, detail: "Astegon attacks you.", decisions }).detail;
  expect(quick({ activate: [[HAND.foxparks, 1]], plain: ["pass"] })).toBe("Astegon attacks you. You have 1 answer in hand and 5 souls.");
  const both = { play: [HAND.breath], activate: [[HAND.foxparks, 1], [MINE.launcher, 1], [MINE.launcher, 2]], plain: ["pass"] } as NonNullable<Prompt["decisions"]>; // prettier-ignore
  expect(quick(both)).toBe("Astegon attacks you. You have 2 answers in hand, 1 in your base and 5 souls.");
  expect(quick({ activate: [[MINE.launcher, 1]], plain: ["pass"] })).toContain("You have 1 answer in your base and 5 souls.");
  expect(quick({ plain: ["pass"] })).toBe("Astegon attacks you. You have no answer.");
});

test("an answer from the hand in the quick step is used by its own words", () => {
  const asked = offer(PROMPTS.quick, clicked(PROMPTS.quick, HAND.foxparks));
  expect(asked.detail).toMatch(/^Interrupt/);
  expect(asked.answers.at(-1)?.decision).toEqual({ verb: "activate", card: HAND.foxparks, number: 1 });
});

describe("a choice of cards", () => {
  test("of one: the button waits until it is chosen, and another click replaces it", () => {
    expect(offer(PROMPTS.one).answers).toMatchObject([{ label: "Choose 1 card", disabled: true }]);
    const draft = clicked(PROMPTS.one, THEIRS.astegon, THEIRS.broncherry);
    expect(draft.cards).toEqual([THEIRS.broncherry]);
    expect(offer(PROMPTS.one, draft).answers.at(-1)).toMatchObject({ label: "Choose Broncherry", disabled: false });
  });

  test("that is a price is paid, and so is a number and one of several", () => {
    expect(offer(PROMPTS.one, NOTHING, true).answers).toMatchObject([{ label: "Pay with 1 card", disabled: true }]);
    expect(offer(PROMPTS.one, clicked(PROMPTS.one, THEIRS.astegon), true).answers.at(-1)?.label).toBe("Pay with Astegon");
    expect(offer(PROMPTS.number, { ...NOTHING, number: 2 }, true).answers.at(-1)?.label).toBe("Pay 2");
    expect(offer(PROMPTS.option, { ...NOTHING, row: 1 }, true).answers.at(-1)?.label).toBe("Pay this");
  });

  test("of up to two: none may be chosen, a third is not taken, and the cards are sent in order", () => {
    expect(offer(PROMPTS.upToTwo).answers).toMatchObject([
      { label: "Choose none", disabled: false, decision: { verb: "choose", cards: [] } },
    ]);
    const draft = clicked(PROMPTS.upToTwo, THEIRS.broncherry, MINE.cryst, THEIRS.astegon);
    expect(draft.cards).toEqual([THEIRS.broncherry, MINE.cryst]);
    const send = offer(PROMPTS.upToTwo, draft).answers.at(-1);
    expect(send?.label).toBe("Choose Broncherry and Mammorest Cryst");
    expect(send?.decision).toEqual({ verb: "choose", cards: [MINE.cryst, THEIRS.broncherry] });
  });

  test("what is not a candidate is dimmed and cannot be chosen", () => {
    expect(offer(PROMPTS.one).dims).toBe("all");
    expect(tapCard(PROMPTS.one, NOTHING, GRAVE.blazamut, context())).toBeUndefined();
  });
});

describe("rows", () => {
  test("an option that is not legal has no decision", () => {
    expect(offer(PROMPTS.option).rows.map((row) => row.decision)).toEqual([undefined, { verb: "option", number: 2 }]);
    expect(offer(PROMPTS.option, { ...NOTHING, row: 0 }).answers[0]?.disabled).toBe(true);
    expect(offer(PROMPTS.option, { ...NOTHING, row: 1 }).answers.at(-1)).toMatchObject({
      label: "Choose this one",
      decision: { verb: "option", number: 2 },
    });
  });

  test("a pending ability is picked by its row or by its card", () => {
    const draft = clicked(PROMPTS.order, MINE.pit);
    expect(draft.row).toBe(1);
    expect(offer(PROMPTS.order, draft).answers.at(-1)).toMatchObject({
      label: "Resolve Stone Pit first",
      decision: { verb: "resolve", card: MINE.pit, number: 1 },
    });
  });
});

test("a number stays within its bounds", () => {
  const sent = (number: number) => offer(PROMPTS.number, { ...NOTHING, number }).answers[0]?.decision;
  expect(offer(PROMPTS.number).answers[0]?.decision).toEqual({ verb: "number", number: 0 });
  expect(sent(3)).toEqual({ verb: "number", number: 3 });
  expect(sent(9)).toEqual({ verb: "number", number: 5 });
});

test("a name is sent once one is picked", () => {
  expect(offer(PROMPTS.name).answers[0]?.disabled).toBe(true);
  const picked = offer(PROMPTS.name, { ...NOTHING, name: "Lamball – My First Pal" });
  expect(picked.answers[0]?.decision).toEqual({ verb: "name", name: "Lamball – My First Pal" });
});

test("the safe answer stands left of the one that does something", () => {
  expect(labels(PROMPTS.may)).toEqual(["No, leave it", "Yes, do it"]);
  expect(labels(PROMPTS.keep)).toEqual(["Redraw", "Keep"]);
});

test("a half-made choice is one that can be taken back", () => {
  expect(isStarted(NOTHING)).toBe(false);
  expect(isStarted(clicked(PROMPTS.main, MINE.cryst))).toBe(true);
  expect(isStarted(clicked(PROMPTS.one, THEIRS.astegon))).toBe(true);
  expect(isStarted({ ...NOTHING, number: 0 })).toBe(true);
});

describe("on a phone", () => {
  const briefs = (prompt: Prompt, draft: Draft = NOTHING) => offer(prompt, draft).answers.map((a) => a.brief);

  test("the main phase, a block and an answer are asked in short", () => {
    expect(offer(PROMPTS.main).brief?.question).toBe("Your main phase");
    expect(offer(PROMPTS.quick).brief?.question).toBe("Answer the attack?");
    expect(offer(PROMPTS.block).brief?.question).toMatch(/^Block .+\?$/);
    expect(offer(PROMPTS.keep).brief?.detail).toBe("You may draw new ones, once.");
  });

  test("what a long label begins with, or its shortest form, stands on the button", () => {
    expect(briefs(PROMPTS.main)).toEqual(["3\u00a0souls:", undefined]);
    expect(briefs(PROMPTS.main, clicked(PROMPTS.main, HAND.breath))).toEqual(["", undefined]);
    for (const prompt of Object.values(PROMPTS))
      for (const { label, brief } of offer(prompt).answers) expect(label).toContain(brief ?? "");
  });
});
