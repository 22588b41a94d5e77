import type { Page } from "@playwright/test";

type Walked = { walked: number; problems: string[] };

/**
 * Walks through the page with Tab until the focus is back at the start, and returns a line for each element that does not
 * show its focus. Then it focuses the same elements in the other theme, without the keyboard, because Tab takes most of the
 * time and themes have one order. A visible focus is an outline of at least 2 px, a shadow or a border, on the element, on one of
 * its pseudo-elements or around it, which appears with the focus and has a contrast of 3:1 with what is behind it.
 */
export async function elementsWithoutFocusRing(page: Page, otherTheme: "light" | "dark"): Promise<Walked[]> {
  await page.evaluate(prepareFocusWalk);
  await page.evaluate(() => window.focusWalk?.start());
  for (let step = 0; step < MAX_STEPS; step++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => window.focusWalk?.visit())) break;
  }
  const walked = await page.evaluate(() => window.focusWalk?.finish());
  await page.emulateMedia({ colorScheme: otherTheme });
  const again = await page.evaluate(() => window.focusWalk?.again());
  return [walked ?? NOTHING, again ?? NOTHING];
}

const NOTHING: Walked = { walked: 0, problems: [] };

/** A long list repeats its first rows, and loads more of them while the focus moves through it. */
const MAX_STEPS = 150;

type FocusWalk = {
  start: () => void;
  /** Looks at the focused element. True when the walk is back at the start of the page. */
  visit: () => boolean;
  finish: () => Walked;
  /** Focuses the elements of the walk as the keyboard does, one after the other. */
  again: () => Promise<Walked>;
};

declare global {
  interface Window {
    focusWalk?: FocusWalk;
  }
}

