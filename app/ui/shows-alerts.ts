/** The fade above the footer of a dialog. */
const FADE_PX = 16;

/**
 * For a panel that scrolls below a footer: an alert that appears in it comes into view, above the footer. What asks for the focus
 * at the same time, such as a wrong field, is beside its alert or above it.
 */
export function showsAlerts(panel: HTMLElement | null): (() => void) | undefined {
  if (!panel) return undefined;
  const observer = new MutationObserver((mutations) => {
    const alert = mutations.map(alertOf).find((found) => found !== null);
    if (!alert) return;
    // Footers have one to three rows.
    const footer = panel.querySelector<HTMLElement>("[data-dialog-footer]");
    if (footer) panel.style.scrollPaddingBottom = `${footer.offsetHeight + FADE_PX}px`;
    alert.scrollIntoView({ block: "nearest" });
  });
  observer.observe(panel, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

/** The alert that a change adds or whose words it changes. */
function alertOf({ target, addedNodes }: MutationRecord): Element | null {
  const added = [...addedNodes].filter((node) => node instanceof Element);
  const isNew = added.find((node) => node.matches("[role=alert]") || node.querySelector("[role=alert]"));
  if (isNew) return isNew.matches("[role=alert]") ? isNew : isNew.querySelector("[role=alert]");
  if (target instanceof CharacterData) return target.parentElement?.closest("[role=alert]") ?? null;
  return addedNodes.length > 0 && target instanceof Element ? target.closest("[role=alert]") : null;
}
