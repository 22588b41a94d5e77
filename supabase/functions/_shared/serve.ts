import process from "node:process";
import { answerCall, type Present } from "./answer-call.ts";
import type { FunctionHandler } from "./deps.ts";
import { createHostedAddress } from "./hosted-address.ts";
import { createHostedDeps, hostedLimiter } from "./hosted-deps.ts";
import type { Limit } from "./limits.ts";

/** Serves a function on a hosted project. */
export function serve(name: string, run: FunctionHandler, perAddress?: Limit, present?: Present): void {
  const deps = createHostedDeps();
  const limiter = hostedLimiter(deps.service);
  const addressOf = createHostedAddress(process.env.SUPABASE_URL ?? "", process.env.TRUST_PROXY ?? "");
  Deno.serve((request) =>
    answerCall({ name, run, request, address: addressOf(request.headers), perAddress, present }, deps, limiter),
  );
}
