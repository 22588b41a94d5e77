import process from "node:process";
import type { FunctionHandler } from "./deps.ts";
import { handleCall, type PresentError } from "./handle-call.ts";
import { createHostedAddress } from "./hosted-address.ts";
import { createHostedDeps, hostedLimiter } from "./hosted-deps.ts";
import type { Limit } from "./limits.ts";

/** Serves a function on a hosted project. */
export function serve(
  name: string,
  run: FunctionHandler,
  perAddress?: Limit,
  present?: PresentError,
  maxFileBytes?: number,
): void {
  const deps = createHostedDeps();
  const limiter = hostedLimiter(deps.service);
  const addressOf = createHostedAddress(process.env.SUPABASE_URL ?? "", process.env.TRUST_PROXY ?? "");
  Deno.serve((request) =>
    handleCall(
      { name, run, request, address: addressOf(request.headers), perAddress, present, maxFileBytes },
      deps,
      limiter,
    ),
  );
}
