/** What the server makes of the text of a deck, in whichever form it is. */

import type { DeckReading } from "../protocol";
import type { Main } from "./judge";

/** Bytes that the server reads at most. */
const MOST_BYTES = 16_384;
export const LONGEST_NAME = 60;

/** Why a text was not read at all. */
export class NotRead extends Error {
  constructor(readonly reason: "tooLong" | "tooOften" | "away") {
    super(reason);
  }
}

/** Has the server read a text. Throws `NotRead`. */
export async function readText(text: string): Promise<DeckReading> {
  const body = new TextEncoder().encode(text);
  if (body.length > MOST_BYTES) throw new NotRead("tooLong");
  let response: Response;
  try {
    response = await fetch("/api/deck", { method: "POST", body, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  } catch {
    throw new NotRead("away");
  }
  if (response.status === 413) throw new NotRead("tooLong");
  if (response.status === 429) throw new NotRead("tooOften");
  if (!response.ok) throw new NotRead("away");
  return (await response.json()) as DeckReading;
}

/** A deck as text that the server reads back as it is. */
export const asText = (name: string, main: Main): string =>
  [`# name: ${name}`, ...Object.entries(main).map(([number, copies]) => `${copies} ${number}`)].join("\n");

/** A text with several decks, as all decks are exported, cut into one for each. */
export const decksIn = (text: string): string[] => {
  const parts = text.split(/^(?=# name: )/m).filter((part) => part.trim() !== "");
  return parts.length > 0 ? parts : [text];
};
