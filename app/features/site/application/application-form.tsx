import { clsx } from "clsx";
import { applicationForm } from "~/content/forms.ts";
import { bestContactOptions, defaultTimeline, longest, timelineOptions } from "../../../../domain/submission-rules.ts";
import { Choices } from "../forms/choices.tsx";
import { LineField, SelectField, WordsField } from "../forms/controls.tsx";
import type { FormState } from "../forms/form-state.ts";
import styles from "../forms/lead-form.module.css";
import { LeadForm, SentLine } from "../forms/lead-form.tsx";
import site from "../site.module.css";

/** Spec §3, Application form lead. */
export function ApplicationForm({ state, labelledBy }: { state: FormState | null; labelledBy: string }) {
  const { send, failure } = applicationForm;
  const field = { form: "application", state: state?.form === "application" ? state : null } as const;
  return (
    <LeadForm {...field} {...{ labelledBy, send, failure }} received={<Received />}>
      <LineField {...field} name="full_name" label="Full name" autoComplete="name" most={longest.fullName} required />
      <LineField
        {...field}
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        most={longest.email}
        required
      />
      <LineField
        {...field}
        name="company"
        label="Company"
        autoComplete="organization"
        most={longest.company}
        required
      />
      <LineField
        {...field}
        name="website"
        label="Website"
        type="url"
        autoComplete="url"
        most={longest.address}
        placeholder="https://"
      />
      <LineField {...field} name="role" label="Your role" autoComplete="organization-title" most={longest.short} />
      <LineField
        {...field}
        name="target_new_clients_per_month"
        label="New clients you want per month"
        most={longest.short}
        required
      />
      <LineField {...field} name="avg_deal_size" label="Average deal size" most={longest.short} placeholder="$1,200" />
      <SelectField {...field} name="timeline" label="Timeline" options={timelineOptions} preset={defaultTimeline} />
      <WordsField {...field} name="notes" label="Notes" placeholder="What happens to a lead today?" />
      <Choices
        state={field.state}
        name="best_contact"
        label="Best contact"
        type="radio"
        options={bestContactOptions}
        preset={bestContactOptions[0]}
      />
      <LineField {...field} name="phone" label="Phone" type="tel" autoComplete="tel" most={longest.phone} />
    </LeadForm>
  );
}

function Received() {
  return (
    <>
      <SentLine>{applicationForm.sent}</SentLine>
      <h3 className={site.title}>{applicationForm.received}</h3>
      <p className={clsx(site.body, styles.receivedText)}>{applicationForm.next}</p>
      <Steps />
    </>
  );
}

/** What happens after it was sent; it stands beside the form and in its place afterwards. */
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
