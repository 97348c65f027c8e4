/** Windows that are closed by a press beside them, or by a pull at their handle, as by Escape. */

import type { Attachment } from "svelte/attachments";

export const closesBeside: Attachment<HTMLDialogElement> = (dialog) => {
  const close = (event: MouseEvent): void => {
    if (event.target !== dialog) return;
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isInside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    if (!isInside) dialog.close();
  };
  dialog.addEventListener("click", close);
  return () => dialog.removeEventListener("click", close);
};

/** So far a sheet is pulled down to be closed; less is a tap, or is taken back. */
const PULL = 60;
const TAP = 8;

/** A handle at the top of a sheet: tapped or pulled down, it closes it. */
export const pullsShut: Attachment<HTMLElement> = (handle) => {
  const sheet = handle.closest("dialog");
  let start: number | undefined;
  const down = (event: PointerEvent): void => {
    start = event.clientY;
    handle.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    if (start !== undefined && sheet) sheet.style.translate = `0 ${Math.max(0, event.clientY - start)}px`;
  };
  const up = (event: PointerEvent): void => {
    const way = start === undefined ? 0 : event.clientY - start;
    const isMeant = start !== undefined && event.type === "pointerup" && (way >= PULL || Math.abs(way) <= TAP);
    start = undefined;
    if (!sheet) return;
    sheet.style.translate = "";
    if (isMeant) sheet.close();
  };
  const stop = new AbortController();
  handle.addEventListener("pointerdown", down, stop);
  handle.addEventListener("pointermove", move, stop);
  handle.addEventListener("pointerup", up, stop);
  handle.addEventListener("pointercancel", up, stop);
  return () => stop.abort();
};
