/** What this page adds to the chance of the shuffles, so that the server alone does not decide them. */

const BYTES = 24;

/** A text that nobody can guess. */
export function freshEntropy(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
