/**
 * Scrolls to a block, or to the place in it where a field shows. Fields of an item that show nowhere lead to the item, and other fields
 * that show nowhere to the block, unless only the field is asked for. It refers to nothing outside itself, because its source runs in
 * the frame.
 */
export function revealBlock(shown: HTMLElement[], field: string | null, isFieldOnly = false): void {
  const marked = shown.flatMap((element) => [element, ...element.querySelectorAll<HTMLElement>("[data-field]")]);
  const item = /^\w+\.\d+\./.exec(field ?? "")?.[0];
  const exact =
    marked.find((element) => element.dataset.field === field) ??
    marked.find((element) => item !== undefined && element.dataset.field?.startsWith(item));
  const first = (field && exact) || (isFieldOnly ? undefined : shown[0]);
  const { top = 0, bottom = 0, height = 0 } = first?.getBoundingClientRect() ?? {};
  if (field && exact) {
    // On narrow screens, the settings cover the lower half of the page.
    const end = innerWidth < 768 ? innerHeight * 0.4 : innerHeight;
    if (top < 60 || bottom > end) {
      const by = top - Math.max(60, (end - height) / 2);
      const root = document.documentElement;
      const missing = by - (root.scrollHeight - innerHeight - scrollY);
      // The end of the page can't scroll from below the settings without room after it.
      if (end < innerHeight && missing > 0)
        root.style.paddingBottom = `${(Number.parseFloat(root.style.paddingBottom) || 0) + missing}px`;
      scrollBy({ top: by, behavior: "instant" });
    }
  } else if (first && (top < 0 || bottom > innerHeight))
    first.scrollIntoView({ block: height > innerHeight ? "start" : "nearest", behavior: "instant" });
}
