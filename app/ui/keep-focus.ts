/**
 * What the focus can go to without any other effect: focus alone selects a tab, and on a phone it opens the keyboard in a text
 * field. Both are left out.
 */
const CONTROLS = [
  "a[href]:not([tabindex='-1'])",
  "button:not(:disabled, [tabindex='-1'], [role=tab]:not([aria-selected=true]))",
  "input:is([type=checkbox], [type=radio]):not(:disabled, [tabindex='-1'])",
].join();

/** How long a button may be disabled and get the focus back. */
const WORK_MS = 800;

/** By popover, the button that opened it. The button names it only while it is open, not during its closing animation. */
const triggers = new WeakMap<Element, Element>();

/** The button of the popover with this element. The popover had the focus while it was open. */
export function triggerOf(part: Element): Element | undefined {
  const popover = part.closest(POPOVER);
  return popover ? triggers.get(popover) : undefined;
}

const POPOVER = "[role=dialog]:not([aria-modal])";

/** What gets the focus in place of an element that is gone. */
const heirs = new WeakMap<Element, () => HTMLElement | undefined>();

/** By bar, what gets the focus when the bar goes. `row` is the selector of the rows that it returns to, `from` the last of them. */
type Home = { find: () => Element | null; row?: string | undefined; from?: Element };
const homes = new WeakMap<Element, Home>();

/**
 * For the ref of a bar that floats over a list: it isn't beside what it changes, so it says what gets its focus when it goes. With
 * `row`, this is the place in a row from which the focus came, or the neighbor of a row that the bar removed.
 */
export const returnsFocusTo = (find: () => Element | null, row?: string) => (bar: Element | null) => {
  if (bar) homes.set(bar, { find, row });
};

/** For the ref of a notice with the button that settles it. What comes next on the page has nothing to do with it. */
export const returnsFocusToHeading = returnsFocusTo(() => headingOf(document.body));

function barOf(part: Element | null): Home | undefined {
  return part ? (homes.get(part) ?? barOf(part.parentElement)) : undefined;
}

function homeOf(part: Node): HTMLElement | undefined {
  const bar = part instanceof Element ? barOf(part) : undefined;
  const place = bar?.from?.isConnected ? bar.from : bar?.from && heirOf(bar.from);
  // A save button is disabled until something changes again.
  const home = place && !place.matches(":disabled") ? place : bar?.find();
  return home instanceof HTMLElement ? home : undefined;
}

/** The control that is now where an element was that `keepFocus` saw going. */
export const heirOf = (gone: Element): HTMLElement | undefined => heirs.get(gone)?.();

/**
 * Watches the focus on all pages, and returns a function that stops. When the focused element goes, such as the row of a deleted
 * draft or a button that the new state doesn't have, the browser would start again at the top of the document. So the focus goes to
 * the next control, or else to the one before or to the heading. A change of the address is `useFocusOnArrival`'s.
 */
