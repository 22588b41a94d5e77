import { safeSessionStorage } from "../../shared/safe-storage.ts";
import { controlsOf } from "./check-fields.ts";

/** What was written, as a form sends it: several values for one name are a list of ticks. */
export type Values = readonly (readonly [name: string, value: string])[];
/** `id` is one for one text: sent again it is the same submission, changed it is another. */
export type Attempt = { id: string; elapsedMs: number };

type StoredProgress = { values: Values; started: number; id?: string; tried?: string };

/** Not a person's words. */
const HIDDEN_FIELDS = new Set(["form"]);

/** Keeps the words of a form in this tab until they have been sent, also when the page is left, and puts them back. */
export function createFormProgress(form: HTMLFormElement, kind: string) {
  const key = `form:${kind}`;
  const values = (): Values =>
    [...new FormData(form)].flatMap(([name, value]) =>
      HIDDEN_FIELDS.has(name) ? [] : [[name, String(value)] as const],
    );
  let stored = (safeSessionStorage.readJson(key) as StoredProgress | null) ?? { values: [], started: Date.now() };
  if (stored.values.length > 0) fillForm(form, stored.values);

  const save = (more: Partial<StoredProgress> = {}) => {
    stored = { ...stored, ...more, values: values() };
    safeSessionStorage.write(key, JSON.stringify(stored));
  };
  return {
    values,
    save: () => save(),
    attempt(): Attempt {
      const text = JSON.stringify(values());
      if (!stored.id || stored.tried !== text) save({ id: newId(), tried: text });
      return { id: stored.id ?? "", elapsedMs: Date.now() - stored.started };
    },
    forget() {
      form.reset();
      stored = { values: [], started: Date.now() };
      safeSessionStorage.remove(key);
    },
  };
}

function fillForm(form: HTMLFormElement, values: Values): void {
  for (const control of controlsOf(form)) {
    const own = values.filter(([name]) => name === control.name).map(([, value]) => value);
    if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type))
      control.checked = own.includes(control.value);
    else if (own[0] !== undefined) control.value = own[0];
  }
}

/** A UUID; crypto.randomUUID is missing on pages without https. */
function newId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}
