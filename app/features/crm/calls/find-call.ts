/** Finds a call where it is shown: in the week, or on a phone in the list, whose earlier days may be folded. */
export function findCall(id: string): HTMLElement | null {
  for (const call of document.querySelectorAll<HTMLElement>(`[data-call="${CSS.escape(id)}"]`)) {
    const folded = call.closest("details");
    if (folded?.checkVisibility()) folded.open = true;
    if (call.checkVisibility()) return call;
  }
  return null;
}
