/** How a hand is fanned out, in em of its cards. */

/** Distance between neighbours in a hand of this width: side by side, closer when it holds many. */
export const stepOf = (count: number, width: number): number => Math.min(12.2, (width - 13.2) / Math.max(1, count - 1));

/** Whether cards so close cover what stands at the right edge of their neighbours. */
export const isTight = (step: number): boolean => step < 11.3;

/** The place of one of so many cards, as style; `step` is the distance between neighbours. */
export function fanned(i: number, count: number, step: number): string {
  const from = i - (count - 1) / 2;
  const drop = Math.min(1.7, from * from * 0.28);
  const turn = from * Math.min(1.7, 12 / count);
  const margin = i === 0 ? "0" : (step - 12).toFixed(2);
  return `--turn:${turn.toFixed(2)}deg;--drop:${drop.toFixed(2)}em;margin-left:${margin}em;z-index:${i}`;
}
