import { clsx } from "clsx";
import { contactForm } from "~/content/forms.ts";
import { adSpendOptions, interestOptions, maxLengths } from "../../../../domain/submission-rules.ts";
import { Choices } from "../forms/choices.tsx";
import { SelectField, TextareaField, TextField } from "../forms/controls.tsx";
import type { FormState } from "../forms/form-state.ts";
import styles from "../forms/lead-form.module.css";
import { LeadForm, ReceivedLine } from "../forms/lead-form.tsx";
import site from "../site.module.css";

/** Spec §3, Contact form. */
export function ContactForm({ state, labelledBy }: { state: FormState | null; labelledBy: string }) {
  const { send, consent, failure } = contactForm;
  const field = { form: "contact", state: state?.form === "contact" ? state : null } as const;
  return (
    <LeadForm {...field} {...{ labelledBy, send, consent, failure }} received={<Received />}>
      <TextField
        {...field}
        name="firstName"
        label="First name"
        autoComplete="given-name"
        maxLength={maxLengths.name}
        required
      />
      <TextField
        {...field}
        name="lastName"
        label="Last name"
        autoComplete="family-name"
        maxLength={maxLengths.name}
        required
      />
      <TextField
        {...field}
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={maxLengths.email}
        required
      />
      <TextField {...field} name="company" label="Company" autoComplete="organization" maxLength={maxLengths.company} />
      <SelectField
        {...field}
        name="adSpend"
        label="Monthly ad spend"
        options={adSpendOptions}
        preset={adSpendOptions[0]}
        wide
      />
      <TextareaField
        {...field}
        name="goals"
        label="Goals"
        placeholder="Fill four treatment slots a day from Instagram."
        required
      />
      <Choices state={field.state} name="interests" label="Interests" type="checkbox" options={interestOptions} />
    </LeadForm>
  );
}

function Received() {
  return (
    <>
      <ReceivedLine>{contactForm.sent}</ReceivedLine>
      <h3 className={site.title}>{contactForm.received}</h3>
      <p className={clsx(site.body, styles.receivedText)} data-deadline="You’ll hear from us by">
        {contactForm.next}
      </p>
    </>
  );
}
