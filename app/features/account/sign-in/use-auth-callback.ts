import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { type CallbackOutcome, finishAuthCallback } from "./finish-auth-callback.ts";

type Progress = { kind: "working" } | CallbackOutcome;

/**
 * Does once what the address asks for, and again when another link is opened while the page is here. The second value answers
 * the question that a link of another account asks.
 */
export function useAuthCallback(): [Progress, (useLink: boolean) => Promise<void>] {
  const [progress, setProgress] = useState<Progress>({ kind: "working" });
  const navigate = useNavigate();
  useEffect(() => {
    const run = () =>
      void once().then((outcome) => {
        setProgress(outcome);
        if (outcome.kind === "recovery") void navigate(outcome.to, { replace: true });
      });
    run();
    addEventListener("hashchange", run);
    return () => removeEventListener("hashchange", run);
  }, [navigate]);
  const answer = async (useLink: boolean) => {
    if (progress.kind === "asks") setProgress(await progress.answer(useLink));
  };
  return [progress, answer];
}

let running: Promise<CallbackOutcome> | undefined;

/** A link's tokens work once: the double effects of strict mode must not spend them twice. */
function once(): Promise<CallbackOutcome> {
  running ??= finishAuthCallback().finally(() => {
    running = undefined;
  });
  return running;
}
