/** Sentences with cards in them: text and references, so that a card's name can be a button. */

/** A card in a sentence: `handle` finds it on the table (0: nowhere), `number` is what is printed on it. */
export interface CardRef {
  readonly handle: number;
  readonly number: string;
  readonly name: string;
}

export type Piece = string | CardRef;
export type Sentence = readonly Piece[];

type Value = string | number | CardRef | readonly CardRef[];

/** A sentence from a template: numbers become text, lists of cards are joined with commas. */
export function say(strings: TemplateStringsArray, ...values: Value[]): Sentence {
  const pieces: Piece[] = [];
  const add = (piece: Piece): void => {
    const last = pieces.at(-1);
    if (piece === "") return;
    if (typeof piece === "string" && typeof last === "string") pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  };
  strings.forEach((text, i) => {
    add(text);
    const value = values[i];
    if (value === undefined) return;
    if (typeof value === "object" && "length" in value) {
      value.forEach((card, k) => {
        if (k > 0) add(", ");
        add(card);
      });
    } else add(typeof value === "object" ? value : String(value));
  });
  return pieces;
}

/** Sentences in a row, a space between them. */
export function joined(sentences: readonly Sentence[]): Sentence {
  return sentences.flatMap((sentence, i) => (i === 0 ? sentence : [" ", ...sentence]));
}

/** The sentence as plain text. */
export const spoken = (sentence: Sentence): string =>
  sentence.map((piece) => (typeof piece === "string" ? piece : piece.name)).join("");
