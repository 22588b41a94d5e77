import type { AgencySectionId } from "~/shared/settings/settings-sections.ts";
import { AdminEmailsSection } from "./admin-emails-section.tsx";
import { AgencySection } from "./agency-section.tsx";
import { DetailsForm } from "./details-form.tsx";
import { EmailLogSection } from "./email-log-section.tsx";
import { ExportSection } from "./export-section.tsx";
import { HoursForm } from "./hours-form.tsx";
import { InvoicesForm } from "./invoices-form.tsx";
import { PipelineSection } from "./pipeline-section.tsx";
import { PremiumSection } from "./premium-section.tsx";
import { RetentionSection } from "./retention-section.tsx";
import { SessionsForm } from "./sessions-form.tsx";
import { TeamSecurityForm } from "./team-security-form.tsx";

type Props = { section: AgencySectionId };

/** What admins settle for the agency. */
export function AgencySettingsSection({ section }: Props) {
  switch (section) {
    case "agency":
      return (
        <AgencySection
          title="Agency details"
          text="What clients read on invoices and in e-mails. The public site has its own."
          fields={4}
          Form={DetailsForm}
        />
      );
    case "hours":
      return (
        <AgencySection
          title="Working hours"
          text="The clock of a new lead runs within these hours only. An invoice is overdue by this calendar."
          fields={6}
          Form={HoursForm}
        />
      );
    case "invoices":
      return (
        <AgencySection
          title="Invoices"
          text="How new invoices are numbered, and in which currency they begin."
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
          text="How long people stay signed in on a device. A change applies to open sessions at once."
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
