/** Decks as files of this computer. */

/** Saves a text under this name, without an ending. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text + "\n"], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${name.replace(/[^\p{L}\p{N} ,.()&-]+/gu, "_").trim() || "deck"}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
