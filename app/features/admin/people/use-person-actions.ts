import { useQueryClient } from "@tanstack/react-query";
import { isConflict } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useAction } from "~/shared/use-action.ts";
import { roleNoun } from "../../../../domain/roles.ts";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { type AccessChange, reverseOf } from "./access-change.ts";
import { changeAccess, type LeadReassignment, type Person, rejectSignUp, resetTwoStep } from "./api.ts";

const INVALIDATES = [queryKeys.people(), queryKeys.adminOverview(), queryKeys.auditLog()];

type Named = Pick<Person, "userId" | "name">;

/** Rejects a sign-up (spec §8). */
export function useReject({ userId, name }: Named) {
  const client = useQueryClient();
  return useAction({
    action: ({ reason }: { reason: string }) => rejectSignUp(userId, reason),
    successMessage: { title: ADMIN_TEXTS.rejected, description: `${name} sees Account Access Denied.` },
    errorMessage: ADMIN_TEXTS.rejectFailed,
    describeError: refusalText,
    invalidates: INVALIDATES,
    // A second click is refused until the list shows the change.
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.people() }),
  });
}

type AccessInput = { change: AccessChange; leads: LeadReassignment; isUndo?: boolean };

/**
 * Gives or takes rights, with Undo where one change restores them. Undo isn't offered once leads have a new owner, because it
 * wouldn't return them. `onRefused` gets the reason of a refusal, such as the last admin's, for the dialog that asks; all other
 * problems are toasts (spec §8).
 */
export function useAccessChange(person: Person, onRefused: (reason: string) => void) {
  const { userId, name } = person;
  const action = useAction({
    action: ({ change, leads }: AccessInput) => changeAccess(userId, change, leads),
    successMessage: (moved, { change, isUndo }) => {
      const title = doneText(name, change, isUndo);
      if (isUndo) return title;
      const reverse = moved === 0 ? reverseOf(person, change) : null;
      return {
        title,
        ...(change === "approve" && { description: `${name} can sign in now.` }),
        ...(moved > 0 && { description: `${moved} open ${moved === 1 ? "lead" : "leads"} reassigned.` }),
        ...(reverse && {
          duration: 8_000,
          action: { label: "Undo", onClick: () => void action.run({ change: reverse, leads: {}, isUndo: true }) },
        }),
      };
    },
    errorMessage: ({ change }) => failedText(name, change),
    handleError: (error, { change, isUndo }) => {
      const reason = isConflict(error) && change !== "approve" && !isUndo ? refusalText(error) : undefined;
      if (reason) onRefused(reason);
      return reason !== undefined;
    },
    describeError: refusalText,
    invalidates: INVALIDATES,
  });
  return action;
}

function doneText(name: string, change: AccessChange, isUndo = false): string {
  if (change === "approve") return ADMIN_TEXTS.approved;
  if (change === "deactivate" || change === "reactivate") return `${name} ${change}d`;
  return `${name} is ${roleNoun(change)} ${isUndo ? "again" : "now"}`;
}

function failedText(name: string, change: AccessChange): string {
  if (change === "approve") return ADMIN_TEXTS.approveFailed;
  if (change === "deactivate" || change === "reactivate") return `Failed to ${change} ${name}`;
  return `Failed to make ${name} ${roleNoun(change)}`;
}

/** Removes a user's second factors. */
export function useResetTwoStep({ userId, name }: Named) {
  return useAction({
    action: () => resetTwoStep(userId),
    successMessage: `Two-step sign-in of ${name} reset`,
    errorMessage: `Failed to reset two-step sign-in of ${name}`,
    describeError: refusalText,
    invalidates: INVALIDATES,
  });
}

/** A refusal shows the database's reason. */
function refusalText(error: unknown): string | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  if (error.refusal?.code === "already_decided") return "Another admin already reviewed this sign-up.";
  return error.code?.startsWith("PT") ? error.message : undefined;
}
