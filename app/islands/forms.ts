import { safeSessionStorage } from "../shared/safe-storage.ts";

/** Without this, a form is a plain POST. The rest loads at the first interaction, or when a saved draft exists. */
export function startForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-form]")) {
    const start = () => import("./lead-form/lead-form.ts").then((island) => island.startLeadForm(form));
    form.addEventListener("focusin", start, { once: true });
    // The storage key of lead-form/progress.ts.
    if (safeSessionStorage.read(`form:${form.dataset.form}`)) start();
  }
}
