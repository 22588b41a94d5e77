import { useCallback, useRef, useState } from "react";
import type { LandingDraft } from "../lib/landing-draft.ts";

const MAX_STEPS = 200;
/** Changes with the same name within this time are one step. */
const MERGE_WINDOW_MS = 1200;

type History = { past: LandingDraft[]; present: LandingDraft; future: LandingDraft[] };

/** The draft with undo and redo. */
export function useHistory(first: LandingDraft) {
  const [history, setHistory] = useState<History>({ past: [], present: first, future: [] });
  const last = useRef({ name: "", at: 0 });

  const change = useCallback((next: LandingDraft | ((present: LandingDraft) => LandingDraft), name: string) => {
    const now = Date.now();
    const joined = name !== "" && last.current.name === name && now - last.current.at < MERGE_WINDOW_MS;
    last.current = { name, at: now };
    setHistory(({ past, present }) => {
      const changed = typeof next === "function" ? next(present) : next;
      return { past: joined ? past : [...past, present].slice(-MAX_STEPS), present: changed, future: [] };
    });
  }, []);
  const undo = useCallback(() => {
    last.current = { name: "", at: 0 };
    setHistory((history) => {
      const before = history.past.at(-1);
      if (!before) return history;
      return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] };
    });
  }, []);
  const redo = useCallback(() => {
    last.current = { name: "", at: 0 };
    setHistory((history) => {
      const [after, ...rest] = history.future;
      return after ? { past: [...history.past, history.present], present: after, future: rest } : history;
    });
  }, []);
  /** Starts over without history, because users cannot undo changes by others here. */
  const reset = useCallback((draft: LandingDraft) => {
    last.current = { name: "", at: 0 };
    setHistory({ past: [], present: draft, future: [] });
  }, []);
  return {
    draft: history.present,
    change,
    undo,
    redo,
    reset,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}
