const VISIBLE_ITEMS = 3;

/**
 * On a phone, a long list shows its first items and a button for the rest. Elsewhere, and without scripts, it shows all items.
 */
export function startShowMore(list: HTMLElement): void {
  const rest = [...list.children].slice(VISIBLE_ITEMS) as HTMLElement[];
  const button = list.parentElement?.querySelector<HTMLElement>("[data-more-button]");
  if (!button || rest.length < 2 || !matchMedia("(width < 48rem)").matches) return;
  button.textContent = `${rest.length} more`;
  button.hidden = false;
  for (const item of rest) item.hidden = true;
  button.addEventListener("click", () => {
    for (const item of rest) item.hidden = false;
    rest[0]?.setAttribute("tabindex", "-1");
    rest[0]?.focus();
    button.remove();
  });
}
