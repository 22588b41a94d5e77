import { formatWeekdayTime } from "../../../domain/format-date.ts";
import { setViewerLocale } from "../../../domain/format-locale.ts";
import { offersCalls } from "../offers-calls.ts";

const DAY_MS = 86_400_000;

/** Shows the received view in place of the form and moves there. The 24-hour promise becomes a local time. */
export function showReceived(form: HTMLFormElement, sent: string, id: string): void {
  setViewerLocale(navigator.language);
  const stage = form.parentElement as HTMLElement;
  const received = stage.querySelector<HTMLElement>("[data-received]");
  const line = received?.querySelector("[data-sent-line]");
  if (line) line.textContent = sent;
  for (const place of received?.querySelectorAll<HTMLElement>("[data-deadline]") ?? []) {
    const time = formatWeekdayTime(new Date(Date.now() + DAY_MS));
    place.prepend(`${place.dataset.deadline} ${time}. `);
  }
  stage.dataset.sent = "";
  received?.focus();
  const call = received?.querySelector<HTMLElement>("[data-call]");
  if (call) void offerCall(call, id);
}

/** Offers a call if the agency has any. The form's id says who it is, so that nothing is asked twice. */
async function offerCall(call: HTMLElement, id: string): Promise<void> {
  const link = call.querySelector("a");
  if (!link) return;
  link.href += `?after=${encodeURIComponent(id)}`;
  if (await offersCalls()) call.dataset.call = "offered";
}
