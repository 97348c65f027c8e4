/** Something is asked for again and again, as long as somebody looks at the page. */

/**
 * Asks at once, and then about every so many milliseconds, each time a little sooner or later, so that not all pages ask
 * together; gives what ends that. A page that nobody sees does not ask, and one that is seen again asks at once.
 */
export function refresh(ask: () => void, milliseconds: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = (): void => {
    clearTimeout(timer);
    if (document.visibilityState !== "visible") return;
    ask();
    timer = setTimeout(next, milliseconds * (0.8 + 0.4 * Math.random()));
  };
  document.addEventListener("visibilitychange", next);
  next();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", next);
  };
}
