import { useEffect, useState } from "react";
import { callFunction } from "~/shared/call-function.ts";
import { queryClient } from "~/shared/query-client.ts";
import * as z from "~/shared/schema.ts";
import { isTransient, ServiceError } from "~/shared/service-error.ts";

/** Spec §4 Payment verification: loading, then success or failed; `failed` says what stood in the way, where it is known. */
export type Verification =
  | { state: "loading" }
  | { state: "success" }
  | { state: "failed"; reason: "refused" | "no-session" | "unreachable" };

const answer = z.object({ success: z.boolean() });

/** Asks whether a payment arrived (spec §7: verify-payment). What the portal showed of it before is asked anew. */
export function useVerifiedPayment(sessionId: string | null, invoiceId: string | null) {
  const [result, setResult] = useState<Verification>({ state: "loading" });
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let left = false;
    setResult({ state: "loading" });
    void verify(sessionId, invoiceId).then((found) => {
      if (!left) setResult(found);
    });
    return () => {
      left = true;
    };
  }, [sessionId, invoiceId, attempt]);
  return { result, retry: () => setAttempt((last) => last + 1) };
}

async function verify(sessionId: string | null, invoiceId: string | null): Promise<Verification> {
  if (!sessionId || !invoiceId) return { state: "failed", reason: "refused" };
  try {
    const { success } = z.parse(answer, await callFunction("verify-payment", { sessionId, invoiceId }));
    void queryClient.invalidateQueries();
    return success ? { state: "success" } : { state: "failed", reason: "refused" };
  } catch (error) {
    if (error instanceof ServiceError && error.kind === "session-ended")
      return { state: "failed", reason: "no-session" };
    return { state: "failed", reason: isTransient(error) ? "unreachable" : "refused" };
  }
}
