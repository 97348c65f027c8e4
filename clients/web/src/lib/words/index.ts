/**
 * Every word that the page itself says. A language is one object of this shape, with a file for each region of the page;
 * card names, card texts and the questions of the prompts come from the server as they are.
 */

import type { Colour } from "../art";
import { decks } from "./decks";
import { end } from "./end";
import { COLOURS, KINDS, type Kind } from "./grammar";
import { help, learn, rules, signs } from "./learn";
import { lobby } from "./lobby";
import { log } from "./log";
import { phrases } from "./phrases";
import { aloud, prompt, why } from "./prompt";
import { replay, replays } from "./replays";
import { ruling } from "./ruling";
import { keys, settings } from "./settings";
import { connection, nav, product, running, start, titleAsked, titles } from "./site";
import { board, card, phase, step, table } from "./table";
import { overlay, watch } from "./watch";

export type { Who } from "./grammar";
export { aloudLog, type Voice } from "./log";

export const words = {
  product,
  titleAsked,
  titles,
  nav,
  settings,
  colour: (colour: Colour): string => COLOURS[colour],
  kind: (kind: Kind): string => KINDS[kind],
  phase,
  step,
  running,
  start,
  lobby,
  decks,
  watch,
  overlay,
  table,
  rules,
  learn,
  aloud,
  keys,
  board,
  help,
  signs,
  connection,
  prompt,
  why,
  card,
  end,
  replay,
  replays,
  ruling,
  phrases,
  log,
} as const;
