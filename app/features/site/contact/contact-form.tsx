import { clsx } from "clsx";
import { contactForm } from "~/content/forms.ts";
import { adSpendOptions, interestOptions, longest } from "../../../../domain/submission-rules.ts";
import { Choices } from "../forms/choices.tsx";
import { LineField, SelectField, WordsField } from "../forms/controls.tsx";
import type { FormState } from "../forms/form-state.ts";
import styles from "../forms/lead-form.module.css";
import { LeadForm, SentLine } from "../forms/lead-form.tsx";
import site from "../site.module.css";

/** Spec §3, Contact form. */
export function ContactForm({ state, labelledBy }: { state: FormState | null; labelledBy: string }) {
  const { send, failure } = contactForm;
  const field = { form: "contact", state: state?.form === "contact" ? state : null } as const;
  return (
    <LeadForm {...field} {...{ labelledBy, send, failure }} received={<Received />}>
      <LineField
        {...field}
        name="firstName"
        label="First name"
        autoComplete="given-name"
        most={longest.name}
        required
      />
      <LineField {...field} name="lastName" label="Last name" autoComplete="family-name" most={longest.name} required />
      <LineField
        {...field}
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        most={longest.email}
        required
      />
      <LineField {...field} name="company" label="Company" autoComplete="organization" most={longest.company} />
      <SelectField
        {...field}
        name="adSpend"
        label="Monthly ad spend"
        options={adSpendOptions}
        preset={adSpendOptions[0]}
        wide
      />
      <WordsField
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
      <SentLine>{contactForm.sent}</SentLine>
      <h3 className={site.title}>{contactForm.received}</h3>
      <p className={clsx(site.body, styles.receivedText)} data-deadline="You hear from us by">
        {contactForm.next}
      </p>
    </>
  );
}
