import { useState } from "react";
import { leadName } from "../../../../domain/lead-name.ts";
import { useStoredDraft } from "../lib/drafts.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { logActivity, showLoggedToast } from "../lib/log-activity.ts";
import { type TaskInput, taskProblem, toTask } from "../lib/task-fields.tsx";
import { useSubmit } from "../lib/use-submit.ts";
import { type CallInput, newCall } from "./call-fields.tsx";

export type LogTab = "note" | "call" | "sms";

/** What is being logged about a lead and how it is saved: once, however often it is sent, and kept as a draft until then. */
export function useLog(lead: LeadDetail, tab: LogTab) {
  const [text, setText] = useStoredDraft(`${tab}:${lead.id}`);
  const [call, setCall] = useState<CallInput>(newCall);
  const [task, setTask] = useState<TaskInput | null>(null);
  const { outcome, minutes, at } = call;
  const log = useSubmit(
    (id) =>
      logActivity({
        id,
        leadId: lead.id,
        kind: tab,
        body: text || undefined,
        outcome: tab === "call" ? outcome : tab === "sms" ? "sent" : undefined,
        seconds: tab === "call" && Number(minutes) > 0 ? Math.round(Number(minutes) * 60) : undefined,
        at: at ? new Date(at).toISOString() : undefined,
        claim: tab !== "note" && !lead.owner_id,
        stage: stageAfter(lead, tab, outcome),
        next: task ? toTask(task, id) : undefined,
      }),
    "Nothing was logged",
  );
  const empty = tab === "note" && !text.trim();
  const save = async () => {
    const wrong = task && taskProblem(task);
    if (wrong) return log.setProblem(wrong);
    const sent = empty ? null : await log.submit();
    if (!sent) return;
    setText("");
    setCall({ ...newCall, outcome });
    setTask(null);
    showLoggedToast(sent.answer, tab === "note" ? "Note saved" : `${leadName(lead)}: logged`);
  };
  return { text, setText, call, setCall, task, setTask, empty, save, busy: log.busy, problem: log.problem };
}

/** Who was tried is no new lead any more; who was spoken to is connected. */
function stageAfter(lead: LeadDetail, tab: LogTab, outcome: string): string | undefined {
  if (lead.stage !== "new" || tab === "note") return undefined;
  return tab === "call" && outcome === "connected" ? "connected" : "attempting";
}
