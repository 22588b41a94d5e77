import { useCallback, useEffect, useRef, useState } from "react";
import { isConflict, isOutdated, problemText } from "~/shared/problem-text.ts";
import { isTransient } from "~/shared/service-error.ts";
import { saveDraft } from "../lib/api.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";
import { draftProblems, isSameDraft, removeLocalDraft, saveLocalDraft } from "./draft.ts";

/** The save state of the draft. `problem` is a text for the user. */
export type SaveState =
  | { kind: "saved" | "saving" | "waiting" | "offline" }
  | { kind: "conflict" | "refused"; problem: string };

const DEBOUNCE_MS = 800;
const LOCAL_COPY_DELAY_MS = 250;
const RETRY_DELAYS_MS = [2_000, 5_000, 10_000];

/**
 * Saves the draft shortly after the last change. Saves run one at a time, each with the revision that it is based on. The
 * browser keeps a copy until the draft is saved. Invalid drafts are not sent, and changes by others are never overwritten.
 */
export function useAutosave(pageId: string, draft: LandingDraft, first: { draft: LandingDraft; revision: number }) {
  const [state, setState] = useState<SaveState>({ kind: "saved" });
  const [revision, setRevision] = useState(first.revision);
  const latest = useRef(draft);
  const saved = useRef(first.draft);
  const seen = useRef(first.revision);
  const flight = useRef<Promise<boolean> | null>(null);
  const failures = useRef(0);
  const halted = useRef(false);
  latest.current = draft;

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
        setRevision(seen.current);
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
    setState({ kind: "saved" });
    return true;
  }, [pageId]);

  /** Saves now, and returns whether the draft is stored. */
  const flush = useCallback(async (): Promise<boolean> => {
    flight.current ??= attempt().finally(() => {
      flight.current = null;
    });
    const done = await flight.current;
    return done && isSameDraft(latest.current, saved.current);
  }, [attempt]);

  const dirty = !isSameDraft(draft, saved.current);
  useEffect(() => {
    if (!dirty) {
      // The draft is the same as the stored one, for example after Undo, so there is nothing to save.
      if (!flight.current && !halted.current) {
        removeLocalDraft(pageId);
        setState((now) => (now.kind === "saved" ? now : { kind: "saved" }));
      }
      return;
    }
    setState((now) => (now.kind === "saved" || now.kind === "refused" ? { kind: "waiting" } : now));
    const copy = setTimeout(() => saveLocalDraft(pageId, draft, seen.current), LOCAL_COPY_DELAY_MS);
    const save = setTimeout(() => void flush(), DEBOUNCE_MS);
    return () => {
      clearTimeout(copy);
      clearTimeout(save);
    };
  }, [pageId, draft, dirty, flush]);

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

  const offline = state.kind === "offline";
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
  const adopt = useCallback((stored: LandingDraft, at: number) => {
    saved.current = stored;
    seen.current = at;
    halted.current = false;
    failures.current = 0;
    setRevision(at);
    setState({ kind: isSameDraft(latest.current, stored) ? "saved" : "waiting" });
  }, []);

  /** The revision of the last save. Available before the next render. */
  const lastSeen = useCallback(() => seen.current, []);
  return { state, revision, seen: lastSeen, dirty: dirty || state.kind === "conflict", flush, adopt };
}
