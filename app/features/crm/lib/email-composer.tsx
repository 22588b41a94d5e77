import { useEffect, useRef, useState } from "react";
import { fullName } from "~/shared/display-name.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { useSession } from "~/shared/use-session.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { sendLeadEmail } from "./api.ts";
import { readDraft, useStoredDraft, writeDraft } from "./drafts.ts";
import type { LeadRef } from "./lead-types.ts";
import { offerUndo, settleUndo } from "./undo-stack.ts";

/** Placeholders in braces are replaced with values of the lead and the sender. */
const EMAIL_TEMPLATES = [
  {
    key: "first",
    label: "First reply",
    subject: "Your request, {{first_name}}",
    body: "Hi {{first_name}},\n\nThanks for reaching out to {{agency}}. I have a few ideas for {{company}}.\n\nDo you have time for a quick call today or tomorrow?\n\n{{sender}}",
  },
  {
    key: "missed",
    label: "We missed you",
    subject: "I just tried to call you",
    body: "Hi {{first_name}},\n\nI just tried to call you about your request but couldn't get through. Reply with a time that works for you, and I'll call then.\n\n{{sender}}",
  },
  {
    key: "booked",
    label: "Before the call",
    subject: "Our call about {{company}}",
    body: "Hi {{first_name}},\n\nI'm looking forward to our call. To make the most of it, have two numbers handy: your current ad spend and how many new clients you want each month.\n\n{{sender}}",
  },
] as const;

type TemplateValues = { agency: string; sender: string };

/** Replaces the placeholders. Unknown values become general words, so that the sentence stays correct. */
function fillTemplate(
  text: string,
  lead: Pick<LeadRef, "first_name" | "company">,
  { agency, sender }: TemplateValues,
): string {
  const values: Record<string, string> = {
    first_name: lead.first_name ?? "there",
    company: lead.company ?? "your business",
    agency,
    sender,
  };
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

const subjectDraft = (lead: LeadRef) => `email-subject:${lead.id}`;
const bodyDraft = (lead: LeadRef) => `email:${lead.id}`;
/** The id for `settleUndo`. */
const templateChange = (lead: LeadRef) => `email-template:${lead.id}`;

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

type Text = { subject: string; body: string };

const fill = ({ subject, body }: Text, lead: LeadRef, words: TemplateValues): Text => ({
  subject: fillTemplate(subject, lead, words),
  body: fillTemplate(body, lead, words),
});

function writeDrafts(lead: LeadRef, { subject, body }: Text): void {
  writeDraft(subjectDraft(lead), subject);
  writeDraft(bodyDraft(lead), body);
}

type Props = { lead: LeadRef; email: ReturnType<typeof useEmailDraft>; rows?: number };

/** The fields of an email: template, subject and text. */
export function EmailFields({ lead, email, rows = 8 }: Props) {
  const { user } = useSession();
  const profile = useProfile(user?.id ?? "").data;
  const agency = useAgencyContact().data?.name ?? "our agency";
  // The email is in the name of the lead's account.
  const words = { agency: lead.account?.name ?? agency, sender: fullName(profile, user?.email) };
  const choose = (key: string) => {
    email.setTemplate(key);
    const template = EMAIL_TEMPLATES.find((one) => one.key === key);
    const filled = EMAIL_TEMPLATES.map((one) => fill(one, lead, words));
    const { subject, body, template: before, setTemplate } = email;
    // The text of a template is not typed text.
    const isUntyped = filled.some((one) => one.subject === subject && one.body === body);
    if (!template) {
      if (isUntyped) writeDrafts(lead, { subject: "", body: "" });
      return;
    }
    const next = fill(template, lead, words);
    writeDrafts(lead, next);
    if (!(subject + body).trim() || isUntyped) return;
    offerUndo({
      text: `Replaced your text with “${template.label}”`,
      change: templateChange(lead),
      undo: async () => {
        const isUnchanged = readDraft(subjectDraft(lead)) === next.subject && readDraft(bodyDraft(lead)) === next.body;
        if (!isUnchanged) return { restored: 0, kept: 1 };
        writeDrafts(lead, { subject, body });
        setTemplate(before);
        return { restored: 1, kept: 0 };
      },
    });
  };
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => {
    first.current?.querySelector("select")?.focus();
  }, []);
  return (
    <div className="grid gap-3" ref={first}>
      {/* Whole, because a wrong domain is at its end. */}
      <dl className="flex gap-2 text-13">
        <dt className="text-ink-3">To</dt>
        <dd className="wrap-anywhere min-w-0">{lead.email}</dd>
      </dl>
      <Field label="Template">
        <NativeSelect value={email.template} onChange={(event) => choose(event.target.value)}>
          <option value="">No template</option>
          {EMAIL_TEMPLATES.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Field>
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
    </div>
  );
}
