import { attributeOf, type Element, elementsOf, hasAttribute, isHidden, wordsOf } from "./page-nodes.ts";

/** What the markup of a form says about its controls. */
export type FormLabels = {
  controls: Element[];
  /** How many controls, and how many of a kind, are inside an element of the form. */
  inside: ReadonlyMap<Element, { all: number; checks: number; radios: number }>;
  /** The words of a control's labels. */
  of: ReadonlyMap<Element, string>;
  /** The names of groups that are not legends. */
  ofGroups: ReadonlyMap<Element, string>;
  /** The elements whose words became a label. */
  claimed: ReadonlySet<Element>;
};

/** Controls that no visitor fills in. */
const SILENT = new Set(["hidden", "submit", "button", "image", "reset", "password"]);

export const typeOf = (control: Element): string => attributeOf(control, "type").toLowerCase();
export const isRadio = (control: Element): boolean => typeOf(control) === "radio";
export const isCheck = (control: Element): boolean => typeOf(control) === "checkbox";
export const isGroup = (element: Element): boolean =>
  element.tagName === "fieldset" || /^(radio)?group$/.test(attributeOf(element, "role"));

/** The elements around this one, up to the form. */
export function* around(element: { parentNode: unknown }, form: Element): Generator<Element> {
  for (let at = element.parentNode as Element | null; at && at !== form; at = at.parentNode as Element | null) yield at;
}

export function readLabels(form: Element): FormLabels {
  const elements = [...elementsOf(form)];
  const labels = elements.filter(({ tagName }) => tagName === "label");
  const targets = new Set(labels.filter((label) => !isHidden(label)).map((label) => attributeOf(label, "for")));
  const controls = elements.filter((element) => isControl(element, form, targets));
  const inside = countInside(controls, form);
  const words = new Map<Element, Set<string>>();
  const claimed = new Set<Element>();
  const claim = (control: Element, source: Element) => {
    claimed.add(source);
    words.set(control, (words.get(control) ?? new Set()).add(wordsOf(source)));
  };
  const byId = new Map(
    controls.map((control) => [attributeOf(control, "id"), control]).reverse() as [string, Element][],
  );
  byId.delete("");
  const only = onlyControls(controls, inside, form);
  for (const label of labels) {
    const control = byId.get(attributeOf(label, "for")) ?? only.get(label);
    if (control) claim(control, label);
  }
  const named = (element: Element) => sourcesOf(element, "aria-labelledby");
  for (const control of controls) if (!words.has(control)) for (const source of named(control)) claim(control, source);
  const ofGroups = new Map<Element, string>();
  for (const group of elements.filter((element) => isGroup(element) && inside.has(element))) {
    // A group that names itself by a part with controls would take their words.
    const sources = named(group).filter((source) => !inside.has(source) && source !== form);
    for (const source of sources) claimed.add(source);
    const name = sources.map(wordsOf).filter(Boolean).join(" ") || attributeOf(group, "aria-label").trim();
    if (name) ofGroups.set(group, name);
  }
  const of = new Map<Element, string>();
  for (const [control, all] of words) {
    const label = [...all].filter(Boolean).join(" ");
    if (label) of.set(control, label);
  }
  return { controls, inside, of, ofGroups, claimed };
}

function isControl(element: Element, form: Element, targets: ReadonlySet<string>): boolean {
  if (!/^(input|textarea|select)$/.test(element.tagName) || SILENT.has(typeOf(element))) return false;
  if (!isHidden(element)) return true;
  if (!isRadio(element) && !isCheck(element)) return false;
  // Pages hide boxes to draw their own beside the words.
  const id = attributeOf(element, "id");
  if (id && targets.has(id)) return true;
  for (const above of around(element, form)) if (above.tagName === "label") return !isHidden(above);
  return false;
}

function countInside(controls: readonly Element[], form: Element): FormLabels["inside"] {
  const inside = new Map<Element, { all: number; checks: number; radios: number }>();
  for (const control of controls)
    for (const above of around(control, form)) {
      const count = inside.get(above) ?? { all: 0, checks: 0, radios: 0 };
      count.all += 1;
      if (isCheck(control)) count.checks += 1;
      if (isRadio(control)) count.radios += 1;
      inside.set(above, count);
    }
  return inside;
}

/** The labels around one control. One around several is no label of any. */
function onlyControls(
  controls: readonly Element[],
  inside: FormLabels["inside"],
  form: Element,
): Map<Element, Element> {
  const only = new Map<Element, Element>();
  for (const control of controls)
    for (const above of around(control, form))
      if (above.tagName === "label" && inside.get(above)?.all === 1) only.set(above, control);
  return only;
}

const idsOfPages = new WeakMap<object, Map<string, Element>>();

/** The elements that an attribute names, from the whole page. */
function sourcesOf(element: Element, attribute: string): Element[] {
  if (!hasAttribute(element, attribute)) return [];
  let root = element;
  while (root.parentNode && "childNodes" in root.parentNode) root = root.parentNode as Element;
  let ids = idsOfPages.get(root);
  if (!ids) {
    ids = new Map();
    for (const each of elementsOf(root)) {
      const id = each.attrs && attributeOf(each, "id");
      if (id && !ids.has(id)) ids.set(id, each);
    }
    idsOfPages.set(root, ids);
  }
  const wanted = attributeOf(element, attribute).split(/\s+/).slice(0, 5);
  return wanted.map((id) => ids.get(id)).filter((source) => source !== undefined);
}
