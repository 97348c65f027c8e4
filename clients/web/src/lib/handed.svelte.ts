/** The hand that plays: for the left one, buttons and drawer change sides. */

import { keepLeftHanded, recallLeftHanded } from "./memory";

class Handed {
  left = $state(recallLeftHanded());

  constructor() {
    this.mark();
  }

  setLeft(on: boolean): void {
    this.left = on;
    keepLeftHanded(on);
    this.mark();
  }

  /** Tells the style sheets. */
  private mark(): void {
    document.documentElement.dataset["hand"] = this.left ? "left" : "right";
  }
}

export const handed = new Handed();
