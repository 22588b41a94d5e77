import { ServiceError } from "./service-error.ts";

/** What our own procedures say about what they refuse is written to be read; anything else is not. */
const READABLE = new Set(["PT404", "PT409", "PT429", "22023", "22001"]);

/** Whether what was seen is no longer what there is: somebody else was faster. */
export function isConflict(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "PT409";
}

/** Whether somebody else changed the row since it was read. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ServiceError && error.refusal?.code === "outdated";
}

/** Whether a quota is used up; the message says the limit and when it frees up. */
export function isQuotaReached(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === "PT429";
}

/** What a person reads when a procedure refused or failed. `failed` says what did not happen. */
export function procedureProblem(error: unknown, errorMessage: string): string {
  if (!(error instanceof ServiceError)) return `${errorMessage}. Please try again.`;
  if (error.code && READABLE.has(error.code)) return error.message;
  if (error.kind === "offline")
    return `${errorMessage}: we can't reach the server. Nothing was lost; please try again.`;
  if (error.kind === "refused") return `${errorMessage}: only an admin may do this.`;
  return `${errorMessage}. Please try again in a moment.`;
}
