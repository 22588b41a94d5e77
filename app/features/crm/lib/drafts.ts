import { useCallback, useRef, useState } from "react";
import { safeSessionStorage } from "~/shared/safe-storage.ts";

/** Typed text that is not sent yet. This tab keeps it, even after a reload. */
export function useStoredDraft(name: string): [string, (text: string) => void] {
  const key = `crm-draft:${name}`;
  const [stored, setStored] = useState({ key, text: readDraft(key) });
  if (stored.key !== key) setStored({ key, text: readDraft(key) });
  const write = useCallback(
    (text: string) => {
      setStored({ key, text });
      if (text) safeSessionStorage.write(key, text);
      else safeSessionStorage.remove(key);
    },
    [key],
  );
  return [stored.key === key ? stored.text : readDraft(key), write];
}

/** A draft in a dialog. Discard restores the text from when the dialog opened. */
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

const readDraft = (key: string): string => safeSessionStorage.read(key) ?? "";
