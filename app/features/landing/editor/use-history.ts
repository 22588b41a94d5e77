import { useCallback, useEffect, useRef, useState } from "react";
import type { LandingDraft } from "../lib/landing-draft.ts";
import { type History, loadHistory, saveHistory } from "./history-store.ts";

const MAX_STEPS = 200;
/** Changes with the same name within this time are one step. */
const MERGE_WINDOW_MS = 1200;
const SAVE_DELAY_MS = 400;

/** The draft with undo and redo. The last steps survive a reload. */
export function useHistory(pageId: string, first: LandingDraft) {
  const [history, setHistory] = useState<History>(() => loadHistory(pageId, first));
  useStoredHistory(pageId, history);
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

/** Stores the steps when the user pauses or leaves. */
function useStoredHistory(pageId: string, history: History): void {
  const latest = useRef(history);
  const isFirst = useRef(true);
  latest.current = history;
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const timer = setTimeout(() => saveHistory(pageId, history), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [pageId, history]);
  useEffect(() => {
    const keep = () => {
      if (latest.current.past.length + latest.current.future.length > 0) saveHistory(pageId, latest.current);
    };
    addEventListener("pagehide", keep);
    return () => removeEventListener("pagehide", keep);
  }, [pageId]);
}
