import type { FrameBlocks } from "./frame-blocks.ts";

/** The block whose form is shown as it is after sending, and whether its visitors can book a call then. */
export type SentView = { block: string; hasCall: boolean };

/**
 * Shows a form as visitors see it after sending. It refers to nothing outside itself, because its source runs in the frame.
 */
export function makeSentView({ elementsOf }: FrameBlocks) {
  return (sent: SentView | null): void => {
    for (const call of document.querySelectorAll("[data-sent-call]")) call.remove();
    for (const form of document.querySelectorAll<HTMLFormElement>("form[data-sent-view]")) show(form, false);
    for (const element of sent ? elementsOf(sent.block) : [])
      for (const form of element.querySelectorAll<HTMLFormElement>("form[data-lead-form]")) {
        show(form, true);
        if (!sent?.hasCall) continue;
        const link = document.createElement("a");
        link.href = "#";
        link.textContent = "Book a call";
        const call = document.createElement("p");
        call.dataset.sentCall = "";
        call.append(link);
        form.after(call);
      }
  };

  function show(form: HTMLFormElement, isSent: boolean): void {
    form.hidden = isSent;
    form.toggleAttribute("data-sent-view", isSent);
    let message = form.previousElementSibling;
    while (message?.matches(".lead-message") && !/^sent(-\d+)?$/.test(message.id))
      message = message.previousElementSibling;
    if (message?.matches(".lead-message")) message.classList.toggle("lead-shown", isSent);
  }
}
