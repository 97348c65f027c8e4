/** How a hand is fanned out, in em of its cards. */

/** Distance between neighbours: side by side, closer when the hand is wide. */
const stepOf = (count: number, width: number): number => Math.min(12.2, (width - 14.5) / Math.max(1, count - 1));

/** The place of one of so many cards, as style; `width` is that of the hand. */
export function fanned(i: number, count: number, width: number): string {
  const from = i - (count - 1) / 2;
  const drop = Math.min(1.7, from * from * 0.28);
  const turn = from * Math.min(1.7, 12 / count);
  const margin = i === 0 ? "0" : (stepOf(count, width) - 12).toFixed(2);
  return `--turn:${turn.toFixed(2)}deg;--drop:${drop.toFixed(2)}em;margin-left:${margin}em;z-index:${i}`;
}
