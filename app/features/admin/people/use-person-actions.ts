import { useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useAction } from "~/shared/use-action.ts";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { changePerson, type Decision, decidePendingRole, type PersonChange } from "./api.ts";

/** Approve and Reject with their toasts (spec §8). */
export function useDecidePendingRole() {
  const client = useQueryClient();
  return useAction({
    action: (decision: Decision) => decidePendingRole(decision),
    successMessage: (_, { status }) => (status === "active" ? ADMIN_TEXTS.approved : ADMIN_TEXTS.rejected),
    errorMessage: ({ status }) => (status === "active" ? ADMIN_TEXTS.approveFailed : ADMIN_TEXTS.rejectFailed),
    describeError: (error) =>
      error instanceof ServiceError && error.refusal?.code === "already_decided"
        ? "Another admin already reviewed this sign-up."
        : undefined,
    invalidates: [queryKeys.people(), queryKeys.adminOverview()],
    // A second click is refused until the list shows the change.
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.people() }),
  });
}

const SUCCESS_MESSAGES = {
  deactivate: "User deactivated",
  reactivate: "User reactivated",
  role: "Role changed",
  reset: "Two-step sign-in reset",
} as const;
const ERROR_MESSAGES = {
  deactivate: "Failed to deactivate user",
  reactivate: "Failed to reactivate user",
  role: "Failed to change role",
  reset: "Failed to reset two-step sign-in",
} as const;

/** Changes a user's access. A refusal shows the database's reason. */
export function usePersonChange() {
  return useAction({
    action: (change: PersonChange) => changePerson(change),
    successMessage: (moved, { kind }) => {
      const title = SUCCESS_MESSAGES[kind];
      return moved > 0 ? { title, description: `${moved} open ${moved === 1 ? "lead" : "leads"} reassigned.` } : title;
    },
    errorMessage: ({ kind }) => ERROR_MESSAGES[kind],
    describeError: (error) =>
      error instanceof ServiceError && error.code?.startsWith("PT") ? error.message : undefined,
    invalidates: [queryKeys.people(), queryKeys.adminOverview(), queryKeys.auditLog()],
  });
}
