const OWN_MOVES = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls to the part of the page that a link leads to, and again whenever the page grows, because what is above the part may load
 * later. It ends when the reader does something, or when the returned function is called.
 */
export function keepInView(part: Element): () => void {
  const growth = new ResizeObserver(() => part.scrollIntoView());
  growth.observe(part.closest("main") ?? document.body);
  const stop = () => {
    growth.disconnect();
    for (const type of OWN_MOVES) removeEventListener(type, stop);
  };
  for (const type of OWN_MOVES) addEventListener(type, stop, { passive: true });
  return stop;
}
