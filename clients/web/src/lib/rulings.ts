/** The official rulings of which there are examples, in their order. */

import type { RulingFacts } from "./protocol";

/** Loads the list, which few readers need. */
export const loadRulings = async (): Promise<readonly RulingFacts[]> => (await import("../../rulings.json")).default;

/** How a ruling is cited. */
export const tagsOf = ({ numbers }: RulingFacts): string => numbers.map((n) => `Q${n}`).join(", ");
