import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import type { EmailText } from "../../../../domain/email-templates.ts";
import { sendLeadEmail } from "./api.ts";
import { readDraft, useStoredDraft, writeDraft } from "./drafts.ts";
import type { LeadRef } from "./lead-types.ts";
import { settleUndo } from "./undo-stack.ts";

const subjectDraft = (lead: LeadRef) => `email-subject:${lead.id}`;
const bodyDraft = (lead: LeadRef) => `email:${lead.id}`;
/** The id for `settleUndo`. */
export const templateChange = (lead: LeadRef) => `email-template:${lead.id}`;

export const readEmail = (lead: LeadRef): EmailText => ({
  subject: readDraft(subjectDraft(lead)),
  body: readDraft(bodyDraft(lead)),
});

export function writeEmail(lead: LeadRef, { subject, body }: EmailText): void {
  writeDraft(subjectDraft(lead), subject);
  writeDraft(bodyDraft(lead), body);
}

/** An email draft. It is kept until it is sent. */
export function useEmailDraft(lead: LeadRef) {
  const [subject, setSubject] = useStoredDraft(subjectDraft(lead));
  const [body, setBody] = useStoredDraft(bodyDraft(lead));
  const [template, setTemplate] = useState("");
  const [isTried, setTried] = useState(false);
  const subjectProblem = subject.trim() ? null : "Enter a subject";
  const bodyProblem = body.trim() ? null : "Enter a message";
  const sending = useAction<void>({
    action: (_, id) => sendLeadEmail({ id, leadId: lead.id, subject, body, account: lead.account?.slug }),
    errorMessage: "Couldn't send the email",
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
  });
  const send = async (): Promise<boolean> => {
    setTried(true);
    if (subjectProblem || bodyProblem || !(await sending.run())) return false;
    setTried(false);
    setSubject("");
    setBody("");
    setTemplate("");
    settleUndo(templateChange(lead));
    return true;
  };
  const problems = isTried ? { subject: subjectProblem, body: bodyProblem } : { subject: null, body: null };
  return { ...sending, subject, setSubject, body, setBody, problems, template, setTemplate, send };
}

export type EmailDraft = ReturnType<typeof useEmailDraft>;
