import { useCallback, useRef, useState } from "react";

/** What one typed and did not send yet stays with this tab, also over a reload. */
export function useStoredDraft(name: string): [string, (text: string) => void] {
  const key = `crm-draft:${name}`;
  const [stored, setStored] = useState({ key, text: readDraft(key) });
  // Another lead has another draft.
  if (stored.key !== key) setStored({ key, text: readDraft(key) });
  const write = useCallback(
    (text: string) => {
      setStored({ key, text });
      try {
        if (text) sessionStorage.setItem(key, text);
        else sessionStorage.removeItem(key);
      } catch {
        // Without storage it stays in the field.
      }
    },
    [key],
  );
  return [stored.key === key ? stored.text : readDraft(key), write];
}

/** A draft in a dialog that asks before it is thrown away: what it was when the dialog opened is what Discard goes back to. */
export function useDialogDraft(name: string) {
  const [text, setText] = useStoredDraft(name);
  const before = useRef(text);
  return {
    text,
    setText,
    isDirty: text !== before.current && text.trim() !== "",
    restore: () => setText(before.current),
  };
}

function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
