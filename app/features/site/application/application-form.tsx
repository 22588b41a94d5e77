import { clsx } from "clsx";
import { applicationForm } from "~/content/forms.ts";
import {
  bestContactOptions,
  defaultTimeline,
  maxLengths,
  timelineOptions,
} from "../../../../domain/submission-rules.ts";
import { Choices } from "../forms/choices.tsx";
import { SelectField, TextareaField, TextField } from "../forms/controls.tsx";
import type { FormState } from "../forms/form-state.ts";
import styles from "../forms/lead-form.module.css";
import { LeadForm, ReceivedLine } from "../forms/lead-form.tsx";
import site from "../site.module.css";

/** Spec §3, Application form lead. */
export function ApplicationForm({ state, labelledBy }: { state: FormState | null; labelledBy: string }) {
  const { send, consent, failure } = applicationForm;
  const field = { form: "application", state: state?.form === "application" ? state : null } as const;
  return (
    <LeadForm {...field} {...{ labelledBy, send, consent, failure }} received={<Received />}>
      <TextField
        {...field}
        name="full_name"
        label="Full name"
        autoComplete="name"
        maxLength={maxLengths.fullName}
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
      <TextField
        {...field}
        name="company"
        label="Company"
        autoComplete="organization"
        maxLength={maxLengths.company}
        required
      />
      <TextField
        {...field}
        name="website"
        label="Website"
        type="url"
        autoComplete="url"
        maxLength={maxLengths.address}
        placeholder="https://"
      />
      <TextField
        {...field}
        name="role"
        label="Your role"
        autoComplete="organization-title"
        maxLength={maxLengths.short}
      />
      <TextField
        {...field}
        name="target_new_clients_per_month"
        label="New clients you want per month"
        inputMode="numeric"
        placeholder="10"
        maxLength={maxLengths.short}
        required
      />
      <TextField
        {...field}
        name="avg_deal_size"
        label="Average deal size"
        maxLength={maxLengths.short}
        placeholder="$1,200"
      />
      <SelectField {...field} name="timeline" label="Timeline" options={timelineOptions} preset={defaultTimeline} />
      <TextareaField {...field} name="notes" label="Notes" placeholder="What happens to a lead today?" />
      <Choices
        state={field.state}
        name="best_contact"
        label="Best contact"
        type="radio"
        options={bestContactOptions}
        preset={bestContactOptions[0]}
      />
      <TextField
        {...field}
        name="phone"
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={maxLengths.phone}
        hint="Required for SMS and phone."
      />
    </LeadForm>
  );
}

function Received() {
  return (
    <>
      <ReceivedLine>{applicationForm.sent}</ReceivedLine>
      <h3 className={site.title}>{applicationForm.received}</h3>
      <p className={clsx(site.body, styles.receivedText)} data-deadline="You’ll hear from us by">
        {applicationForm.next}
      </p>
      <Steps />
    </>
  );
}

/** The steps after the form is sent, beside the form and later in its place. */
export function Steps() {
  return (
    <ol className={styles.steps}>
      {applicationForm.steps.map(({ when, what }) => (
        <li key={when}>
          <b>{when}</b>
          {what}
        </li>
      ))}
    </ol>
  );
}
