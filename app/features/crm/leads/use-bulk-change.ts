import { problemText } from "~/shared/problem-text.ts";
import { toast } from "~/shared/toast.ts";
import { callCrm } from "../lib/call-crm.ts";
import type { LeadChanges } from "../lib/change-leads.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import { numberFormat } from "../lib/lead-row.ts";
import { useStages } from "../lib/list-stages.ts";
import { useChangeLeads } from "../lib/use-change-leads.ts";
import type { Selection } from "../lib/use-selection.ts";
import type { LeadsParams } from "./load-leads.ts";

type Options = { params: LeadsParams; selection: Selection; count: number };

/** Changes everything that is selected, the whole result of a filter included; it is undone as one. */
export function useBulkChange({ params: { scope, filter }, selection, count }: Options) {
  const actions = useLeadActions();
  const { stages } = useStages();
  const { mutate, isPending, done } = useChangeLeads();
  const leadIds = async () =>
    selection.isAllMatching
      ? await callCrm<string[]>("lead_ids_matching", { p_scope: scope, p_filter: filter })
      : [...selection.ids];
  const change = (changes: LeadChanges, text: string) =>
    mutate({ leadIds, changes, text }, { onSuccess: ({ problem }) => problem || selection.clear() });
  const toStage = (stage: string) => {
    const label = stages.find(({ key }) => key === stage)?.label ?? stage;
    if (stage !== "lost") return change({ stage }, `Moved ${numberFormat.format(count)} to ${label}`);
    leadIds().then(
      (ids) => actions.lose(ids, selection.clear),
      (error) => toast.error(problemText(error, "Nothing was changed")),
    );
  };
  return { busy: isPending, done: isPending ? done : 0, change, toStage };
}
