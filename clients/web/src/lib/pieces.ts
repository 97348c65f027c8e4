/** Sentences with cards in them: text and references, so that a card's name can be a button. */

/** A card in a sentence: `handle` finds it on the table (0: nowhere), `number` is what is printed on it. */
export interface CardRef {
  readonly handle: number;
  readonly number: string;
  readonly name: string;
}

export type Piece = string | CardRef;
export type Sentence = readonly Piece[];

type Value = string | number | CardRef | Sentence;

/** A list of cards: "A, B and C". */
export const listed = (cards: readonly CardRef[]): Sentence =>
  cards.flatMap((card, i) => (i === 0 ? [card] : [i === cards.length - 1 ? " and " : ", ", card]));

/** A sentence from a template: numbers become text. */
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
    if (typeof value === "object" && "length" in value) value.forEach(add);
    else add(typeof value === "object" ? value : String(value));
  });
  return pieces;
}

/** Sentences in a row, a space between them. */
export function joined(sentences: readonly Sentence[]): Sentence {
  return sentences.flatMap((sentence, i) => (i === 0 ? sentence : [" ", ...sentence]));
}

/**
 * One sentence that goes on with another, which loses its capital unless it begins with one of these names; and the name,
 * if both begin with the same.
 */
export function linked(sentence: Sentence, link: string, more: Sentence, names: readonly string[]): Sentence {
  const last = sentence.at(-1);
  const begun = typeof last === "string" ? [...sentence.slice(0, -1), last.replace(/\.$/, "")] : sentence;
  const [opening, [spoke = "", ...rest]] = [sentence[0], more];
  const subject = names.find((name) => [opening, spoke].every((piece) => typeof piece === "string" && piece.startsWith(`${name} `)));
  const first = subject !== undefined && typeof spoke === "string" ? spoke.slice(subject.length + 1) : spoke;
  const isName = typeof first !== "string" || names.some((name) => first.startsWith(name));
  return say`${[...begun, link]}${[isName ? first : first.charAt(0).toLowerCase() + first.slice(1), ...rest]}`;
}

/** The sentence as plain text. */
export const spoken = (sentence: Sentence): string =>
  sentence.map((piece) => (typeof piece === "string" ? piece : piece.name)).join("");
