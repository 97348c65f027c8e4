/** How the page looks: light or dark, and with how much contrast; what is not chosen is as the system asks for. */

import { keepContrast, keepTheme, recallContrast, recallTheme, type Theme } from "./memory";

class Looks {
  theme = $state<Theme>(recallTheme());
  contrast = $state(recallContrast());
  private readonly light = matchMedia("(prefers-color-scheme: light)");
  private readonly more = matchMedia("(prefers-contrast: more)");

  constructor() {
    for (const asked of [this.light, this.more]) asked.addEventListener("change", () => this.apply());
    this.apply();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    keepTheme(theme);
    this.apply();
  }

  setContrast(on: boolean): void {
    this.contrast = on;
    keepContrast(on);
    this.apply();
  }

  /** The style sheets go by two attributes of the root. */
  private apply(): void {
    const { dataset } = document.documentElement;
    const chosen = this.theme === "system" ? (this.light.matches ? "light" : "dark") : this.theme;
    dataset["theme"] = chosen;
    dataset["contrast"] = this.contrast || this.more.matches ? "more" : "normal";
  }
}

export const looks = new Looks();
