import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isConflict, problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { type ChangeResult, changeLeads, type LeadChanges, undoChange } from "./change-leads.ts";
import { numberFormat } from "./lead-row.ts";
import { offerUndo } from "./undo-stack.ts";

type ChangeRequest = {
  /** Which leads, or how to find that out. */
  leadIds: string[] | (() => Promise<string[]>);
  changes: LeadChanges;
  text: string;
  seenVersion?: number;
};

/** Changes leads, says so with Undo, and has everything asked again. A conflict says that somebody was faster. */
export function useChangeLeads() {
  const client = useQueryClient();
  /** How many of a large change are done. */
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ leadIds, changes, seenVersion }: ChangeRequest) => {
      const ids = typeof leadIds === "function" ? await leadIds() : leadIds;
      return changeLeads(ids, changes, { onProgress: setDone, ...(seenVersion === undefined ? {} : { seenVersion }) });
    },
    onSuccess: (changed, { text }) => showChangeToast(changed, text),
    onError: (error) =>
      toast.error(
        isConflict(error) ? "Somebody else changed this lead meanwhile" : problemText(error, "Nothing was changed"),
      ),
    // Not waited for: a dialog closes when its change is saved, not when every list was read again.
    onSettled: () => {
      setDone(0);
      void client.invalidateQueries({ queryKey: queryKeys.crm() });
    },
  });
  return { ...mutation, done };
}

/** What was done, with Undo, and what was not. */
function showChangeToast({ batchIds, changed, skipped, problem }: ChangeResult, text: string): void {
  if (changed > 0) offerUndo({ text, undo: () => undoChange(batchIds) });
  if (problem) toast.error(problemText(problem, `Only ${numberFormat.format(changed)} were changed`));
  else if (changed === 0) toast.info("Nothing to change");
  else if (skipped > 0) toast.info(`${numberFormat.format(skipped)} were so already, or are not yours to change`);
}
