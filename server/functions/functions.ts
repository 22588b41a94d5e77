import { answerCall } from "../../supabase/functions/_shared/answer-call.ts";
import type { FunctionDeps, FunctionHandler } from "../../supabase/functions/_shared/deps.ts";
import type { RateLimiter } from "../../supabase/functions/_shared/limits.ts";
import { failure } from "../../supabase/functions/_shared/respond.ts";
import { handler as dispatchOutbox } from "../../supabase/functions/dispatch-outbox/handler.ts";

/** The remote functions that the host mounts at `/functions/v1/<name>`. */
const functions: Record<string, FunctionHandler> = {
  "dispatch-outbox": dispatchOutbox,
};

/** Answers `/functions/v1/<name>`. */
export function createFunctions(deps: FunctionDeps, limiter: RateLimiter) {
  return async (request: Request, address: string): Promise<Response> => {
    const name = new URL(request.url).pathname.slice("/functions/v1/".length);
    const run = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!run) return failure(404, "not_found", "There is no such function");
    return answerCall({ name, run, request, address }, deps, limiter);
  };
}
