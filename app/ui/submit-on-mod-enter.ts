import type { KeyboardEvent } from "react";

/**
 * For a form's `onKeyDown`: ⌘↵ or Ctrl+Enter submits it from any field, unless its button is disabled. The page behind it doesn't get
 * the key.
 */
export function submitOnModEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.stopPropagation();
  if (!event.currentTarget.querySelector("[type=submit]:disabled")) event.currentTarget.requestSubmit();
}
