import { applicationForm } from "~/content/forms.ts";
import type { FormState } from "../forms/form-state.ts";
import { Section } from "../section.tsx";
import { ApplicationForm, Steps } from "./application-form.tsx";

/** The application form with what comes of it, for every page that asks for one (spec §2). */
export function ApplicationSection({ state = null }: { state?: FormState | null }) {
  return (
    <Section labelledBy="application-title" id="application">
      <div className="form-layout">
        <div className="form-side">
          <h2 className="title-2" id="application-title">
            {applicationForm.headline}
          </h2>
          <p className="body">{applicationForm.text}</p>
          <Steps />
        </div>
        <ApplicationForm state={state} labelledBy="application-title" />
      </div>
    </Section>
  );
}
