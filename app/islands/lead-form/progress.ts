import { type FormValues, fillControls } from "../../../domain/form-draft.ts";
import { safeSessionStorage } from "../../shared/safe-storage.ts";
import { controlsOf } from "./check-fields.ts";

export type Values = FormValues;
/** `id` belongs to one set of values: the same values are the same submission, changed values are another. */
export type Attempt = { id: string; elapsedMs: number };

type StoredProgress = { values: Values; started: number; id?: string; tried?: string };

/** Fields that a person does not fill in. */
const HIDDEN_FIELDS = new Set(["form"]);

/** Keeps a form's input in this tab until it is sent, even when the visitor leaves the page, and restores it. */
export function createFormProgress(form: HTMLFormElement, kind: string) {
  const key = `form:${kind}`;
  const values = (): Values =>
    [...new FormData(form)].flatMap(([name, value]) =>
      HIDDEN_FIELDS.has(name) ? [] : [[name, String(value)] as const],
    );
  let stored = (safeSessionStorage.readJson(key) as StoredProgress | null) ?? { values: [], started: Date.now() };
  if (stored.values.length > 0) fillControls(controlsOf(form), stored.values);

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

/** A UUID. crypto.randomUUID is missing on pages without HTTPS. */
function newId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}
