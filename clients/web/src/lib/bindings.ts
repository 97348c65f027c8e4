/** Which key does what: the usual ones, and those that a player has changed. Pure. */

/** What can be done at the table with a key of its own, in the order in which the sheet of keys tells of it. */
export const COMMANDS = [
  "hand",
  "log",
  "end",
  "no",
  "draw",
  "autopass",
  "sound",
  "inspect",
  "numbers",
  "graveyard",
  "theirGraveyard",
  "exile",
  "theirExile",
  "board",
  "keys",
] as const;
export type Command = (typeof COMMANDS)[number];

/** Each with its key, as `keyName` writes it. */
export type Bindings = Readonly<Record<Command, string>>;

export const USUAL: Bindings = {
  hand: "H",
  log: "L",
  end: "E",
  no: "N",
  draw: "D",
  autopass: "A",
  sound: "M",
  inspect: "I",
  numbers: "P",
  graveyard: "G",
  theirGraveyard: "Shift+G",
  exile: "X",
  theirExile: "Shift+X",
  board: "B",
  keys: "?",
};

export type Pressed = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey" | "repeat">;

const FUNCTION_KEY = /^F\d+$/;
/** What a browser does with these is missed more than a key of ours. */
const BROWSERS: ReadonlySet<string> = new Set(["F1", "F3", "F5", "F6", "F11", "F12"]);

const isLetter = (sign: string): boolean => sign.toLowerCase() !== sign.toUpperCase();
const isSign = (key: string): boolean => [...key].length === 1 && key !== " ";
/** Digits pick rows of a list. */
export const isDigit = (name: string): boolean => /^[1-9]$/.test(name);

/** A key that is a function key acts even where single letters do not. */
export const isFunctionKey = (name: string): boolean => FUNCTION_KEY.test(name.replace("Shift+", ""));

/**
 * The name under which a key is bound: a letter is large, and "Shift+G" with Shift; another sign is itself; then there are
 * function keys. Undefined for all others, and with Control, Alt or Meta.
 */
export function keyName({ key, shiftKey, ctrlKey, altKey, metaKey }: Pressed): string | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  const shift = shiftKey ? "Shift+" : "";
  if (FUNCTION_KEY.test(key)) return shift + key;
  if (!isSign(key)) return undefined;
  return isLetter(key) ? shift + key.toUpperCase() : key;
}

/** Why a key cannot be bound: another command has it, or the page or the browser needs it. */
export type Refusal = { readonly taken: Command } | "digit" | "browser" | "fixed";

/** Why this command cannot have this key; nothing if it can. */
export function refusalOf(name: string | undefined, command: Command, bindings: Bindings): Refusal | undefined {
  if (name === undefined) return "fixed";
  if (isDigit(name)) return "digit";
  if (BROWSERS.has(name)) return "browser";
  const taken = COMMANDS.find((other) => other !== command && bindings[other] === name);
  return taken && { taken };
}

/** The usual keys with those that were changed; if two commands had the same key by that, only the usual ones. */
export function bindingsWith(changed: Readonly<Record<string, unknown>>): Bindings {
  const bindings: Record<Command, string> = { ...USUAL };
  for (const command of COMMANDS) {
    const name = changed[command];
    if (typeof name === "string") bindings[command] = name;
  }
  return COMMANDS.every((command) => refusalOf(bindings[command], command, bindings) === undefined) ? bindings : USUAL;
}

/** What differs from the usual keys: only that is kept. */
export const changedIn = (bindings: Bindings): Partial<Bindings> =>
  Object.fromEntries(COMMANDS.filter((command) => bindings[command] !== USUAL[command]).map((command) => [command, bindings[command]]));
