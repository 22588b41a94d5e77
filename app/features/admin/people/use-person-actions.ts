import { useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useAction } from "~/shared/use-action.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { roleNoun } from "../../../../domain/roles.ts";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { type AccessChange, returnedText, reverseOf } from "./access-change.ts";
import { changeAccess, type LeadReassignment, type Person, rejectSignUp, resetTwoStep } from "./api.ts";
import type { OnRefused } from "./use-refusal.tsx";

const INVALIDATES = [queryKeys.people(), queryKeys.adminOverview()];

type Named = Pick<Person, "userId" | "name">;

/** Shows a refusal where it was asked. All other problems are toasts (spec §8). */
function showRefusal(error: unknown, onRefused: OnRefused, title?: string): boolean {
  const reason = refusalText(error);
  const code = error instanceof ServiceError ? error.refusal?.code : undefined;
  return reason !== undefined && onRefused(title ? `${title}. ${reason}` : reason, code);
}

/** Rejects a sign-up (spec §8). */
export function useReject({ userId, name }: Named, onRefused: OnRefused) {
  const client = useQueryClient();
  return useAction({
    action: ({ reason }: { reason: string }) => rejectSignUp(userId, reason),
    successMessage: { title: ADMIN_TEXTS.rejected, description: `${name} sees Account Access Denied.` },
    errorMessage: ADMIN_TEXTS.rejectFailed,
    describeError: refusalText,
    handleError: (error) => showRefusal(error, onRefused, ADMIN_TEXTS.rejectFailed),
    invalidates: INVALIDATES,
    // A second click is refused until the list shows the change.
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.people() }),
  });
}

type AccessInput = { change: AccessChange; leads: LeadReassignment; isUndo?: boolean };

/**
 * Gives or takes rights, with Undo where one change restores them. Undo of a deactivation returns the leads, too. After another change
 * that gives leads to others, Undo isn't offered, because it wouldn't return them.
 */
export function useAccessChange(person: Person, onRefused: OnRefused) {
  const { userId, name } = person;
  const action = useAction({
    action: ({ change, leads, isUndo }: AccessInput) => changeAccess(userId, change, leads, isUndo),
    successMessage: ({ moved, kept }, { change, leads, isUndo }) => {
      const title = doneText(name, change, isUndo);
      if (isUndo) return { title, description: returnedText({ moved, kept }) || undefined };
      const reverse = moved === 0 || change === "deactivate" ? reverseOf(person, change) : null;
      return {
        title,
        ...(change === "approve" && { description: `${name} can sign in now.` }),
        ...(moved > 0 && { description: movedText(moved, leads) }),
        ...(reverse && {
          duration: 8_000,
          action: { label: "Undo", onClick: () => void action.run({ change: reverse, leads: {}, isUndo: true }) },
        }),
      };
    },
    errorMessage: ({ change }) => failedText(name, change),
    handleError: (error, { change, isUndo }) =>
      !isUndo && showRefusal(error, onRefused, change === "approve" ? ADMIN_TEXTS.approveFailed : undefined),
    describeError: refusalText,
    invalidates: INVALIDATES,
  });
  return action;
}

function movedText(moved: number, { reassignTo }: LeadReassignment): string {
  const leads = `${formatCount(moved)} open ${moved === 1 ? "lead" : "leads"}`;
  return reassignTo ? `${leads} reassigned.` : `${leads} ${moved === 1 ? "is" : "are"} no longer theirs.`;
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
export function useResetTwoStep({ userId, name }: Named, onRefused: OnRefused) {
  return useAction({
    action: () => resetTwoStep(userId),
    successMessage: `Two-step sign-in reset for ${name}`,
    errorMessage: `Failed to reset two-step sign-in for ${name}`,
    describeError: refusalText,
    handleError: (error) => showRefusal(error, onRefused),
    invalidates: INVALIDATES,
  });
}

/** A refusal shows the database's reason. */
function refusalText(error: unknown): string | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  if (error.refusal?.code === "already_decided") return "Another admin already reviewed this sign-up.";
  return error.code?.startsWith("PT") ? error.message : undefined;
}
