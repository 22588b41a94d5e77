import { useEffect, useRef } from "react";
import { toast } from "~/shared/toast.ts";
import { type DraftLine, type InvoiceDraft, isEmpty, lineText, restoreLine } from "./invoice-draft.ts";

type Editor = { draft: InvoiceDraft; change: (changes: Partial<InvoiceDraft>) => void };

/** Removes a line of the draft and offers Undo, which restores it in its place, even after other changes. */
export function useLineRemoval(editor: Editor, onRestored: (line: DraftLine) => void): (line: DraftLine) => void {
  const latest = useRef(editor);
  useEffect(() => {
    latest.current = editor;
  });
  const offers = useRef<(() => void)[]>([]);
  // An offer ends with its editor.
  useEffect(
    () => () => {
      for (const dismiss of offers.current) dismiss();
    },
    [],
  );
  const restore = (line: DraftLine) => {
    const { draft, change } = latest.current;
    change({ lines: restoreLine(draft.lines, line) });
    onRestored(line);
  };
  return (line) => {
    const { draft, change } = latest.current;
    change({ lines: draft.lines.filter(({ key }) => key !== line.key) });
    if (isEmpty(line)) return;
    const name = lineText(line);
    offers.current.push(toast.undo(name ? `${name} removed` : "Line removed", () => restore(line)));
  };
}
