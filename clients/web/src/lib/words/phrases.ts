/** What players say to each other. */

import type { Said } from "../protocol";
import type { Who } from "./grammar";

export const phrases = {
  open: "Say something",
  say: (text: string): string => `Say: ${text}`,
  said: (p: Who, text: string): string => `${p.name}: ${text}`,
  showed: (p: Who, text: string): string => `${p.name} ${text}.`,
  mute: "Hear nothing",
  unmute: "Hear again",
  tooSoon: "One thing at a time: wait a moment.",
  texts: {
    hello: "Hello!",
    good_luck: "Good luck!",
    well_played: "Well played!",
    thanks: "Thanks!",
    oops: "Oops!",
    one_moment: "One moment …",
    that_was_close: "That was close!",
    good_game: "Good game!",
  } satisfies Partial<Record<Said["phrase"], string>>,
  emotes: {
    smile: "smiles",
    laugh: "laughs",
    surprise: "is surprised",
    thinking: "thinks hard",
    sad: "is sad",
    heart: "likes that",
  } satisfies Partial<Record<Said["phrase"], string>>,
} as const;
