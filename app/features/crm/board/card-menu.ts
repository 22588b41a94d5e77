const BY_KEY = "data-menu-by-key";

/** Opens the menu of the focused card. When it closes, the focus returns to the card instead of the menu's button. */
export function openCardMenu(): void {
  const card = document.activeElement?.closest("[data-lead]");
  const button = card?.querySelector<HTMLElement>("[data-card-menu]");
  if (!card || !button) return;
  card.setAttribute(BY_KEY, "");
  button.focus();
  button.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
}

/** Whether a key on the card opened its menu, which now closes. */
export function endMenuOpenedByKey(card: Element): boolean {
  const byKey = card.hasAttribute(BY_KEY);
  card.removeAttribute(BY_KEY);
  return byKey;
}
