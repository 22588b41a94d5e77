import { clsx } from "clsx";
import { applicationForm } from "~/content/forms.ts";
import type { FormState } from "../forms/form-state.ts";
import styles from "../forms/lead-form.module.css";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import { ApplicationForm, Steps } from "./application-form.tsx";

/** The application form and its result, for every page with one (spec §2). */
export function ApplicationSection({ state = null }: { state?: FormState | null }) {
  return (
    <Section labelledBy="application-title" id="application">
      <div className={styles.layout}>
        <div className={styles.side}>
          <h2 className={site.title} id="application-title">
            <span className={styles.asked}>{applicationForm.headline}</span>
            <span className={styles.answered}>{applicationForm.thanks}</span>
          </h2>
          <p className={clsx(site.body, styles.sideText)}>{applicationForm.text}</p>
          <Steps />
        </div>
        <ApplicationForm state={state} labelledBy="application-title" />
      </div>
    </Section>
  );
}
