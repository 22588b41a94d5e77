import { useCallback, useMemo, useState } from "react";

export type Selection = {
  ids: ReadonlySet<string>;
  /** All leads that match the filter are selected, including those that are not loaded. */
  isAllMatching: boolean;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  add: (ids: string[]) => void;
  remove: (ids: string[]) => void;
  selectAllMatching: () => void;
  clear: () => void;
};

const EMPTY_SELECTION: ReadonlySet<string> = new Set();

/** The selected leads. A new `listKey` clears the selection. */
export function useSelection(listKey: string): Selection {
  const [state, setState] = useState({ about: listKey, ids: EMPTY_SELECTION, isAllMatching: false });
  const { ids, isAllMatching } = state.about === listKey ? state : { ids: EMPTY_SELECTION, isAllMatching: false };
  const set = useCallback(
    (change: (ids: Set<string>) => void, all = false) =>
      setState((before) => {
        const next = new Set(before.about === listKey ? before.ids : EMPTY_SELECTION);
        change(next);
        return { about: listKey, ids: next, isAllMatching: all };
      }),
    [listKey],
  );
  return useMemo(
    () => ({
      ids,
      isAllMatching,
      has: (id) => isAllMatching || ids.has(id),
      toggle: (id) => set((next) => (next.has(id) ? next.delete(id) : next.add(id))),
      add: (more) =>
        set((next) => {
          for (const id of more) next.add(id);
        }),
      remove: (fewer) =>
        set((next) => {
          for (const id of fewer) next.delete(id);
        }),
      selectAllMatching: () => set(() => {}, true),
      clear: () => set((next) => next.clear()),
    }),
    [ids, isAllMatching, set],
  );
}
