/** A card's text, cut into the pieces that are set differently: labels, costs, keywords, reminders. */

export type Label = "AUTO" | "ACT" | "CONT";
export type Segment =
  | { readonly kind: "text" | "reminder" | "cost" | "keyword" | "strong"; readonly text: string }
  | { readonly kind: "label"; readonly text: Label }
  | { readonly kind: "diamond" | "souls"; readonly text: string };

export interface Paragraph {
  readonly mode: boolean;
  readonly segments: readonly Segment[];
}

const SOULS: Record<string, string> = { "①": "1", "②": "2", "③": "3" };
const KEYWORDS =
  "On Deploy|On Attack|On Assign|Once per turn|Quick|Nocturnal|Interrupt|Taunt|Stealth|Vigilance|Assault|Retaliate|Breakthrough|Brave \\d+|Serious \\d+";
const PATTERN = new RegExp(
  "\\[(AUTO|ACT|CONT)\\]" + // 1 label
    "|(\\([^()]*(?:\\([^()]*\\)[^()]*)*\\))" + // 2 reminder
    "|\\[([^\\]]+)\\]" + // 3 cost
    "|◇(\\d+)" + // 4 cost diamond
    "|([①②③])" + // 5 souls
    `|\\b(${KEYWORDS})\\b` + // 6 keyword
    "|\\b((?:Power|Strike) ?[+−-]\\d+)", // 7 a value
  "g",
);

const BRACKETS: Record<string, string> = { "〈": "‹", "〉": "›", "《": "“", "》": "”", "・": "•" };

/**
 * The text with quotes and dots that every font has; no word is changed.
 *
 * Whatever the server says in sentences goes through it on its way to the page.
 */
export const typeset = (text: string): string => text.replace(/[〈〉《》・]/g, (bracket) => BRACKETS[bracket] ?? bracket);

function segment(match: RegExpMatchArray): Segment {
  const [, label, reminder, cost, diamond, souls, keyword, value] = match;
  if (label !== undefined) return { kind: "label", text: label as Label };
  if (reminder !== undefined) return { kind: "reminder", text: reminder };
  if (cost !== undefined) return { kind: "cost", text: cost };
  if (diamond !== undefined) return { kind: "diamond", text: diamond };
  if (souls !== undefined) return { kind: "souls", text: SOULS[souls] ?? souls };
  if (keyword !== undefined) return { kind: "keyword", text: keyword };
  return { kind: "strong", text: value ?? match[0] };
}

/** One paragraph of rules text as segments: in order, with every word of it. */
export function paragraphOf(text: string): Paragraph {
  const mode = /^[・•] ?/.test(text);
  const body = typeset(text.replace(/^[・•] ?/, ""));
  const segments: Segment[] = [];
  let end = 0;
  for (const match of body.matchAll(PATTERN)) {
    if (match.index > end) segments.push({ kind: "text", text: body.slice(end, match.index) });
    segments.push(segment(match));
    end = match.index + match[0].length;
  }
  if (end < body.length) segments.push({ kind: "text", text: body.slice(end) });
  return { mode, segments };
}

/** The chips of a hand card: up to two, and only one when both are long. */
export function chipsOf(text: readonly string[], keywords: readonly string[], quick: boolean): string[] {
  const chips = quick ? ["Quick"] : [];
  for (const keyword of keywords) if (!chips.includes(keyword)) chips.push(keyword);
  for (const word of ["On Deploy", "On Attack"]) if (text.some((line) => line.includes(word))) chips.push(word);
  if (chips.length === 0) {
    for (const line of text) {
      const label = /^\[?(AUTO|ACT|CONT)\]?/.exec(line)?.[1];
      if (label !== undefined && !chips.includes(label)) chips.push(label);
    }
  }
  const two = chips.slice(0, 2);
  return two.join("").length > 15 ? two.slice(0, 1) : two;
}
