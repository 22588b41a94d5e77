import type { Page } from "@playwright/test";

/**
 * The links and buttons that a finger can't hit within 24 px (WCAG 2.5.8). A line of text sets the height of links in it, and
 * charts have their figures in a table as well. What is clipped, covered or outside of the visible area is not measured.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const REACH = 11.5;
    const isInText = (element: Element) =>
      getComputedStyle(element).display === "inline" &&
      [...(element.parentElement?.childNodes ?? [])].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && (textContent ?? "").trim().length > 3,
      );
    return [...document.querySelectorAll<HTMLElement>("main :is(a[href], button)")].flatMap((element) => {
      if (element instanceof SVGElement || !element.checkVisibility() || isInText(element)) return [];
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { left, top, width, height } = element.getBoundingClientRect();
      const isHit = (x: number, y: number) =>
        element.contains(document.elementFromPoint(left + width / 2 + x, top + height / 2 + y));
      if (!isHit(0, 0)) return [];
      const isHigh = height >= 24 || (isHit(0, -REACH) && isHit(0, REACH));
      const isWide = width >= 24 || (isHit(-REACH, 0) && isHit(REACH, 0));
      return isHigh && isWide
        ? []
        : [`${element.getAttribute("aria-label") ?? element.textContent} ${width}×${height}`];
    });
  });
}
