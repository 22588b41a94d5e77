import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { toast } from "~/shared/toast.ts";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { type Decision, decidePendingRole } from "./decide-pending-role.ts";

/** Approve and Reject with their toasts (spec §8); lists and figures follow what the database says. */
export function useDecidePendingRole() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision) => decidePendingRole(decision),
    onSuccess: (_nothing, { status }) =>
      void toast.success(status === "active" ? ADMIN_TEXTS.approved : ADMIN_TEXTS.rejected),
    onError: (error, { status }) => {
      const text = status === "active" ? ADMIN_TEXTS.approveFailed : ADMIN_TEXTS.rejectFailed;
      const decided = error instanceof ServiceError && error.code === "nothing-pending";
      toast.error(text, decided ? { description: "Another admin has already decided." } : undefined);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.people() }),
        client.invalidateQueries({ queryKey: queryKeys.adminOverview() }),
      ]),
  });
}
