import { useEffect, useRef } from "react";

type Deeds = { save: () => void; send: () => void };

/** Ctrl+S and Ctrl+Enter, wherever on the page one is; while something is asked they are the question's. */
export function useEditorKeys(deeds: Deeds): void {
  const latest = useRef(deeds);
  useEffect(() => {
    latest.current = deeds;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || document.querySelector("[role=dialog], [role=alertdialog]")) return;
      const deed = { s: latest.current.save, Enter: latest.current.send }[event.key];
      if (!deed) return;
      event.preventDefault();
      deed();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}
