import { returnsFocusTo } from "~/ui/keep-focus.ts";

const BY_KEY = "data-menu-by-key";

/** A card, in the column where it is now. */
export const findCard = (leadId: string): Element | null =>
  document.querySelector(`[data-lead="${CSS.escape(leadId)}"]`);

/** For the ref of a card, which may go to another column, and of its buttons, which go while a dialog of its menu is open. */
export const returnsFocusToCard = (leadId: string) =>
  returnsFocusTo(() => findCard(leadId)?.querySelector("a") ?? null);

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
