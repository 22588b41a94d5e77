import { applicationForm, contactForm, offlineTexts } from "~/content/forms.ts";
import { invalidFieldsNotice, MIN_HUMAN_MS } from "../../../domain/submission-rules.ts";
import { type Control, checkFields, showProblem, showProblems } from "./check-fields.ts";
import { showNotice } from "./notice.ts";
import { createFormProgress } from "./progress.ts";
import { sendApplication } from "./send-application.ts";
import { sendContact } from "./send-contact.ts";
import { showReceived } from "./show-received.ts";

const forms = {
  contact: { send: sendContact, failure: contactForm.failure },
  application: { send: sendApplication, failure: applicationForm.failure },
};

/** Makes a plain form validate its fields, keep its input, submit without leaving the page, and show the result. */
export function startLeadForm(form: HTMLFormElement): void {
  // It may start more than once: by focus, by a press of the button, and by a saved draft.
  if ("ready" in form.dataset) return;
  const kind = form.dataset.form as keyof typeof forms;
  const { send, failure } = forms[kind];
  const progress = createFormProgress(form, kind);
  let sending = false;

  const submit = async () => {
    const wrong = checkFields(form, kind);
    if (wrong) return showNotice(form, wrong, "fields");
    if (!navigator.onLine) return showOffline(form);
    showNotice(form, null);
    const attempt = progress.attempt();
    // Autofill can be faster than MIN_HUMAN_MS, and a real person's answers must not count as spam.
    const isEarly = attempt.elapsedMs >= 0 && attempt.elapsedMs < MIN_HUMAN_MS;
    if (isEarly) await new Promise((resume) => setTimeout(resume, MIN_HUMAN_MS - attempt.elapsedMs));
    const result = await send(progress.values(), isEarly ? { ...attempt, elapsedMs: MIN_HUMAN_MS } : attempt).catch(
      () => "failed" as const,
    );
    if (result === "failed") return navigator.onLine ? showNotice(form, failure) : showOffline(form);
    if ("problems" in result) {
      showProblems(form, result.problems);
      const { title = invalidFieldsNotice.title, text = invalidFieldsNotice.text } = result;
      return showNotice(form, { title, text }, "fields");
    }
    progress.forget();
    showReceived(form, result.sent, attempt.id);
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    const ready = showBusy(form);
    // A bug of ours must not lose the input, so the browser then submits the form as it does without scripts.
    await submit().catch(() => form.submit());
    ready();
    sending = false;
  });
  // As submitOnModEnter, from any field.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener("input", ({ target }) => {
    progress.save();
    showProblem(target as Control, "");
    if (!form.querySelector("[aria-invalid]")) showNotice(form, null);
  });
  form.dataset.ready = "";
}

function showOffline(form: HTMLFormElement): void {
  showNotice(form, offlineTexts.offline, "offline");
  addEventListener("online", () => showNotice(form, offlineTexts.back, "offline"), { once: true });
}

/** The button shows that it is busy, and keeps its place and focus. */
function showBusy(form: HTMLFormElement): () => void {
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  const name = button?.textContent ?? "";
  if (button) button.textContent = "Sending…";
  button?.setAttribute("aria-disabled", "true");
  return () => {
    if (button) button.textContent = name;
    button?.removeAttribute("aria-disabled");
  };
}
