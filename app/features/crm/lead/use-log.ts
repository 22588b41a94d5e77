import { useState } from "react";
import { leadName } from "../../../../domain/lead-name.ts";
import { useDraft } from "../lib/drafts.ts";
import type { LeadDetail } from "../lib/lead-shape.ts";
import { logActivity, tellLogged } from "../lib/log-activity.ts";
import { type TypedTask, taskProblem, toTask } from "../lib/task-fields.tsx";
import { useSend } from "../lib/use-send.ts";
import { newCall, type TypedCall } from "./call-fields.tsx";

export type LogTab = "note" | "call" | "sms";

/** What is being logged about a lead and how it is saved: once, however often it is sent, and kept as a draft until then. */
export function useLog(lead: LeadDetail, tab: LogTab) {
  const [text, setText] = useDraft(`${tab}:${lead.id}`);
  const [call, setCall] = useState<TypedCall>(newCall);
  const [task, setTask] = useState<TypedTask | null>(null);
  const { outcome, minutes, at } = call;
  const log = useSend(
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
    tellLogged(sent.answer, tab === "note" ? "Note saved" : `${leadName(lead)}: logged`);
  };
  return { text, setText, call, setCall, task, setTask, empty, save, busy: log.busy, problem: log.problem };
}

/** Who was tried is no new lead any more; who was spoken to is connected. */
function stageAfter(lead: LeadDetail, tab: LogTab, outcome: string): string | undefined {
  if (lead.stage !== "new" || tab === "note") return undefined;
  return tab === "call" && outcome === "connected" ? "connected" : "attempting";
}
