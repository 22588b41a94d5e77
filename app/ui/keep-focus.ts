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

/** What gets the focus in place of an element that is gone. */
const heirs = new WeakMap<Element, () => HTMLElement | undefined>();

/** The control that is now where an element was that `keepFocus` saw going. */
export const heirOf = (gone: Element): HTMLElement | undefined => heirs.get(gone)?.();

/**
 * For the ref of a screen whose parts come and go. When the focused element goes, such as the row of a deleted draft or a button
 * that the new state doesn't have, the browser would start again at the top of the document. So the focus goes to the next
 * control, or else to the one before. A change of the address is `useFocusOnArrival`'s.
 */
export function keepFocus(screen: HTMLElement | null): (() => void) | undefined {
  if (!screen) return undefined;
  let last: { element: Element; path: string } | null = null;
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = { element: target, path: location.pathname };
  };
  const observer = new MutationObserver((records) => {
    if (!last) return;
    const { element, path } = last;
    if (element.isConnected) {
      if (records.some(({ type, target }) => type === "attributes" && target === element)) followDisabled(element);
      return;
    }
    const removal = records.findLast(
      ({ target, removedNodes }) => target.isConnected && [...removedNodes].some((node) => node.contains(element)),
    );
    last = null;
    if (!removal || path !== location.pathname) return;
    heirs.set(element, () => findHeir(removal, screen));
    // After everything that knows better. A dialog that closes asks for itself.
    setTimeout(() => isLost() && heirOf(element)?.focus({ preventScroll: true }));
  });
  // A button may be disabled only while it works. One that stays so leaves the focus to a control beside it.
  const followDisabled = (element: Element) => {
    const isStill = () => isLost() && last?.element === element && element.isConnected;
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
  // A press beside all controls gives the focus away on purpose.
  const onPress = ({ target }: PointerEvent) => {
    if (target instanceof Node && !document.activeElement?.contains(target)) last = null;
  };
  screen.addEventListener("pointerdown", onPress);
  screen.addEventListener("focusin", onFocus);
  observer.observe(screen, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  return () => {
    screen.removeEventListener("pointerdown", onPress);
    screen.removeEventListener("focusin", onFocus);
    observer.disconnect();
  };
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/** The next control in the same place or the one before, and otherwise one elsewhere on the screen. */
function findHeir(
  { target, previousSibling }: Pick<MutationRecord, "target" | "previousSibling">,
  screen: HTMLElement,
): HTMLElement | undefined {
  const controls = [...screen.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.checkVisibility());
  const isNext = (control: Node) =>
    previousSibling?.isConnected
      ? isAfter(previousSibling, control) && !previousSibling.contains(control)
      : target.contains(control) || isAfter(target, control);
  const next = controls.filter(isNext);
  const before = controls.filter((control) => !isNext(control));
  const isHere = (control: Node) => target.contains(control);
  return next.find(isHere) ?? before.findLast(isHere) ?? next[0] ?? before.at(-1);
}

const isAfter = (one: Node, other: Node) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
