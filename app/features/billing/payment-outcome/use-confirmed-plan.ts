import { useEffect, useState } from "react";
import { callFunction } from "~/shared/call-function.ts";
import { queryClient } from "~/shared/query-client.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";

export type Confirmation = "loading" | "confirmed" | "not-yet" | "no-session" | "unreachable";

/** Spec §4, §9: the subscription is looked up again 2 seconds after its page was paid. */
const CONFIRM_DELAY_MS = 2_000;
const answer = z.object({ subscribed: z.boolean() });

/** Waits, then asks whether the plan is there (spec §7: check-subscription). Another try asks at once. */
export function useConfirmedPlan() {
  const [result, setResult] = useState<Confirmation>("loading");
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let left = false;
    setResult("loading");
    const check = () =>
      void confirm().then((found) => {
        if (!left) setResult(found);
      });
    const timer = setTimeout(check, attempt === 1 ? CONFIRM_DELAY_MS : 0);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [attempt]);
  return { result, retry: () => setAttempt((last) => last + 1) };
}

async function confirm(): Promise<Confirmation> {
  try {
    const { subscribed } = z.parse(answer, await callFunction("check-subscription"));
    void queryClient.invalidateQueries();
    return subscribed ? "confirmed" : "not-yet";
  } catch (error) {
    return error instanceof ServiceError && error.kind === "session-ended" ? "no-session" : "unreachable";
  }
}
