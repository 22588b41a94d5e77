import { answerCall } from "../../supabase/functions/_shared/answer-call.ts";
import type { FunctionDeps, FunctionHandler } from "../../supabase/functions/_shared/deps.ts";
import type { Limit, RateLimiter } from "../../supabase/functions/_shared/limits.ts";
import { failure } from "../../supabase/functions/_shared/respond.ts";
import { SUBMISSIONS } from "../../supabase/functions/_shared/submissions/limit.ts";
import { handler as dispatchOutbox } from "../../supabase/functions/dispatch-outbox/handler.ts";
import { handler as sendApplicationEmail } from "../../supabase/functions/send-application-email/handler.ts";
import { handler as sendAuthEmail } from "../../supabase/functions/send-auth-email/handler.ts";
import { handler as sendContactEmail } from "../../supabase/functions/send-contact-email/handler.ts";

type Mounted = { run: FunctionHandler; perAddress?: Limit };

/** The remote functions that the host mounts at `/functions/v1/<name>`. */
const functions: Record<string, Mounted> = {
  "dispatch-outbox": { run: dispatchOutbox },
  "send-application-email": { run: sendApplicationEmail, perAddress: SUBMISSIONS },
  "send-auth-email": { run: sendAuthEmail },
  "send-contact-email": { run: sendContactEmail, perAddress: SUBMISSIONS },
};

/** Answers `/functions/v1/<name>`. */
export function createFunctions(deps: FunctionDeps, limiter: RateLimiter) {
  return async (request: Request, address: string): Promise<Response> => {
    const name = new URL(request.url).pathname.slice("/functions/v1/".length);
    const mounted = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!mounted) return failure(404, "not_found", "There is no such function");
    return answerCall({ name, request, address, ...mounted }, deps, limiter);
  };
}
