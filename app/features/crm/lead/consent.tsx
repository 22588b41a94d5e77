import { useState } from "react";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { Button } from "~/ui/button.tsx";
import { consentText } from "../../../../domain/consent.ts";
import { formatLongDay } from "../../../../domain/format-date.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { useChangeLeads } from "../lib/change-leads.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { ConsentForm } from "../lib/record-consent.tsx";
import { LeadSection } from "./section.tsx";

/** The lead's consent and its date. Users record consent given in person here, and withdraw consent. */
export function Consent({ lead, className }: { lead: LeadDetail; className?: string }) {
  const isReadOnly = useIsReadOnly();
  // The database lets people of a free account withdraw a consent, and nothing else.
  const { run, busy } = useChangeLeads({ isFree: true });
  const [asking, setAsking] = useState(false);
  const withdraw = () =>
    run({ leadIds: [lead.id], changes: { consent: null }, text: `Withdrew ${leadName(lead)}'s consent` });
  return (
    <LeadSection
      title="Consent"
      className={className}
      action={
        lead.merged_into === null &&
        !asking &&
        !(isReadOnly && !lead.consent_at) && (
          <Button
            size="sm"
            variant="ghost"
            disabled={busy}
            onClick={() => (lead.consent_at ? void withdraw() : setAsking(true))}
          >
            {lead.consent_at ? "Withdraw" : "Record"}
          </Button>
        )
      }
    >
      {asking ? (
        <ConsentForm lead={lead} onDone={() => setAsking(false)} />
      ) : (
        <p className="text-13 text-ink-2">
          {lead.consent_at
            ? `${consentText(lead.consent_text)} (${formatLongDay(lead.consent_at)})`
            : "No consent on record. You can call them, but not email or text them."}
        </p>
      )}
    </LeadSection>
  );
}
