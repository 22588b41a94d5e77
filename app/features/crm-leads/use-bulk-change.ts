import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeLeads, type LeadChanges, undoChange } from "~/shared/crm/change-leads.ts";
import { useLeadActions } from "~/shared/crm/lead-actions.ts";
import { type LeadRow, number, refOf } from "~/shared/crm/lead-row.ts";
import { useStages } from "~/shared/crm/list-stages.ts";
import { offerUndo } from "~/shared/crm/undo-stack.ts";
import type { Selection } from "~/shared/crm/use-selection.ts";
import { procedureProblem } from "~/shared/procedure-problem.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { changeMatching, type LeadsQuestion } from "./load-leads.ts";

type Bulk = { changes: LeadChanges; text: string };
type Given = { question: LeadsQuestion; selection: Selection; rows: LeadRow[]; count: number };

/** Changes everything that is selected, the whole result of a filter included, in one step that is undone as one. */
export function useBulkChange({ question, selection, rows, count }: Given) {
  const client = useQueryClient();
  const actions = useLeadActions();
  const { stages } = useStages();
  const bulk = useMutation({
    mutationFn: async ({ changes }: Bulk) =>
      selection.whole ? changeMatching(question, changes) : changeLeads([...selection.ids], changes),
    onSuccess: ({ batchId, changed, skipped }, { text }) => {
      if (changed > 0) offerUndo({ text, undo: () => undoChange(batchId) });
      if (skipped > 0) toast.info(`${number.format(skipped)} were so already, or are not yours to change`);
      selection.clear();
    },
    onError: (error) => toast.error(procedureProblem(error, "Nothing was changed")),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.crm() }),
  });
  const toStage = (stage: string) => {
    const label = stages.find(({ key }) => key === stage)?.label ?? stage;
    if (stage !== "lost") bulk.mutate({ changes: { stage }, text: `Moved ${number.format(count)} to ${label}` });
    else if (selection.whole) toast.info("Leads are lost for a reason: select them one by one, or filter further");
    else {
      actions.move(rows.filter(({ id }) => selection.ids.has(id)).map(refOf), stage);
      selection.clear();
    }
  };
  return {
    busy: bulk.isPending,
    change: (changes: LeadChanges, text: string) => bulk.mutate({ changes, text }),
    toStage,
  };
}
