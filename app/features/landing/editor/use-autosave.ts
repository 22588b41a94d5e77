import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { isConflict, isOutdated, problemText } from "~/shared/problem-text.ts";
import { isTransient } from "~/shared/service-error.ts";
import { saveDraft } from "../lib/api.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";
import { draftProblems, isSameDraft, removeLocalDraft, saveLocalDraft } from "./draft.ts";

/** The save state of the draft. `problem` is a text for the user. */
export type SaveState =
  | { kind: "saved" | "saving" | "waiting" | "offline" }
  | { kind: "conflict" | "refused"; problem: string };

/** What the editor shows of its saves. `revision` is the last one that was stored. */
export type Saves = { state: SaveState; revision: number; dirty: boolean };

const DEBOUNCE_MS = 800;
const LOCAL_COPY_DELAY_MS = 250;
const RETRY_DELAYS_MS = [2_000, 5_000, 10_000];

/**
 * Saves the draft shortly after the last change. Saves run one at a time, each with the revision that it is based on. The
 * browser keeps a copy until the draft is saved. Invalid drafts are not sent, and changes by others are never overwritten.
 * Saves change their state while someone types, so only what shows the state renders for it: see `useSaves`.
 */
export function useAutosave(pageId: string, draft: LandingDraft, first: { draft: LandingDraft; revision: number }) {
  const [store] = useState(() =>
    makeStore<Saves>({ state: { kind: "saved" }, revision: first.revision, dirty: false }),
  );
  const latest = useRef(draft);
  const saved = useRef(first.draft);
  const seen = useRef(first.revision);
  const flight = useRef<Promise<boolean> | null>(null);
  const failures = useRef(0);
  const halted = useRef(false);
  latest.current = draft;
  const { set } = store;
  const setState = useCallback((state: SaveState) => set({ state }), [set]);

  const attempt = useCallback(async (): Promise<boolean> => {
    while (!isSameDraft(latest.current, saved.current)) {
      if (halted.current) return false;
      const [problem] = Object.values(draftProblems(latest.current));
      if (problem) {
        setState({ kind: "refused", problem });
        return false;
      }
      const sent = latest.current;
      setState({ kind: "saving" });
      try {
        seen.current = await saveDraft(pageId, seen.current, sent);
        saved.current = sent;
        failures.current = 0;
        set({ revision: seen.current, dirty: !isSameDraft(latest.current, sent) });
      } catch (error) {
        if (sent !== latest.current && !isConflict(error) && !isTransient(error)) continue;
        const problem = problemText(error, "Not saved");
        const byOther = isOutdated(error);
        halted.current = byOther;
        if (byOther) setState({ kind: "conflict", problem });
        else if (isTransient(error) && !isConflict(error)) setState({ kind: "offline" });
        else setState({ kind: "refused", problem });
        return false;
      }
    }
    removeLocalDraft(pageId);
    set({ state: { kind: "saved" }, dirty: false });
    return true;
  }, [pageId, set, setState]);

  /** Saves now, and returns whether the draft is stored. */
  const flush = useCallback(async (): Promise<boolean> => {
    flight.current ??= attempt().finally(() => {
      flight.current = null;
    });
    const done = await flight.current;
    return done && isSameDraft(latest.current, saved.current);
  }, [attempt]);

  useEffect(() => {
    const dirty = !isSameDraft(draft, saved.current);
    set({ dirty });
    const { kind } = store.read().state;
    if (!dirty) {
      // The draft is the same as the stored one, for example after Undo, so there is nothing to save.
      if (!flight.current && !halted.current) {
        removeLocalDraft(pageId);
        if (kind !== "saved") setState({ kind: "saved" });
      }
      return;
    }
    if (kind === "saved" || kind === "refused") setState({ kind: "waiting" });
    const copy = setTimeout(() => saveLocalDraft(pageId, draft, seen.current), LOCAL_COPY_DELAY_MS);
    const save = setTimeout(() => void flush(), DEBOUNCE_MS);
    return () => {
      clearTimeout(copy);
      clearTimeout(save);
    };
  }, [pageId, draft, flush, set, setState, store]);

  // The tab may close or the phone may sleep before the timer runs.
  useEffect(() => {
    const keep = () => {
      if (!isSameDraft(latest.current, saved.current)) saveLocalDraft(pageId, latest.current, seen.current);
    };
    addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", keep);
    return () => {
      keep();
      removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", keep);
    };
  }, [pageId]);

  const offline = useSyncExternalStore(store.subscribe, () => store.read().state.kind === "offline");
  useEffect(() => {
    if (!offline) return;
    const again = () => void flush();
    const wait = RETRY_DELAYS_MS[Math.min(failures.current, RETRY_DELAYS_MS.length - 1)];
    failures.current += 1;
    const timer = setInterval(again, wait);
    addEventListener("online", again);
    return () => {
      clearInterval(timer);
      removeEventListener("online", again);
    };
  }, [offline, flush]);

  /** Makes this stored draft the base for further changes. */
  const adopt = useCallback(
    (stored: LandingDraft, at: number) => {
      saved.current = stored;
      seen.current = at;
      halted.current = false;
      failures.current = 0;
      const dirty = !isSameDraft(latest.current, stored);
      set({ revision: at, dirty, state: { kind: dirty ? "waiting" : "saved" } });
    },
    [set],
  );

  return useMemo(
    () => ({
      ...store,
      /** The revision of the last save. Available before the next render. */
      seen: () => seen.current,
      flush,
      adopt,
    }),
    [store, flush, adopt],
  );
}

export type Autosave = ReturnType<typeof useAutosave>;

/** What the editor shows of its saves. The component renders at each change of them. */
export function useSaves({ subscribe, read }: Autosave): Saves {
  const { state, revision, dirty } = useSyncExternalStore(subscribe, read);
  return { state, revision, dirty: dirty || state.kind === "conflict" };
}

function makeStore<Value extends object>(first: Value) {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    set(changes: Partial<Value>) {
      value = { ...value, ...changes };
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
