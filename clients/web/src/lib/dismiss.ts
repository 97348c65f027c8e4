/** Windows that are closed by a press beside them, as by Escape. */

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