export function keepFocus(): () => void {
  /** By page and dialog, what had the focus there last. The page's stays while a dialog is in front of it. */
  const focused = new Map<Element, { element: Element; path: string }>();
  /** The place in a list from which the focus came into a bar. */
  let from: Element | null = null;
  const onFocus = ({ target: reached, relatedTarget }: FocusEvent) => {
    // A menu stands for its button, to which it returns the focus by itself.
    const menu = reached instanceof Element && reached.closest("[role=menu]");
    const target = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : reached;
    if (!(target instanceof Element)) return;
    const popover = target.closest(POPOVER);
    const trigger = popover?.id && document.querySelector(`[aria-controls="${CSS.escape(popover.id)}"]`);
    if (popover && trigger) triggers.set(popover, trigger);
    focused.set(screenOf(target) ?? document.body, { element: target, path: location.pathname });
    const bar = barOf(target);
    if (
      bar?.row &&
      relatedTarget instanceof Element &&
      relatedTarget.closest(bar.row) &&
      barOf(relatedTarget) !== bar
    ) {
      bar.from = relatedTarget;
      from = relatedTarget;
    }
  };
  const observer = new MutationObserver((records) => {
    const removal = from && !from.isConnected && removalOf(from, records);
    if (from && removal) {
      heirs.set(from, () => findHeir(removal, screenOf(removal.target)));
      from = null;
    }
    for (const [screen, { element, path }] of focused) {
      if (element.isConnected) {
        if (records.some(({ type, target }) => type === "attributes" && target === element)) followDisabled(element);
        continue;
      }
      focused.delete(screen);
      const removal = removalOf(element, records);
      if (!removal || path !== location.pathname) continue;
      // A toast belongs to no screen, and the bar of toasts stays.
      heirs.set(
        element,
        () => homeOf(element) ?? findHeir(removal, screenOf(removal.target)) ?? homeOf(removal.target),
      );
      // After everything that knows better. A dialog that closes asks for itself.
      setTimeout(() => isLost(screen) && heirOf(element)?.focus({ preventScroll: true }));
    }
  });
  // A button may be disabled only while it works. One that stays so leaves the focus to a control beside it.
  const followDisabled = (element: Element) => {
    const isStill = () =>
      isLost(screenOf(element)) &&
      element.isConnected &&
      focused.get(screenOf(element) ?? document.body)?.element === element;
    if (element instanceof HTMLElement && !element.matches(":disabled")) {
      if (isStill()) element.focus({ preventScroll: true });
      return;
    }
    setTimeout(() => {
      const { parentElement } = element;
      if (!isStill() || !element.matches(":disabled") || !parentElement) return;
      const heir = findHeir({ target: parentElement, previousSibling: element }, parentElement);
      heir?.focus({ preventScroll: true });
    }, WORK_MS);
  };
  // A press outside all controls gives the focus away on purpose.
  const onPress = ({ target }: PointerEvent) => {
    if (target instanceof Node && !document.activeElement?.contains(target))
      focused.delete(screenOf(target) ?? document.body);
  };
  document.addEventListener("pointerdown", onPress);
  document.addEventListener("focusin", onFocus);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  return () => {
    document.removeEventListener("pointerdown", onPress);
    document.removeEventListener("focusin", onFocus);
    observer.disconnect();
  };
}

/** A dialog takes the focus itself when its focused control goes. It keeps it when a control of the page behind it goes. */
const isLost = (screen: Element | null) =>
  document.activeElement === null || document.activeElement === document.body || document.activeElement === screen;

/** The page or the dialog with this node. */
const screenOf = (target: Node): Element | null =>
  (target instanceof Element ? target : target.parentElement)?.closest("main, [role=dialog], [role=alertdialog]") ??
  null;

type Removal = Pick<MutationRecord, "target" | "previousSibling">;

/** Where an element was, and what is in front of that place. Rows that go together are removed one by one, the first one first. */
function removalOf(gone: Element, records: MutationRecord[]): Removal | undefined {
  const isOf = (node: Node) => (record: MutationRecord) =>
    record.target.isConnected && [...record.removedNodes].some((removed) => removed.contains(node));
  const removal = records.findLast(isOf(gone));
  if (!removal) return undefined;
  let { previousSibling } = removal;
  while (previousSibling && !previousSibling.isConnected)
    previousSibling = records.findLast(isOf(previousSibling))?.previousSibling ?? null;
  return { target: removal.target, previousSibling };
}

/** The next control in the same place or the one before, or else the heading there; then the same in the card and on the screen. */
function findHeir({ target, previousSibling }: Removal, screen: Element | null): HTMLElement | undefined {
  const isNext = (control: Node) =>
    previousSibling?.isConnected
      ? isAfter(previousSibling, control) && !previousSibling.contains(control)
      : target.contains(control) || isAfter(target, control);
  const place = target instanceof Element ? target : target.parentElement;
  for (const part of [place, place?.closest(CARD), screen]) {
    if (!part || !screen?.contains(part)) continue;
    const controls = [...part.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.checkVisibility());
    const heir = controls.find(isNext) ?? controls.findLast((control) => !isNext(control)) ?? headingOf(part);
    if (heir) return heir;
  }
  return undefined;
}

const CARD = "[data-card], section, fieldset, form, [role=region]";

/** The main heading of a part of the page, ready for the focus. */
export function headingOf(part: Element): HTMLElement | null {
  const heading = part.querySelector<HTMLElement>("h1") ?? part.querySelector<HTMLElement>("h2, h3");
  heading?.setAttribute("tabindex", "-1");
  return heading;
}

const isAfter = (one: Node, other: Node) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
