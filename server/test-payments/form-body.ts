/**
 * The contents of a form-encoded body in Stripe's protocol: texts, lists and objects, nested by brackets in the names.
 */
export type FormValue = string | FormObject;
export type FormObject = { [name: string]: FormValue | undefined };

const DANGEROUS = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Parses `line_items[0][price_data][currency]=usd&…` into nested objects. Lists become objects with the keys 0, 1, 2 …
 */
export function parseForm(text: string): FormObject {
  const result: FormObject = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\[|\]\[?|\]/).filter((part, index) => index === 0 || part !== "");
    if (path.some((part) => DANGEROUS.has(part))) continue;
    let target = result;
    for (const part of path.slice(0, -1)) {
      const next = target[part];
      if (typeof next === "object") target = next;
      else {
        const created: FormObject = Object.create(null);
        target[part] = created;
        target = created;
      }
    }
    target[path.at(-1) ?? ""] = value;
  }
  return result;
}

/** The object with this name, or an empty one. */
export const objectAt = (form: FormObject, name: string): FormObject => {
  const value = form[name];
  return typeof value === "object" ? value : {};
};

/** The text with this name, or undefined. */
export const textAt = (form: FormObject, name: string): string | undefined => {
  const value = form[name];
  return typeof value === "string" ? value : undefined;
};

/** The texts of an object, for `metadata`. */
export const textsAt = (form: FormObject, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(objectAt(form, name)).filter(([, value]) => typeof value === "string")) as Record<
    string,
    string
  >;
