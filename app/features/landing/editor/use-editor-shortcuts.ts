import { useEffect, useRef } from "react";
import type { EditorState } from "./use-editor.ts";

const TEXT_CONTROLS = "input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]";

/** ⌘S saves now. ⌘Z and ⇧⌘Z undo and redo, except where a field has its own. */
export function useEditorShortcuts(editor: EditorState): void {
  const latest = useRef(editor);
  latest.current = editor;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || document.querySelector("[role=dialog], [role=alertdialog]")) return;
      const key = event.key.toLowerCase();
      const typing = (event.target as HTMLElement | null)?.closest(TEXT_CONTROLS);
      const { history, save } = latest.current;
      if (key === "s") void save.flush();
      else if (key === "z" && !typing) event.shiftKey ? history.redo() : history.undo();
      else if (key === "y" && !typing) history.redo();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}
