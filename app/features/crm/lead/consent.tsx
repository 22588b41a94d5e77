import { Check, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { controlClasses } from "~/ui/input.tsx";
import { formatLongDay } from "../../../../domain/format-date.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { useChangeLeads } from "../lib/change-leads.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { LeadSection } from "./section.tsx";

const CONSENT_CHANNELS = ["on the phone", "by email", "by text message", "in person"];

/** The lead's consent and its date. Users record consent given in person here, and withdraw consent. */
export function Consent({ lead, className }: { lead: LeadDetail; className?: string }) {
  const { run, busy } = useChangeLeads();
  const [how, setHow] = useState<string | null>(null);
  const change = async (consent: string | null, text: string) => {
    if (await run({ leadIds: [lead.id], changes: { consent }, text })) setHow(null);
  };
  return (
    <LeadSection
      title="Consent"
      className={className}
      action={
        lead.merged_into === null &&
        how === null && (
          <Button
            size="sm"
            variant="ghost"
            disabled={busy}
            onClick={() => (lead.consent_at ? void change(null, `Withdrew ${leadName(lead)}'s consent`) : setHow(""))}
          >
            {lead.consent_at ? "Withdraw" : "Record"}
          </Button>
        )
      }
    >
      {how === null ? (
        <p className="text-13 text-ink-2">
          {lead.consent_at
            ? `${lead.consent_text ?? "Asked to be contacted through a form"} (${formatLongDay(lead.consent_at)})`
            : "No consent on record. You can call them, but not email or text them."}
        </p>
      ) : (
        <ConsentForm
          how={how}
          busy={busy}
          onType={setHow}
          onSave={(said) => void change(said, `Recorded ${leadName(lead)}'s consent`)}
          onStop={() => setHow(null)}
        />
      )}
    </LeadSection>
  );
}

type FormProps = {
  how: string;
  busy: boolean;
  onType: (how: string) => void;
  onSave: (how: string) => void;
  onStop: () => void;
};

function ConsentForm({ how, busy, onType, onSave, onStop }: FormProps) {
  const ways = useId();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (how.trim()) onSave(how.trim());
  };
  return (
    <form onSubmit={save} className="grid gap-1 text-13 [--field:32px]">
      <label htmlFor={`${ways}-field`} className="text-ink-2">
        How they agreed to be contacted
      </label>
      <div className="flex items-start gap-1">
        <input
          id={`${ways}-field`}
          // biome-ignore lint/a11y/noAutofocus: the pressed button becomes this field
          autoFocus
          list={ways}
          required
          maxLength={200}
          autoComplete="off"
          placeholder="on the phone"
          value={how}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            // Escape closes only this field, not the drawer around it.
            event.stopPropagation();
            event.nativeEvent.stopImmediatePropagation();
            onStop();
          }}
          className={`${controlClasses} h-8 px-2 text-13 phone:h-11`}
        />
        <IconButton label="Save consent" type="submit" size="sm" className="mt-0.5" disabled={busy || !how.trim()}>
          <Check aria-hidden="true" />
        </IconButton>
        <IconButton label="Cancel" size="sm" className="mt-0.5" onClick={onStop}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <datalist id={ways}>
        {CONSENT_CHANNELS.map((way) => (
          <option key={way} value={way} />
        ))}
      </datalist>
    </form>
  );
}
