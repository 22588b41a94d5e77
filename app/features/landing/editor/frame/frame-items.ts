import type { FrameBlocks } from "./frame-blocks.ts";

/** An item of a list in a block, such as a person. `path` is `items.2`. */
export type FrameItem = { block: string; path: string };
/** What shows an item, and whether its list goes on before and after it. */
export type ItemCard = { element: Element; isFirst: boolean; isLast: boolean };
export type FrameItems = ReturnType<typeof makeFrameItems>;

/**
 * The items of lists in the frame. An item's card is the largest element that shows fields of this item only. It refers to nothing
 * outside itself, because its source runs in the frame.
 */
export function makeFrameItems({ blockAt, elementsOf }: FrameBlocks) {
  const ITEM = /^[a-z]\w*\.\d+(?=\.)/i;
  const pathOf = (element: Element) => ITEM.exec(element.getAttribute("data-field") ?? "")?.[0] ?? "";
  const markedIn = (element: Element) =>
    element.matches("[data-field]")
      ? [element, ...element.querySelectorAll("[data-field]")]
      : [...element.querySelectorAll("[data-field]")];
  /** The only item whose fields an element shows. Undefined without fields, null if there are others. */
  function onlyPath(element: Element): string | null | undefined {
    const paths = new Set(markedIn(element).map(pathOf));
    const [path] = paths;
    return paths.size > 1 || path === "" ? null : path;
  }

  function itemAt(target: Element): FrameItem | null {
    const block = blockAt(target)?.id;
    if (!block) return null;
    const all = elementsOf(block);
    for (let at: Element | null = target; at && all.some((one) => one.contains(at)); at = at.parentElement) {
      const path = onlyPath(at);
      if (path !== undefined) return path === null ? null : { block, path };
    }
    return null;
  }

  function cardOf({ block, path }: FrameItem): ItemCard | null {
    const all = elementsOf(block);
    const marked = all.flatMap(markedIn);
    let element = marked.find((each) => pathOf(each) === path);
    if (!element) return null;
    while (element.parentElement && !all.some((one) => one === element) && onlyPath(element.parentElement) === path)
      element = element.parentElement;
    const [list, place] = path.split(".");
    const places = marked.flatMap((each) => {
      const [other, number] = pathOf(each).split(".");
      return other === list ? [Number(number)] : [];
    });
    return {
      element,
      isFirst: Number(place) === Math.min(...places),
      isLast: Number(place) === Math.max(...places),
    };
  }

  return { itemAt, cardOf };
}
