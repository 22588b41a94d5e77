import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isConflict, problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import type { Json } from "../../../../supabase/database.types.ts";
import { changeLeads, undoChange } from "../lib/change-leads.ts";
import { fieldText } from "../lib/crm-format.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { leadQuery } from "../lib/load-lead.ts";
import { offerUndo } from "../lib/undo-stack.ts";
import { type FactField, parseInputValue, toInputValue } from "./fact-fields.ts";

/**
 * One fact while it is typed. What is typed belongs to this field until it is saved or given up: neither a refresh nor
 * somebody else's change takes it away. A change made on an older version is refused, and says who changed what.
 */
export function useEditFact(lead: LeadDetail, fact: FactField) {
  const client = useQueryClient();
  const [edit, setEdit] = useState<{ typed: string; from: string; version: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const stored = toInputValue(lead, fact);
  const start = () => setEdit({ typed: stored, from: stored, version: lead.version });
  const stop = () => {
    setEdit(null);
    setProblem(null);
  };
  const write = (typed: string) => edit && setEdit({ ...edit, typed });
  const save = async (): Promise<boolean> => {
    if (!edit || busy) return false;
    if (edit.typed.trim() === stored) {
      stop();
      return true;
    }
    const parsed = parseInputValue(edit.typed, fact, lead.currency);
    if (parsed.problem) {
      setProblem(parsed.problem);
      return false;
    }
    setBusy(true);
    try {
      const changes = { [fact.field]: (parsed.value ?? null) as Json };
      const { batchIds } = await changeLeads([lead.id], changes, { seenVersion: edit.version });
      offerUndo({ text: `${fact.label} of ${leadName(lead)} saved`, undo: () => undoChange(batchIds) });
      stop();
      void client.invalidateQueries({ queryKey: queryKeys.crm() });
      return true;
    } catch (error) {
      if (!isConflict(error)) setProblem(problemText(error, "Not saved"));
      else {
        try {
          const fresh = await client.fetchQuery({ ...leadQuery(lead.id), staleTime: 0 });
          setEdit({ ...edit, version: fresh.version });
          setProblem(conflictText(fresh));
        } catch (refused) {
          // It is a colleague's by now, or cannot be asked for: the text stays until one gives it up.
          setProblem(problemText(refused, "Not saved"));
        }
      }
      return false;
    } finally {
      setBusy(false);
    }
  };
  const foreign = edit && stored !== edit.from ? stored || "nothing" : null;
  return { edit, busy, problem, foreign, start, stop, write, save };
}

/** Who changed what meanwhile, and what happens to what is typed. */
function conflictText({ last_change: last }: LeadDetail): string {
  const who = last?.by ?? "Somebody";
  const what = last?.fields?.length ? ` the ${last.fields.map(fieldText).join(", ")}` : " this lead";
  return `${who} changed${what} meanwhile. Your text is kept: save again to keep it.`;
}
