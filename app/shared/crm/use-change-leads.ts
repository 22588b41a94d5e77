import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isConflict, procedureProblem } from "../procedure-problem.ts";
import { queryKeys } from "../query-keys.ts";
import { toast } from "../toast.ts";
import { changeLeads, type LeadChanges, undoChange } from "./change-leads.ts";
import { offerUndo } from "./undo-stack.ts";

type Asked = { leadIds: string[]; changes: LeadChanges; text: string; seenVersion?: number };

/** Changes leads, says so with Undo, and has everything asked again. A conflict says that somebody was faster. */
export function useChangeLeads() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ leadIds, changes, seenVersion }: Asked) =>
      changeLeads(leadIds, changes, seenVersion === undefined ? {} : { seenVersion }),
    onSuccess: ({ batchId, changed, skipped }, { text }) => {
      if (changed > 0) offerUndo({ text, undo: () => undoChange(batchId) });
      if (skipped > 0 && changed > 0) toast.info(`${skipped} were so already, or are not yours to change`);
      if (changed === 0) toast.info("Nothing to change");
    },
    onError: (error) =>
      toast.error(
        isConflict(error)
          ? "Somebody else changed this lead meanwhile"
          : procedureProblem(error, "Nothing was changed"),
      ),
    // Not waited for: a dialog closes when its change is saved, not when every list was read again.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.crm() });
    },
  });
}
