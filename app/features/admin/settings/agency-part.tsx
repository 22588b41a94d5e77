import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { ResettableForm } from "~/shared/settings/resettable-form.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import type { AgencySectionId } from "~/shared/settings/settings-sections.ts";
import { AdminEmailsSection } from "./admin-emails-section.tsx";
import type { AgencyFormProps } from "./agency-form.tsx";
import { DetailsForm, InvoicesForm, SessionsForm } from "./agency-forms.tsx";
import { type AgencySettings, agencySettingsQuery } from "./api.ts";
import { ColorForm } from "./color-form.tsx";
import { EmailLogSection } from "./email-log-section.tsx";
import { ExportSection } from "./export-section.tsx";
import { HoursForm } from "./hours-form.tsx";
import { LogoSection } from "./logo-section.tsx";
import { PipelineSection } from "./pipeline-section.tsx";
import { PremiumSection } from "./premium-section.tsx";
import { RetentionSection } from "./retention-section.tsx";
import { TeamSecurityForm } from "./team-security-form.tsx";

/** The sections that only admins see. */
export function AgencySettingsSection({ section }: { section: AgencySectionId }) {
  switch (section) {
    case "agency":
      return (
        <>
          <AgencySection
            title="Agency details"
            text="Shown to clients on invoices and in emails. The public site has its own details."
            fields={4}
            Form={DetailsForm}
          />
          <LogoSection />
          <AgencySection
            title="Color"
            text="For buttons and links in the portal, in emails and on invoices. The public site has its own color, and so does each client that chose one."
            fields={1}
            Form={ColorForm}
          />
        </>
      );
    case "hours":
      return (
        <AgencySection
          title="Working hours"
          text="Response clocks only run during these hours. Invoice due dates use this time zone."
          fields={6}
          Form={HoursForm}
        />
      );
    case "invoices":
      return (
        <AgencySection
          title="Invoices"
          text="Numbering, payment terms and default currency for new invoices."
          fields={3}
          Form={InvoicesForm}
        />
      );
    case "team-security":
      return (
        <AgencySection
          title="Two-step sign-in for your team"
          text="Choose who must sign in with a password and a code from an authenticator app."
          fields={2}
          Form={TeamSecurityForm}
        />
      );
    case "sign-in":
      return (
        <AgencySection
          title="Session length"
          text="How long people stay signed in on a device. Changes apply to open sessions right away."
          fields={2}
          Form={SessionsForm}
        />
      );
    case "pipeline":
      return <PipelineSection />;
    case "admin-emails":
      return <AdminEmailsSection />;
    case "premium":
      return <PremiumSection />;
    case "email-log":
      return <EmailLogSection />;
    case "retention":
      return <RetentionSection />;
    case "export":
      return <ExportSection />;
  }
}

type SectionProps = { title: string; text: string; fields: number; Form: ComponentType<AgencyFormProps> };

/** A section of the agency's settings. It loads fresh values, because stale ones would only cause a conflict. */
function AgencySection({ title, text, fields, Form }: SectionProps) {
  const settings = useQuery(agencySettingsQuery());
  return (
    <SettingsCard title={title} text={text}>
      <QueryBoundary
        query={settings.isFetchedAfterMount ? settings : { ...settings, data: undefined }}
        errorMessage="Couldn't load agency settings"
        skeleton={<FormSkeleton label="Loading agency settings" fields={fields} />}
      >
        {(row) => <AgencyForm loaded={row} Form={Form} />}
      </QueryBoundary>
    </SettingsCard>
  );
}

/** Keeps the row that the form started from, so that refetches do not change the user's input. */
function AgencyForm({ loaded, Form }: { loaded: AgencySettings; Form: ComponentType<AgencyFormProps> }) {
  const client = useQueryClient();
  const [row, setRow] = useState(loaded);
  return (
    <ResettableForm>
      {(renew) => (
        <Form
          row={row}
          onReset={(fresh) => {
            setRow(fresh ?? client.getQueryData<AgencySettings>(queryKeys.agencySettings()) ?? row);
            renew();
          }}
        />
      )}
    </ResettableForm>
  );
}
