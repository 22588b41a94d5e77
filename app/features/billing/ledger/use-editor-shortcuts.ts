import { useEffect, useRef } from "react";

type Actions = { save: () => void; send: () => void };

/** Ctrl+S and Ctrl+Enter, wherever on the page one is; while something is asked they are the question's. */
export function useEditorShortcuts(actions: Actions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || document.querySelector("[role=dialog], [role=alertdialog]")) return;
      const action = { s: latest.current.save, Enter: latest.current.send }[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}
