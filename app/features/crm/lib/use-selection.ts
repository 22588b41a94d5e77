import { useCallback, useMemo, useState } from "react";

export type Selection = {
  ids: ReadonlySet<string>;
  /** Everything that the filter leaves, also what is not loaded. */
  whole: boolean;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  add: (ids: string[]) => void;
  takeWhole: () => void;
  clear: () => void;
};

const EMPTY_SELECTION: ReadonlySet<string> = new Set();

/** Which leads are selected; `about` names what is listed, and with another list nothing is selected. */
export function useSelection(about: string): Selection {
  const [state, setState] = useState({ about, ids: EMPTY_SELECTION, whole: false });
  const { ids, whole } = state.about === about ? state : { ids: EMPTY_SELECTION, whole: false };
  const set = useCallback(
    (change: (ids: Set<string>) => void, all = false) =>
      setState((before) => {
        const next = new Set(before.about === about ? before.ids : EMPTY_SELECTION);
        change(next);
        return { about, ids: next, whole: all };
      }),
    [about],
  );
  return useMemo(
    () => ({
      ids,
      whole,
      has: (id) => whole || ids.has(id),
      toggle: (id) => set((next) => (next.has(id) ? next.delete(id) : next.add(id))),
      add: (more) =>
        set((next) => {
          for (const id of more) next.add(id);
        }),
      takeWhole: () => set(() => {}, true),
      clear: () => set((next) => next.clear()),
    }),
    [ids, whole, set],
  );
}
