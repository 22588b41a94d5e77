/**
 * Scrolls to a block, or to the place in it where a field shows. Fields of an item that show nowhere lead to the item, and other fields
 * that show nowhere to the block, unless only the field is asked for. On narrow screens, the settings cover the lower half of the page
 * (isCovered). It refers to nothing outside itself, because its source runs in the frame.
 */
export function revealBlock(
  shown: HTMLElement[],
  field: string | null,
  isFieldOnly: boolean,
  isCovered: boolean,
): void {
  const root = document.documentElement;
  if (!isCovered) root.style.paddingBottom = "";
  const marked = shown.flatMap((element) => [element, ...element.querySelectorAll<HTMLElement>("[data-field]")]);
  const item = /^\w+\.\d+\./.exec(field ?? "")?.[0];
  const exact =
    marked.find((element) => element.dataset.field === field) ??
    marked.find((element) => item !== undefined && element.dataset.field?.startsWith(item));
  const first = (field && exact) || (isFieldOnly ? undefined : shown[0]);
  const { top = 0, bottom = 0, height = 0 } = first?.getBoundingClientRect() ?? {};
  if (field && exact) {
    const end = isCovered ? innerHeight * 0.4 : innerHeight;
    const middle = (60 + end) / 2;
    const isTall = height > end - 60;
    // A place that doesn't fit stays where someone reads it.
    if (isTall ? top > middle || bottom < middle : top < 60 || bottom > end) {
      const by = top - Math.max(60, (end - height) / 2);
      const missing = by - (root.scrollHeight - innerHeight - scrollY);
      // The end of the page can't scroll from below the settings without room after it.
      if (isCovered && missing > 0)
        root.style.paddingBottom = `${(Number.parseFloat(root.style.paddingBottom) || 0) + missing}px`;
      scrollBy({ top: by, behavior: "instant" });
    }
  } else if (first && (top < 0 || bottom > innerHeight))
    first.scrollIntoView({ block: height > innerHeight ? "start" : "nearest", behavior: "instant" });
}
