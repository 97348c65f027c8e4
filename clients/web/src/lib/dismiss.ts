/** Windows that are closed by a press beside them, or by a pull at their handle, as by Escape. */

import type { Attachment } from "svelte/attachments";

const isBeside = (dialog: HTMLDialogElement, { target, clientX, clientY }: MouseEvent): boolean => {
  if (target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
};

/** What is pressed in the window and let go beside it, as text that is marked, leaves it open. */
export const closesBeside: Attachment<HTMLDialogElement> = (dialog) => {
  let begun = false;
  const press = (event: PointerEvent): void => {
    begun = isBeside(dialog, event);
  };
  const close = (event: MouseEvent): void => {
    if (begun && isBeside(dialog, event)) dialog.close();
    begun = false;
  };
  dialog.addEventListener("pointerdown", press);
  dialog.addEventListener("click", close);
  return () => {
    dialog.removeEventListener("pointerdown", press);
    dialog.removeEventListener("click", close);
  };
};

/** So far a sheet is pulled down to be closed; less is a tap, or is taken back. */
const PULL = 60;
const TAP = 8;

/** A handle at the top of a sheet: tapped or pulled down, it closes it. */
export const pullsShut: Attachment<HTMLElement> = (handle) => {
  const sheet = handle.closest("dialog");
  let start: number | undefined;
  let way = 0;
  const down = (event: PointerEvent): void => {
    start = event.clientY;
    way = 0;
    handle.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    if (start === undefined || !sheet) return;
    way = Math.max(way, Math.abs(event.clientY - start));
    sheet.style.translate = `0 ${Math.max(0, event.clientY - start)}px`;
  };
  const up = (event: PointerEvent): void => {
    const isPulled = start !== undefined && event.type === "pointerup" && event.clientY - start >= PULL;
    start = undefined;
    if (sheet) sheet.style.translate = "";
    if (isPulled) sheet?.close();
  };
  // Not before the click itself, which would else be on what lies below the sheet.
  const click = (): void => {
    if (way <= TAP) sheet?.close();
  };
  const stop = new AbortController();
  handle.addEventListener("pointerdown", down, stop);
  handle.addEventListener("pointermove", move, stop);
  handle.addEventListener("pointerup", up, stop);
  handle.addEventListener("pointercancel", up, stop);
  handle.addEventListener("click", click, stop);
  return () => stop.abort();
};
