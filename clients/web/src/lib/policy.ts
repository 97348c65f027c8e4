/** Who may watch a table that is opened here, as the choices that the page offers. */

import type { WatchPolicy } from "./protocol";

export const AUDIENCES = ["late", "later", "live", "nobody"] as const;
export type AudienceName = (typeof AUDIENCES)[number];

const POLICIES: Record<AudienceName, WatchPolicy> = {
  late: { who: "everyone", delay: 30, decisions: 2 },
  later: { who: "everyone", delay: 300, decisions: 10 },
  live: { who: "everyone", delay: 0, decisions: 0 },
  nobody: { who: "nobody" },
};

/** The policy of a table; open hands are a wish, until the other player agrees. */
export function policyOf(audience: AudienceName, openHands: boolean): WatchPolicy {
  const hands = openHands && audience !== "nobody" ? "open" : "hidden";
  return { ...POLICIES[audience], hands };
}
