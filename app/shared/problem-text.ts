import { AuthProblem } from "./auth-problem.ts";
import { isFileLost } from "./lost-files.ts";
import { ServiceError } from "./service-error.ts";
import { isOffline } from "./use-online.ts";

/** SQLSTATE codes of our own refusals, and of a full disk. Their messages are for people. */
const READABLE = new Set(["PT400", "PT404", "PT409", "PT429", "22023", "22001", "53100"]);

/** Refusals that people can do something about, although they are about rights. Their messages are for people, too. */
const READABLE_REFUSALS = new Set(["account_left", "approval_needed", "premium_only"]);

/** Whether another person changed the data first. */
export function isConflict(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "PT409";
}

/** Whether another person changed the row since it was read. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ServiceError && error.refusal?.code === "outdated";
}

/** Whether a quota is used up; the message says the limit and when it frees up. */
export function isQuotaReached(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === "PT429";
}

/** The text for an action that was refused or failed. `errorMessage` says what did not happen, without a period. */
export function problemText(error: unknown, errorMessage: string): string {
  if (error instanceof AuthProblem) return error.message;
  if (isFileLost(error))
    return isOffline()
      ? `${errorMessage}. You're offline. When you're back online, reload the page and try again.`
      : `${errorMessage}. Reload the page and try again.`;
  if (!(error instanceof ServiceError)) return `${errorMessage}. Please try again.`;
  if (error.code && READABLE.has(error.code)) return error.message;
  if (error.refusal && READABLE_REFUSALS.has(error.refusal.code))
    return `${errorMessage}. ${error.message}.`.replace(/\.+$/, ".");
  if (error.kind === "offline" && isOffline())
    return `${errorMessage}. You're offline. Nothing was lost. Try again when you're back online.`;
  if (error.kind === "offline")
    return `${errorMessage}. We can't reach the server. Nothing was lost. Please try again.`;
  if (error.kind === "refused") return `${errorMessage}. You don't have permission to do this.`;
  return `${errorMessage}. Please try again in a moment.`;
}
