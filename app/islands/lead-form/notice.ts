import type { Notice } from "./check-fields.ts";

/** Says something over the button, and to screen readers at once; null takes it away. */
export function showNotice(form: HTMLFormElement, notice: Notice | null, tone: "bad" | "plain" = "bad"): void {
  const region = form.querySelector<HTMLElement>("[role=alert]");
  if (!region) return;
  region.dataset.tone = tone;
  region.replaceChildren();
  if (!notice) return;
  const title = document.createElement("b");
  const text = document.createElement("p");
  title.textContent = notice.title;
  text.textContent = notice.text;
  region.append(title, text);
}
