import { useMutation, useQueryClient } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError, toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { toast } from "~/shared/toast.ts";
import type { Role } from "../../../../domain/roles.ts";

/** Who takes the open leads: somebody, or nobody for now. */
export type LeadReassignment = { reassignTo?: string; unassign?: boolean };

export type PersonChange =
  | ({ kind: "deactivate"; userId: string } & LeadReassignment)
  | { kind: "reactivate"; userId: string }
  | { kind: "reset"; userId: string }
  | ({ kind: "role"; userId: string; role: Role } & LeadReassignment);

const SUCCESS_MESSAGES = {
  deactivate: "Access ended",
  reactivate: "Access given back",
  role: "Role changed",
  reset: "Two-step sign-in reset",
} as const;
const ERROR_MESSAGES = {
  deactivate: "Failed to end the access",
  reactivate: "Failed to give the access back",
  role: "Failed to change the role",
  reset: "Failed to reset two-step sign-in",
} as const;

/** Changes what somebody may do. The database's reason is said when it refuses; lists follow what it says. */
export function usePersonChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changePerson,
    onSuccess: (moved, { kind }) => {
      const leads =
        moved > 0 ? { description: `${moved} open ${moved === 1 ? "lead" : "leads"} handed over.` } : undefined;
      toast.success(SUCCESS_MESSAGES[kind], leads);
    },
    onError: (error, { kind }) => {
      const details =
        error instanceof ServiceError && error.code?.startsWith("PT") ? { description: error.message } : undefined;
      toast.error(ERROR_MESSAGES[kind], details);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.people() }),
        client.invalidateQueries({ queryKey: queryKeys.adminOverview() }),
        client.invalidateQueries({ queryKey: queryKeys.auditLog() }),
      ]),
  });
}

async function changePerson(change: PersonChange): Promise<number> {
  const supabase = await getSupabase();
  if (change.kind === "reset") {
    await rpc("reset_second_factors", { p_user_id: change.userId });
    return 0;
  }
  const reassignment =
    change.kind === "reactivate"
      ? {}
      : {
          ...(change.reassignTo ? { p_reassign_to: change.reassignTo } : {}),
          ...(change.unassign ? { p_unassign: true } : {}),
        };
  const { data, error, status } =
    change.kind === "deactivate"
      ? await supabase.rpc("deactivate_user", { p_user_id: change.userId, ...reassignment })
      : change.kind === "role"
        ? await supabase.rpc("change_user_role", { p_user_id: change.userId, p_role: change.role, ...reassignment })
        : await supabase.rpc("reactivate_user", { p_user_id: change.userId });
  if (error) throw toServiceError(error, "/rest/v1/rpc", status);
  return data ?? 0;
}
