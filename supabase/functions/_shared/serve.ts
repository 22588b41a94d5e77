import { answerCall, type Present } from "./answer-call.ts";
import type { FunctionHandler } from "./deps.ts";
import { createHostedDeps, hostedLimiter } from "./hosted-deps.ts";
import type { Limit } from "./limits.ts";

/** Serves a function on a hosted project. The platform's proxy puts the caller's address first in X-Forwarded-For. */
export function serve(name: string, run: FunctionHandler, perAddress?: Limit, present?: Present): void {
  const deps = createHostedDeps();
  const limiter = hostedLimiter(deps.service);
  Deno.serve((request) => {
    const address = request.headers.get("x-forwarded-for")?.split(",")[0]?.trim() ?? "";
    return answerCall({ name, run, request, address, perAddress, present }, deps, limiter);
  });
}
