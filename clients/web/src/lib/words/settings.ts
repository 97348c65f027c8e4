/** The settings, and the sheet of keys. */

import type { Theme } from "../memory";

export const settings = {
  open: "Settings",
  title: "Settings and help",
  table: "At the table",
  look: "Look",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" } satisfies Record<Theme, string>,
  themeHint: "The table itself is always dark: its night and its cards need that.",
  contrastTitle: "Contrast",
  contrast: "High contrast",
  contrastHint: "Stronger edges and plainer grounds, also at the table.",
  language: "Language",
  languages: { en: "English" },
  languageHint: "English is the only one so far. Every sentence of this page is in one catalogue, so that others can follow.",
  help: "Help",
  about: "About",
  notice: [
    "Paltable is an online table for the Palworld Official Card Game: it knows all of its rules, and plays them for two.",
    "It is an unofficial fan project. It is not made, endorsed, sponsored or approved by the publisher of the card game, by the makers of Palworld, or by any other holder of rights in them. Names of the game, its cards and its characters belong to their owners; they are used only to say which game is played here.",
    "It has no publisher’s art and no publisher’s text. Every card face is drawn by this project, and the text of a card is put into words from what the card does.",
    "What the authors of Paltable made is under the Apache Licence 2.0; its letters, Bricolage Grotesque and Inter, are under the SIL Open Font Licence.",
    "Decks and settings are kept in this browser alone. Nothing here counts or follows you.",
  ],
  motion: "Motion",
  speed: { normal: "Normal", fast: "Fast", off: "Off" },
  reduced: "Your system asks for less motion, so nothing moves here.",
  sound: "Sound",
  soundOn: "Play sounds",
  volume: "Volume",
  letters: "Letters act",
  hand: "Hand",
  leftHanded: "Left-handed: buttons and log on the left",
  soundHint: "With sound on, a phone also shakes a little, and you hear when you are asked something while this tab is in the background.",
} as const;

export const keys = {
  title: "Keys",
  open: "All keys",
  groups: [
    {
      about: "To move",
      lines: [
        [["Tab", "Shift+Tab"], "next region, last one"],
        [["←", "→"], "along a row"],
        [["↑", "↓"], "from row to row"],
        [["H"], "your hand"],
        [["L"], "the log"],
      ],
    },
    {
      about: "To act",
      lines: [
        [["Enter"], "act on it; again, to confirm"],
        [["Space"], "skip what moves; choose it, or put it back"],
        [["Esc"], "one step back, close"],
        [["Shift+Esc"], "the whole choice back"],
        [["E"], "end the turn"],
        [["N"], "no: no block, let it resolve, choose none"],
        [["D"], "rest 3 souls to draw"],
        [["1–9"], "row of a list"],
        [["A"], "auto-pass on or off"],
        [["M"], "sound on or off"],
      ],
    },
    {
      about: "To read",
      lines: [
        [["I"], "the card in full"],
        [["P"], "its numbers, and how they came about"],
        [["G", "Shift+G"], "your graveyard, theirs"],
        [["X", "Shift+X"], "your exile, theirs"],
        [["B"], "the board as tables"],
        [["?"], "these keys"],
      ],
    },
    {
      about: "In a replay",
      lines: [
        [["←", "→"], "the decision before, the next one"],
        [["Shift+←", "Shift+→"], "the turn before, the next one"],
        [["Home", "End"], "the beginning, the end"],
        [["Space"], "play, pause"],
      ],
    },
  ] satisfies { about: string; lines: [string[], string][] }[],
  letters: "Letters, digits and ? act by themselves",
  lettersHint: "Turn this off if you speak to your computer, or press keys by accident. The other keys go on working.",
} as const;
