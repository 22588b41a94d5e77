import { isQuotaReached } from "~/shared/procedure-problem.ts";
import { ServiceError } from "~/shared/service-error.ts";

/** What a person reads when something could not be saved: what happened, and that nothing of theirs is gone. */
export function problemText(what: string, error: unknown): string {
  if (isQuotaReached(error)) return error.message;
  if (error instanceof ServiceError && error.kind === "offline")
    return `${what} could not be saved: we can't reach the server. What you typed is still here.`;
  if (error instanceof ServiceError && error.kind === "refused")
    return `${what} could not be saved: you are not allowed to.`;
  return `${what} could not be saved. Please try again.`;
}
