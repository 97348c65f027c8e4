/** The phrases that players can say: some are words, some are emotes, for which `Icon` has a sign of their name. */

import type { Said } from "./protocol";
import { words } from "./words";

export type Phrase = Said["phrase"];
export type Emote = keyof typeof words.phrases.emotes;

const texts: Readonly<Partial<Record<Phrase, string>>> = words.phrases.texts;
const emotes: Readonly<Partial<Record<Phrase, string>>> = words.phrases.emotes;

export const TEXTS = Object.keys(words.phrases.texts) as Phrase[];
export const EMOTES = Object.keys(words.phrases.emotes) as Emote[];

/** Whether a sign is shown for it. */
export const isEmote = (phrase: Phrase): phrase is Emote => emotes[phrase] !== undefined;

/** It in words; nothing for one that this page does not know, from a newer server. */
export const wordsOf = (phrase: Phrase): string => texts[phrase] ?? emotes[phrase] ?? "";