/** Runs in the page. */
function prepareFocusWalk(): void {
  type Look = { outline: string; offset: number; color: string; width: number; shadow: string; border: string };
  type Place = { node: Element; pseudo: "" | "::before" | "::after" };
  type Visit = { element: Element; name: string; places: Place[]; looks: Look[] };
  const root = document.documentElement;
  const seen = new Set<Element>();
  let problems: string[] = [];
  let last: Visit | undefined;

  const still = document.createElement("style");
  still.textContent = "*,*::before,*::after{transition:none!important;animation:none!important}";
  document.head.append(still);

  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map<string, number[]>();
  function rgba(color: string): number[] {
    const held = known.get(color);
    if (held) return held;
    if (!canvas) return [0, 0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const read = [r, g, b, a / 255];
    known.set(color, read);
    return read;
  }
  const over = ([r = 0, g = 0, b = 0, a = 1]: number[], [R = 0, G = 0, B = 0]: number[]) => [
    r * a + R * (1 - a),
    g * a + G * (1 - a),
    b * a + B * (1 - a),
    1,
  ];
  function behind(node: Element | null): number[] {
    if (!node) return rgba(getComputedStyle(root).colorScheme === "dark" ? "#000" : "#fff");
    const own = [band(node, "::before"), band(node, "::after"), rgba(getComputedStyle(node).backgroundColor)].reduce(
      (top, below) => (top[3] === 1 ? top : below),
    );
    // The page paints such a band behind several elements: its color is a token.
    if (own[3] === 0 && node.matches(".on-ink, .on-paper")) return token(node as HTMLElement, "--page");
    return own[3] === 1 ? own : over(own, behind(node.parentElement));
  }
  function token(node: HTMLElement, name: string): number[] {
    node.style.backgroundColor = `var(${name})`;
    const color = getComputedStyle(node).backgroundColor;
    node.style.backgroundColor = "";
    return rgba(color);
  }
  /** The background of a pseudo-element that covers its element, as the full-width bands of the site do. */
  function band(node: Element, pseudo: string): number[] {
    const { content, position, width, height, backgroundColor } = getComputedStyle(node, pseudo);
    const covers =
      content !== "none" &&
      position === "absolute" &&
      Number.parseFloat(width) >= node.clientWidth &&
      Number.parseFloat(height) >= node.clientHeight;
    return covers ? rgba(backgroundColor) : [0, 0, 0, 0];
  }
  function luminance(color: number[]): number {
    const [r = 0, g = 0, b = 0] = color
      .slice(0, 3)
      .map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  function contrast(color: string, background: number[]): number {
    const [a, b] = [luminance(over(rgba(color), background)), luminance(background)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  function look({ node, pseudo }: Place): Look {
    const style = getComputedStyle(node, pseudo || null);
    const drawn = !pseudo || style.content !== "none";
    return {
      outline: drawn ? style.outlineStyle : "none",
      offset: Number.parseFloat(style.outlineOffset),
      color: style.outlineColor,
      width: drawn && style.outlineStyle !== "none" ? Number.parseFloat(style.outlineWidth) : 0,
      shadow: drawn ? style.boxShadow : "none",
      border: drawn ? `${style.borderTopWidth} ${style.borderTopColor}` : "",
    };
  }
  /** The element, its pseudo-elements, what is drawn in it, and what surrounds it closely. */
  function placesOf(element: Element): Place[] {
    const nodes = [element, ...element.children];
    const next = element.nextElementSibling;
    if (next) nodes.push(next);
    for (let up = element.parentElement, level = 0; up && level < 3; up = up.parentElement, level++) nodes.push(up);
    return nodes.flatMap((node) => (["", "::before", "::after"] as const).map((pseudo) => ({ node, pseudo })));
  }
  function nameOf(element: Element): string {
    const label = element.getAttribute("aria-label") ?? (element as HTMLInputElement).labels?.[0]?.textContent;
    const text = (label ?? element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `${element.tagName.toLowerCase()}${element.getAttribute("role") ? `[${element.getAttribute("role")}]` : ""} "${text}" .${String(element.getAttribute("class") ?? "").slice(0, 80)}`;
  }
  /** How many sides of an outline are not cut off by a container that clips. */
  function visibleSides(node: Element, reach: number): number {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const box = { left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach };
    const shown = { left: true, top: true, right: true, bottom: true };
    for (let up = node.parentElement; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up);
      const edge = up.getBoundingClientRect();
      if (overflowX !== "visible") {
        shown.left &&= box.left >= edge.left - 0.5;
        shown.right &&= box.right <= edge.right + 0.5;
      }
      if (overflowY !== "visible") {
        shown.top &&= box.top >= edge.top - 0.5;
        shown.bottom &&= box.bottom <= edge.bottom + 0.5;
      }
      if (getComputedStyle(up).position === "fixed") break;
    }
    return Object.values(shown).filter(Boolean).length;
  }
  function showsFocus(place: Place, focused: Look, idle: Look): boolean {
    const around = behind(place.pseudo ? place.node : place.node.parentElement);
    const inside = behind(place.node);
    const ring = focused.width >= 2 && focused.outline !== "none" && idle.width < 2;
    if (ring) {
      const reach = focused.offset + focused.width;
      const seenOn = focused.offset < 0 ? inside : around;
      return contrast(focused.color, seenOn) >= 3 && (place.pseudo !== "" || visibleSides(place.node, reach) >= 3);
    }
    const changed = (now: string, then: string) => now !== then && now !== "none";
    const colorIn = (text: string) => /(?:rgba?|oklch|oklab|color|hsla?|lab|lch)\([^)]*\)/.exec(text)?.[0] ?? "";
    if (changed(focused.shadow, idle.shadow)) return contrast(colorIn(focused.shadow), around) >= 3;
    if (changed(focused.border, idle.border)) return contrast(colorIn(focused.border), inside) >= 3;
    return false;
  }
  /** Compares the previous element, which has lost the focus, with how it looked before. */
  function judge(): void {
    if (!last?.element.isConnected) return;
    const { name, places, looks } = last;
    const shown = places.some((place, at) => {
      const focused = looks[at];
      return focused !== undefined && showsFocus(place, focused, look(place));
    });
    if (!shown) problems.push(name);
  }

  function remember(element: Element): void {
    // A frame shows the focus in its own document.
    if (element.tagName === "IFRAME") return;
    const places = placesOf(element);
    last = { element, name: nameOf(element), places, looks: places.map(look) };
  }

  /** The page may have replaced, hidden or disabled an element since the walk. */
  const isThere = (element: HTMLElement) =>
    element.isConnected && !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true });
  const focus = (element: HTMLElement) => element.focus({ focusVisible: true } as FocusOptions);

  window.focusWalk = {
    start: () => (document.activeElement as HTMLElement | null)?.blur(),
    visit: () => {
      const element = document.activeElement;
      // Tab moves through the parts of a date field, which is one element.
      if (element && element === last?.element) return false;
      judge();
      last = undefined;
      const [first] = seen;
      if (!element || element === document.body || element === first) return true;
      // Someone else's change may take the focused element away, and then an earlier one has the focus again.
      if (seen.has(element)) return false;
      seen.add(element);
      remember(element);
      return false;
    },
    finish: () => ({ walked: seen.size, problems }),
    again: async () => {
      known.clear();
      problems = [];
      last = undefined;
      let walked = 0;
      for (const element of seen as Set<HTMLElement>) {
        focus(element);
        // A row shows its buttons when the focus is in it.
        if (document.activeElement !== element) await new Promise(requestAnimationFrame).then(() => focus(element));
        const isFocused = document.activeElement === element;
        if (!isFocused) (document.activeElement as HTMLElement | null)?.blur();
        judge();
        last = undefined;
        if (isFocused) {
          walked += 1;
          remember(element);
        } else if (isThere(element)) problems.push(`${nameOf(element)} can't be focused`);
      }
      (document.activeElement as HTMLElement | null)?.blur();
      judge();
      still.remove();
      return { walked, problems };
    },
  };
}
