import type { Notice } from "./check-fields.ts";

/** What a notice is about. One about the fields is above them, the others are above the button. */
type Subject = "fields" | "sending" | "offline";

/** Shows a notice and announces it to screen readers. Null removes it. */
export function showNotice(form: HTMLFormElement, notice: Notice | null, about: Subject = "sending"): void {
  const region = form.querySelector<HTMLElement>("[role=alert]");
  if (!region) return;
  region.dataset.about = about;
  region.replaceChildren();
  if (!notice) return;
  const title = document.createElement("b");
  const text = document.createElement("p");
  title.textContent = notice.title;
  text.textContent = notice.text;
  region.append(title, text);
}
