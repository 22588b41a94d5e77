import { useEffect, useRef } from "react";
import { Checkbox } from "~/ui/checkbox.tsx";
import { EmailText } from "~/ui/email-text.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import type { EmailDraft } from "./email-draft.ts";
import type { LeadRef } from "./lead-types.ts";
import { newTask, TaskFields } from "./task-fields.tsx";
import { TemplateField } from "./template-field.tsx";

/** The reason why this lead cannot get an email, or null. */
export function emailObstacle(lead: Pick<LeadRef, "phone" | "email" | "consent_at">): string | null {
  if (!lead.email) return "This lead has no email address.";
  if (lead.consent_at) return null;
  return lead.phone
    ? "They haven't agreed to be emailed. Call them, or ask for consent and record it."
    : "They haven't agreed to be emailed. Ask for consent and record it.";
}

/** The button that answers a lead: it calls, else writes an email, else adds a note. */
export function answerText(lead: Pick<LeadRef, "phone" | "owner_id" | "email" | "consent_at">): string {
  if (lead.phone) return lead.owner_id ? "Call" : "Claim and call";
  if (prefersEmail(lead)) return lead.owner_id ? "Write email" : "Claim and email";
  return lead.owner_id ? "Add note" : "Claim and add note";
}

/** What that button does, for its icon. */
export const answerKind = (lead: Pick<LeadRef, "phone" | "email" | "consent_at">): "call" | "email" | "note" =>
  lead.phone ? "call" : prefersEmail(lead) ? "email" : "note";

/** Whether to answer by email, because the lead has no phone number and agreed to emails. */
export const prefersEmail = (lead: Pick<LeadRef, "phone" | "email" | "consent_at">): boolean =>
  !lead.phone && emailObstacle(lead) === null;

type Props = { lead: LeadRef; email: EmailDraft; rows?: number };

/** The fields of an email: template, subject and text. */
export function EmailFields({ lead, email, rows = 8 }: Props) {
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => {
    first.current?.querySelector("select")?.focus();
  }, []);
  return (
    <div className="grid gap-3" ref={first}>
      {/* Whole, because a wrong domain is at its end. */}
      <dl className="flex gap-2 text-13">
        <dt className="text-ink-3">To</dt>
        <dd className="wrap-anywhere min-w-0">{lead.email && <EmailText address={lead.email} />}</dd>
      </dl>
      <TemplateField lead={lead} email={email} />
      <Field label="Subject" error={email.problems.subject}>
        <Input maxLength={200} value={email.subject} onChange={(event) => email.setSubject(event.target.value)} />
      </Field>
      <Field label="Message" error={email.problems.body}>
        <Textarea
          rows={rows}
          maxLength={10_000}
          value={email.body}
          onChange={(event) => email.setBody(event.target.value)}
        />
      </Field>
      <Checkbox
        label="Add a next step"
        checked={email.task !== null}
        onChange={(event) => email.setTask(event.target.checked ? newTask(lead) : null)}
      />
      {email.task && <TaskFields task={email.task} onChange={email.setTask} isTried={email.isTried} />}
    </div>
  );
}
