import type { KeyboardEvent } from "react";

/** ⌘↵ or Ctrl+Enter sends what one is writing. */
export function submitOnModEnter(event: KeyboardEvent, send: () => Promise<void>): void {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  void send();
}
