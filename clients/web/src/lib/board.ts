/** The board as tables, for those who read it rather than see it. */

import { verbsOf, type Context, type Offer } from "./choice";
import { states } from "./labels";
import type { Seat } from "./seats";
import type { Prompt } from "./protocol";
import { words, type Who } from "./words";

/** A table: its heading, the names of its columns, and its rows, each headed by its first cell. */
export interface Grid {
  readonly heading: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const shown = (n: number | undefined): string => (n === undefined ? "" : String(n));

/** The players, then zone by zone what lies on the table, the near side first. */
export function gridsOf(context: Context, prompt: Prompt | undefined, offer: Offer | undefined, sides: readonly (readonly [Seat, Who])[]): Grid[] {
  const { view } = context;
  const zone = (heading: string, handles: readonly number[]): Grid => ({
    heading,
    columns: COLUMNS,
    rows: handles.map((handle) => cardRow(handle, context, prompt, offer)),
  });
  const near = sides[0]?.[0];
  return [
    {
      heading: words.board.players,
      columns: [words.board.player, words.board.life, words.board.souls, words.board.material, words.board.ingredient, words.board.hand, words.board.deck],
      rows: sides.map(([seat, who]) => {
        const { life, souls, resting_souls, material, ingredient, hand_size, deck_size } = view.players[seat];
        const all = words.board.ofAll(souls, souls + resting_souls);
        return [who.you ? words.table.yours : who.name, shown(life), all, ...[material, ingredient, hand_size, deck_size].map(shown)];
      }),
    },
    ...sides.map(([seat, who]) => zone(words.table.baseOf(who), view.players[seat].base)),
    ...sides
      .filter(([seat]) => seat === near && view.players[seat].hand.length > 0)
      .map(([seat, who]) => zone(words.table.handOf(who, view.players[seat].hand.length), view.players[seat].hand)),
    ...sides.flatMap(([seat, who]) =>
      (["graveyard", "exile"] as const).map((pile) => zone(words.table.pileTitle(who, words.table[pile]), view.players[seat][pile].toReversed())),
    ),
  ];
}

const COLUMNS = [
  words.board.card,
  words.board.kind,
  words.board.cost,
  words.board.power,
  words.board.strike,
  words.board.durability,
  words.board.damage,
  words.board.state,
];

function cardRow(handle: number, context: Context, prompt: Prompt | undefined, offer: Offer | undefined): string[] {
  const card = context.view.cards[handle];
  const facts = card && context.catalogue.get(card.number);
  if (!card || !facts) return [words.table.hiddenCard, ...COLUMNS.slice(1).map(() => "")];
  const stands = card.zone === "base" ? [card.rest ? words.card.resting : words.card.standing] : [];
  const now = states(handle, context, offer, verbsOf(prompt, handle));
  const state = [[...stands, ...(card.keywords ?? [])].join(", "), now].filter((part) => part !== "").join(". ");
  return [
    facts.main_name,
    words.kind(facts.kind),
    shown(card.cost ?? facts.cost),
    shown(card.power ?? facts.power),
    shown(card.strike ?? facts.strike),
    shown(card.durability ?? facts.durability),
    shown(card.damage || undefined),
    state.charAt(0).toUpperCase() + state.slice(1),
  ];
}
