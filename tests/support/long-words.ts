import type { Page } from "@playwright/test";

/** One word that no line can break. */
export const long = (letters: number) => "W".repeat(letters);

/** The visible words that run out of their part of the screen, and whether the page scrolls sideways. */
export const overflowing = (page: Page) =>
  page.evaluate(() => {
    const wrong: string[] = [];
    const { documentElement: root } = document;
    if (root.scrollWidth > innerWidth) wrong.push(`the page is ${root.scrollWidth - innerWidth} px too wide`);
    for (const dialog of document.querySelectorAll("[role=dialog], [role=alertdialog]"))
      if (dialog.scrollWidth > dialog.clientWidth)
        wrong.push(`a dialog scrolls ${dialog.scrollWidth - dialog.clientWidth} px sideways`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.textContent?.includes("WWWWWWWW")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { right, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      for (let around = text.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowX !== "visible") break;
        if (!around.matches("section, article, li, [role=dialog], [role=row], main, aside")) continue;
        if (right > around.getBoundingClientRect().right + 1) {
          const name = around.getAttribute("aria-label") ?? around.tagName.toLowerCase();
          wrong.push(
            `${text.textContent.slice(0, 12)}… ends ${Math.round(right - around.getBoundingClientRect().right)} px right of ${name}`,
          );
        }
        break;
      }
    }
    return wrong;
  });
