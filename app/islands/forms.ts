import { safeSessionStorage } from "../shared/safe-storage.ts";

/** Without this a form is a plain POST. What it can do better is fetched at its first touch, or when words wait for it. */
export function startForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-form]")) {
    const start = () => import("./lead-form/lead-form.ts").then((island) => island.startLeadForm(form));
    form.addEventListener("focusin", start, { once: true });
    // The name that lead-form/progress.ts keeps them under.
    if (safeSessionStorage.read(`form:${form.dataset.form}`)) start();
  }
}
