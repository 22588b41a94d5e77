import type { Notice } from "./check-fields.ts";

/** Shows a notice above the button and announces it to screen readers. Null removes it. */
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
