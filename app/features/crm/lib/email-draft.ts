import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { type TemplateText, unfilledProblem } from "../../../../domain/email-templates.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { sendLeadEmail } from "./api.ts";
import { readDraft, useStoredDraft, useStoredFields, writeDraft } from "./drafts.ts";
import type { LeadRef } from "./lead-types.ts";
import { showLoggedToast } from "./log-activity.ts";
import { isValidTask, type TaskInput, toTask } from "./task-fields.tsx";
import { settleUndo } from "./undo-stack.ts";

const subjectDraft = (lead: LeadRef) => `email-subject:${lead.id}`;
const bodyDraft = (lead: LeadRef) => `email:${lead.id}`;
/** The next step, if the email plans one. */
const taskDraft = (lead: LeadRef) => `email-task:${lead.id}`;
/** The id for `settleUndo`. */
export const templateChange = (lead: LeadRef) => `email-template:${lead.id}`;

export const readEmail = (lead: LeadRef): TemplateText => ({
  subject: readDraft(subjectDraft(lead)),
  body: readDraft(bodyDraft(lead)),
});

export function writeEmail(lead: LeadRef, { subject, body }: TemplateText): void {
  writeDraft(subjectDraft(lead), subject);
  writeDraft(bodyDraft(lead), body);
}

/** An email draft. It is kept until it is sent. */
export function useEmailDraft(lead: LeadRef) {
  const [subject, setSubject] = useStoredDraft(subjectDraft(lead));
  const [body, setBody] = useStoredDraft(bodyDraft(lead));
  const [template, setTemplate] = useState("");
  const [task, setTask] = useStoredFields<TaskInput>(taskDraft(lead));
  const [isTried, setTried] = useState(false);
  const subjectProblem = subject.trim() ? unfilledProblem(subject) : "Enter a subject";
  const bodyProblem = body.trim() ? unfilledProblem(body) : "Enter a message";
  const sending = useAction({
    action: (text: TemplateText, id) =>
      sendLeadEmail({
        ...{ id, leadId: lead.id, account: lead.account?.slug },
        ...text,
        next: task ? toTask(task, id) : undefined,
      }),
    errorMessage: "Couldn't send the email",
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
    onSuccess: (sent) => {
      const name = `Email to ${leadName(lead)}`;
      const drafts = [subjectDraft(lead), bodyDraft(lead), taskDraft(lead)];
      showLoggedToast(sent, lead, { text: `${name} is on its way`, name, drafts });
    },
  });
  const send = async (): Promise<boolean> => {
    setTried(true);
    if (subjectProblem || bodyProblem || (task && !isValidTask(task))) return false;
    if (!(await sending.run({ subject, body }))) return false;
    setTried(false);
    setTemplate("");
    settleUndo(templateChange(lead));
    return true;
  };
  const problems = isTried ? { subject: subjectProblem, body: bodyProblem } : { subject: null, body: null };
  return {
    ...sending,
    subject,
    setSubject,
    body,
    setBody,
    problems,
    template,
    setTemplate,
    task,
    setTask,
    isTried,
    send,
  };
}

export type EmailDraft = ReturnType<typeof useEmailDraft>;
