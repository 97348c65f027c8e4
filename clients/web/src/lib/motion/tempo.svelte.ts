/** How fast things move here: as the reader has chosen, and not at all if the system asks for less motion. */

import { keepSpeed, recallSpeed } from "../memory";
import { FACTOR, type Speed } from "./pace";

class Tempo {
  speed = $state<Speed>(recallSpeed());
  private readonly wish = matchMedia("(prefers-reduced-motion: reduce)");
  /** Whether the system asks for less motion. */
  isReduced = $state(this.wish.matches);

  constructor() {
    this.mark();
    this.wish.addEventListener("change", () => {
      this.isReduced = this.wish.matches;
      this.mark();
    });
  }

  /** Whether nothing may move; then what happens is marked by light alone. */
  get isStill(): boolean {
    return this.speed === "off" || this.isReduced;
  }

  /** How long everything takes, in shares of its usual time. */
  get factor(): number {
    return this.speed === "off" ? 1 : FACTOR[this.speed];
  }

  choose(speed: Speed): void {
    this.speed = speed;
    keepSpeed(speed);
    this.mark();
  }

  /** Tells the style sheets. */
  private mark(): void {
    document.documentElement.dataset["motion"] = this.isStill ? "still" : this.speed;
  }
}

export const tempo = new Tempo();
