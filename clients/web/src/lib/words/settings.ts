/** The settings, and the sheet of keys. */

import type { Command } from "../bindings";
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
  languageHint: "English is the only language so far.",
  help: "Help",
  about: "About",
  notice: [
    "Paltable is an online table for the Palworld Official Card Game: it knows all of its rules, and plays them for two.",
    "It is an unofficial fan project. It is not made, endorsed, sponsored or approved by the publisher of the card game, by the makers of Palworld, or by any other holder of rights in them. Names of the game, its cards and its characters belong to their owners; they are used only to say which game is played here.",
    "It has no publisher’s art and no publisher’s text. Every card face is drawn by this project, and the text of a card is put into words from what the card does.",
    "What the authors of Paltable made is under the Apache Licence 2.0; its typefaces, Bricolage Grotesque and Inter, are under the SIL Open Font Licence.",
    "Decks and settings are kept in this browser alone. Nothing here counts your visits or follows you.",
  ],
  motion: "Motion",
  speed: { slow: "Slow", normal: "Normal", fast: "Fast", off: "Off" },
  reduced: "Your system asks for less motion, so nothing moves here.",
  sound: "Sound",
  soundOn: "Play sounds",
  volume: "Volume",
  letters: "Single keys act at the table",
  hand: "Hand",
  elsewhere: "Meanwhile",
  leftHanded: "Left-handed: buttons and log on the left",
  soundHint: "With sound on, a phone also vibrates a little, and you hear when you are asked something while this tab is in the background.",
} as const;

/** Keys that are what they are in every program, or those of a command, and what they do. */
export type KeyLine = readonly [readonly (Command | { readonly fixed: string })[], string];
const fixed = (...names: string[]): { fixed: string }[] => names.map((name) => ({ fixed: name }));

export const keys = {
  title: "Keys",
  open: "All keys",
  change: "Change keys",
  groups: [
    {
      about: "To move",
      lines: [
        [fixed("Tab", "Shift+Tab"), "next region, previous region"],
        [fixed("←", "→"), "along a row"],
        [fixed("↑", "↓"), "from row to row"],
        [["hand"], "your hand"],
        [["log"], "the log"],
      ],
    },
    {
      about: "To act",
      lines: [
        [fixed("Enter"), "use the card or button; press again to confirm"],
        [fixed("Space"), "skip an animation; choose a card, or put it back"],
        [fixed("Esc"), "one step back, close"],
        [fixed("Shift+Esc"), "take back the whole choice"],
        [["end"], "end the turn"],
        [["no"], "no: no block, let it resolve, choose none"],
        [["draw"], "rest 3 souls to draw"],
        [fixed("1–9"), "row of a list"],
        [["autopass"], "auto-pass on or off"],
        [["sound"], "sound on or off"],
      ],
    },
    {
      about: "To read",
      lines: [
        [["inspect"], "the card in full"],
        [["numbers"], "its numbers, and how they came about"],
        [["graveyard", "theirGraveyard"], "your graveyard, theirs"],
        [["exile", "theirExile"], "your exile, theirs"],
        [["board"], "the board as tables"],
        [["keys"], "these keys"],
      ],
    },
    {
      about: "In a replay",
      lines: [
        [fixed("←", "→"), "previous decision, next decision"],
        [fixed("Shift+←", "Shift+→"), "previous turn, next turn"],
        [fixed("Home", "End"), "the beginning, the end"],
        [fixed("Space"), "play, pause"],
      ],
    },
  ] satisfies { about: string; lines: KeyLine[] }[] as readonly { about: string; lines: readonly KeyLine[] }[],
  /** What a command is called where it stands alone. */
  does: {
    hand: "your hand",
    log: "the log",
    end: "end the turn",
    no: "no",
    draw: "draw for souls",
    autopass: "auto-pass",
    sound: "sound",
    inspect: "the card in full",
    numbers: "a card’s numbers",
    graveyard: "your graveyard",
    theirGraveyard: "their graveyard",
    exile: "your exile",
    theirExile: "their exile",
    board: "the board as tables",
    keys: "all keys",
  } satisfies Record<Command, string>,
  hint: "To change a key, choose it, then press the new one.",
  press: "Press a key",
  changeOne: (does: string, key: string): string => `${does}: ${key}. Change it`,
  pressFor: (does: string): string => `Press the new key for “${does}”. Esc leaves it as it is.`,
  changed: (does: string, key: string): string => `${key} is the key for “${does}” now.`,
  taken: (key: string, does: string): string => `${key} is the key for “${does}”. Give that another key first.`,
  digit: "Digits pick rows of a list. Take a letter, another sign or a function key.",
  browser: (key: string): string => `${key} belongs to your browser. Take a letter, another sign or a function key.`,
  fixed: "This key stays what it is. Take a letter, another sign or a function key.",
  usual: "Back to the usual keys",
  restored: "The usual keys are back.",
  letters: "Letters, digits and signs act when pressed alone",
  lettersHint: "Turn this off if you speak to your computer, or press keys by accident. All other keys go on working.",
} as const;
