/**
 * A ref for a region whose focused control can disappear: its row is deleted, or its form is saved and has nothing more to save. The
 * browser would start again at the top of the document, so the focus goes to the region's heading.
 */
export function keepFocus(region: HTMLElement | null): (() => void) | undefined {
  if (!region) return undefined;
  region.dataset.keepsFocus = "";
  let focused: Element | null = null;
  const isGone = () => focused && (!focused.isConnected || focused.matches(":disabled"));
  const onFocusIn = ({ target }: FocusEvent) => {
    focused = target as Element;
  };
  // Some browsers also report the focus of a removed element as lost, before it is gone.
  const onFocusOut = () =>
    setTimeout(() => {
      if (!isGone() && focused !== document.activeElement) focused = null;
    });
  const observer = new MutationObserver(() => {
    if (!isGone() || ![focused, document.body].includes(document.activeElement)) return;
    focused = null;
    focusHeading(region);
  });
  observer.observe(region, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  region.addEventListener("focusin", onFocusIn);
  region.addEventListener("focusout", onFocusOut);
  return () => {
    observer.disconnect();
    region.removeEventListener("focusin", onFocusIn);
    region.removeEventListener("focusout", onFocusOut);
  };
}

/** The region around an element that keeps its focus, if any. */
export const keepingRegion = (element: Element) => element.closest<HTMLElement>("[data-keeps-focus]");

/** Without a heading, the region itself gets the focus. */
export function focusHeading(region: HTMLElement): void {
  const target = region.querySelector<HTMLElement>("h1, h2, h3") ?? region;
  target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
}
