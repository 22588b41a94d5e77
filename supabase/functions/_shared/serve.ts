import process from "node:process";
import type { FunctionHandler } from "./deps.ts";
import { type CallOptions, handleCall } from "./handle-call.ts";
import { createHostedAddress } from "./hosted-address.ts";
import { createHostedDeps, hostedLimiter } from "./hosted-deps.ts";

/** Serves a function on a hosted project. */
export function serve(name: string, run: FunctionHandler, options: CallOptions = {}): void {
  const deps = createHostedDeps();
  const limiter = hostedLimiter(deps.service);
  const addressOf = createHostedAddress(process.env.SUPABASE_URL ?? "", process.env.TRUST_PROXY ?? "");
  Deno.serve((request) =>
    handleCall({ name, run, request, address: addressOf(request.headers), ...options }, deps, limiter),
  );
}
