import { returnsFocusTo } from "~/ui/keep-focus.ts";

/** Finds a call where it is shown: in the week, or on a phone in the list, whose earlier days may be folded. */
export function findCall(id: string): HTMLElement | null {
  for (const call of document.querySelectorAll<HTMLElement>(`[data-call="${CSS.escape(id)}"]`)) {
    const folded = call.closest("details");
    if (folded?.checkVisibility()) folded.open = true;
    if (call.checkVisibility()) return call;
  }
  return null;
}

/**
 * For the ref of a call, which another day draws in another place. A call that leaves the week gives the focus to its heading:
 * the next call is another person's, and the keys would act on it.
 */
export const returnsFocusToCall = (id: string) =>
  returnsFocusTo(() => findCall(id) ?? document.querySelector("[data-week]"));
