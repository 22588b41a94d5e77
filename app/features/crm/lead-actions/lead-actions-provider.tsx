import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { callCrm } from "../lib/call-crm.ts";
import type { Outcome } from "../lib/crm-format.ts";
import { prefersEmail } from "../lib/email-composer.tsx";
import { type LeadActions, LeadActionsContext } from "../lib/lead-actions.ts";
import { numberFormat } from "../lib/lead-row.ts";
import type { LeadRef } from "../lib/lead-types.ts";
import { useStages } from "../lib/list-stages.ts";
import { logActivity, markBeingAnswered, showLoggedToast } from "../lib/log-activity.ts";
import { useChangeLeads } from "../lib/use-change-leads.ts";
import { type ActiveDialog, LeadDialogs } from "./lead-dialogs.tsx";

type Props = {
  children: ReactNode;
  /** Admins may erase a person. */
  isAdmin?: boolean;
  /** What is offered when a lead is won. */
  onWon?: ((lead: LeadRef) => void) | undefined;
};

/** What one can do with leads, with the dialogs that some of it asks through. */
export function LeadActionsProvider({ children, isAdmin = false, onWon }: Props) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<ActiveDialog | null>(null);
  const { mutateAsync: change } = useChangeLeads();
  const { labelOf } = useStages();
  const actions = useMemo<LeadActions>(() => {
    const again = () => client.invalidateQueries({ queryKey: queryKeys.crm() });
    const claim = async (lead: LeadRef): Promise<boolean> => {
      try {
        const answer = await callCrm<{ claimed: boolean; owner_name: string }>("claim_lead", { p_lead_id: lead.id });
        if (answer.claimed) toast.success(`${leadName(lead)} is yours`);
        else toast.info(`${answer.owner_name} was faster and has ${leadName(lead)} now`);
        void again();
        return answer.claimed;
      } catch (error) {
        toast.error(problemText(error, "Nothing was claimed"));
        return false;
      }
    };
    const log = async (lead: LeadRef, outcome: Outcome): Promise<boolean> => {
      const stage = lead.stage === "new" ? outcome.stage : undefined;
      const { kind, outcome: came } = outcome;
      const activity = { id: crypto.randomUUID(), leadId: lead.id, kind, outcome: came, claim: !lead.owner_id, stage };
      try {
        const logged = await logActivity(activity);
        const moved = stage ? `, moved to ${labelOf(stage)}` : "";
        showLoggedToast(logged, `${leadName(lead)}: ${outcome.past}${moved}`);
        return true;
      } catch (error) {
        toast.error(problemText(error, "Nothing was logged"));
        return false;
      } finally {
        void again();
      }
    };
    return {
      claim,
      log,
      claimAndAnswer: async (lead) => {
        if (!lead.owner_id && !(await claim(lead))) return;
        markBeingAnswered(lead.id);
        if (prefersEmail(lead)) return setDialog({ kind: "email", lead });
        if (lead.phone) openLink(`tel:${lead.phone}`);
        setDialog({ kind: "outcome", lead });
      },
      claimAndText: async (lead) => {
        if (!lead.owner_id && !(await claim(lead))) return;
        markBeingAnswered(lead.id);
        if (lead.phone) openLink(`sms:${lead.phone}`);
        setDialog({ kind: "outcome", lead, first: "sms" });
      },
      askOutcome: (lead) => {
        markBeingAnswered(lead.id);
        setDialog({ kind: "outcome", lead });
      },
      addTask: (lead) => setDialog({ kind: "task", lead }),
      finishTask: (lead, task) => setDialog({ kind: "task", lead, done: task }),
      addNote: (lead) => setDialog({ kind: "note", lead }),
      writeEmail: (lead) => {
        markBeingAnswered(lead.id);
        setDialog({ kind: "email", lead });
      },
      assign: (leads) => setDialog({ kind: "assign", leads }),
      move: (leads, stage) => {
        const [lead] = leads;
        if (!lead || leads.every((one) => one.stage === stage)) return;
        const leadIds = leads.map(({ id }) => id);
        const who = leads.length === 1 ? leadName(lead) : `${leads.length} leads`;
        if (stage === "lost") return setDialog({ kind: "lost", leadIds, who });
        const text = `Moved ${who} to ${labelOf(stage)}`;
        change({ leadIds, changes: { stage }, text })
          .then(() => stage === "won" && leads.length === 1 && onWon?.(lead))
          .catch(() => undefined);
      },
      lose: (leadIds, onLost) => {
        const who = leadIds.length === 1 ? "this lead" : `${numberFormat.format(leadIds.length)} leads`;
        setDialog({ kind: "lost", leadIds, who, onLost });
      },
      setUpClient: (lead) => onWon?.(lead),
      erase: isAdmin ? (lead) => setDialog({ kind: "erase", lead }) : undefined,
      undoMerge: (merge) => setDialog({ kind: "apart", merge }),
    };
  }, [client, change, labelOf, onWon, isAdmin]);
  return (
    <LeadActionsContext value={actions}>
      {children}
      <LeadDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </LeadActionsContext>
  );
}

/** Hands the number to whatever places calls or sends texts here. */
function openLink(address: string): void {
  const link = document.createElement("a");
  link.href = address.replace(/[^\w:+]/g, "");
  link.click();
}
