import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { safeLocalStorage } from "~/shared/safe-storage.ts";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { useSession } from "~/shared/use-session.ts";
import { type ColumnLayout, columnOf, readLayout, type ShownColumn, writeLayout } from "./columns.ts";
import type { LeadsUrlState } from "./url-state.ts";

export type ColumnsState = {
  layout: ColumnLayout;
  /** Changes the layout as it is now, also while an earlier change is not drawn yet. The text is read to screen readers. */
  change: (next: (layout: ColumnLayout) => ColumnLayout, announcement: (layout: ColumnLayout) => string) => void;
  /** Back to the columns that everyone starts with. */
  reset: () => void;
  isDefault: boolean;
  /** The result of the latest change, for screen readers. */
  announcement: string;
};

/**
 * The columns of the table. The URL has them, and a saved view stores them like the rest of its URL. Without a view, the last
 * choice of this person on this device counts.
 */
export function useColumns({ config, view, change }: LeadsUrlState): ColumnsState {
  const userId = useSession().session?.user.id ?? "";
  const storageKey = `crm-lead-columns ${userId}`;
  const stored = useSyncExternalStore(subscribe, () => safeLocalStorage.read(storageKey) ?? "");
  const text = config.cols || (view ? "" : stored);
  const layout = useMemo(() => readLayout(text), [text]);
  const latest = useRef(layout);
  useEffect(() => {
    latest.current = layout;
  }, [layout]);
  const [announcement, announce] = useState("");
  const save = (next: ColumnLayout) => {
    latest.current = next;
    const cols = writeLayout(next);
    if (!view) safeLocalStorage.write(storageKey, cols);
    change({ cols });
  };
  return {
    layout,
    change: useEventCallback((next, text) => {
      const before = latest.current;
      const after = next(before);
      if (after !== before) save(after);
      announce(text(after));
    }),
    reset: useEventCallback(() => {
      save(readLayout(""));
      announce("Columns reset");
    }),
    isDefault: writeLayout(layout) === "",
    announcement,
  };
}

/** 'Company, column 2 of 9', counted without the checkboxes. */
export function placeText(layout: ColumnLayout, { key }: Pick<ShownColumn, "key">): string {
  const at = layout.findIndex((shown) => shown.key === key);
  const { label } = columnOf(key);
  return at === -1 ? `${label} hidden` : `${label}, column ${at + 1} of ${layout.length}`;
}

/** Another tab may change the stored columns. */
function subscribe(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
