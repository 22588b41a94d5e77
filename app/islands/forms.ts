import { safeSessionStorage } from "../shared/safe-storage.ts";

/** Without this, a form is a plain POST. The rest loads at the first interaction, or when a saved draft exists. */
export function startForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-form]")) {
    const start = () => import("./lead-form/lead-form.ts").then((island) => island.startLeadForm(form));
    form.noValidate = true;
    form.addEventListener("focusin", start, { once: true });
    // A button that is pressed before the rest is there waits for it, so that the first press shows our own errors.
    form.addEventListener("submit", (event) => {
      if (event.defaultPrevented || "ready" in form.dataset) return;
      event.preventDefault();
      start().then(
        () => form.requestSubmit(),
        () => form.submit(),
      );
    });
    // The storage key of lead-form/progress.ts.
    if (safeSessionStorage.read(`form:${form.dataset.form}`)) start();
  }
}
