import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { isEmailAddress } from "../../../../domain/email-address.ts";
import { phoneProblem } from "../../../../domain/phone.ts";
import type { LeadRef } from "../lib/lead-types.ts";
import type { OfferedType } from "./api.ts";

/** What a person enters for the lead: facts that the lead lacks, and answers by question. */
export type BookFacts = { email: string; phone: string; answers: Record<string, string> };
type Missing = { email: boolean; phone: boolean };
type Problems = Partial<Record<string, string>>;

/** The facts that a call needs and the lead's page doesn't have. */
export const missingFacts = (lead: LeadRef, type: OfferedType | undefined): Missing => ({
  email: !lead.email?.trim(),
  phone: !lead.phone?.trim() && type?.location === "phone",
});

/** Whether someone chooses who of the hosts has the call. */
export const hasChoiceOf = (type: OfferedType | undefined): type is OfferedType =>
  type?.assignment === "pool" && type.hosts.length > 1;

/** What is missing or wrong, by field. Same rules as private.book_call. */
export function bookProblems({ questions }: OfferedType, missing: Missing, facts: BookFacts): Problems {
  const problems: Problems = {};
  if (missing.email && !isEmailAddress(facts.email.trim())) problems["email"] = "Enter their email address";
  if (missing.phone) {
    const wrong = facts.phone.trim() ? phoneProblem(facts.phone) : "Enter their phone number";
    if (wrong) problems["phone"] = wrong;
  }
  for (const { id, kind, required } of questions)
    if (required && !facts.answers[id]?.trim())
      problems[`answer-${id}`] = kind === "select" ? "Choose an answer" : "Enter an answer";
  return problems;
}

type Props = {
  type: OfferedType;
  missing: Missing;
  facts: BookFacts;
  problems: Problems;
  onChange: (facts: BookFacts) => void;
};

/** The facts that the lead lacks, and the meeting type's questions. */
export function BookFields({ type, missing, facts, problems, onChange }: Props) {
  return (
    <>
      {missing.email && (
        <Field label="Their email" required error={problems["email"]} hint="We'll add it to the lead.">
          <Input
            type="email"
            autoComplete="off"
            maxLength={255}
            value={facts.email}
            onChange={({ target }) => onChange({ ...facts, email: target.value })}
          />
        </Field>
      )}
      {missing.phone && (
        <Field label="Their phone number" required error={problems["phone"]} hint="We'll add it to the lead.">
          <Input
            type="tel"
            autoComplete="off"
            maxLength={50}
            value={facts.phone}
            onChange={({ target }) => onChange({ ...facts, phone: target.value })}
          />
        </Field>
      )}
      {type.questions.map(({ id, label, kind, required, options = [] }) => {
        const value = facts.answers[id] ?? "";
        const change = ({ target }: { target: { value: string } }) =>
          onChange({ ...facts, answers: { ...facts.answers, [id]: target.value } });
        return (
          <Field key={id} label={label} required={required} error={problems[`answer-${id}`]}>
            {kind === "select" ? (
              <NativeSelect value={value} onChange={change}>
                <option value="">Choose…</option>
                {options.map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </NativeSelect>
            ) : kind === "textarea" ? (
              <Textarea rows={2} maxLength={2_000} value={value} onChange={change} />
            ) : (
              <Input maxLength={2_000} value={value} onChange={change} />
            )}
          </Field>
        );
      })}
    </>
  );
}
