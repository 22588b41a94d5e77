import { Check, X } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { controlClasses } from "~/ui/input.tsx";
import { CONSENT_CHANNELS } from "../../../../domain/consent.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { useChangeLeads } from "./change-leads.ts";
import { useStoredDraft } from "./drafts.ts";
import type { LeadRef } from "./lead-types.ts";

type Props = { lead: LeadRef; onDone: (recorded: boolean) => void };

/** A button that becomes the form, where a missing consent is in the way. */
export function RecordConsent({ lead, onRecorded }: { lead: LeadRef; onRecorded?: () => void }) {
  const [open, setOpen] = useState(false);
  if (!open) {
    return (
      <Button data-first="" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        Record consent
      </Button>
    );
  }
  return (
    <ConsentForm
      lead={lead}
      onDone={(recorded) => {
        setOpen(false);
        if (recorded) onRecorded?.();
      }}
    />
  );
}

/** Asks how the lead agreed to be contacted, and stores that with the time and the person who recorded it. */
export function ConsentForm({ lead, onDone }: Props) {
  const { run, busy } = useChangeLeads();
  const [how, setHow] = useStoredDraft(`consent:${lead.id}`);
  const field = useId();
  const save = async (said: string) => {
    const text = `Recorded ${leadName(lead)}'s consent`;
    const saved = await run({ leadIds: [lead.id], account: lead.account?.slug, changes: { consent: said }, text });
    if (!saved) return;
    setHow("");
    onDone(true);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (how.trim()) void save(how.trim());
      }}
      className="grid gap-1.5 text-13 [--field:32px]"
    >
      <label htmlFor={field}>How they agreed to be contacted</label>
      <div className="flex flex-wrap gap-1.5">
        {CONSENT_CHANNELS.map((way) => (
          <Button key={way} size="sm" disabled={busy} onClick={() => void save(way.toLowerCase())}>
            {way}
          </Button>
        ))}
      </div>
      <div className="flex items-start gap-1">
        <input
          id={field}
          // biome-ignore lint/a11y/noAutofocus: the pressed button becomes this field
          autoFocus
          required
          maxLength={200}
          autoComplete="off"
          placeholder="Or in your words"
          value={how}
          onChange={(event) => setHow(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            // Escape closes only this field, not the drawer around it. The words stay for the next time.
            event.stopPropagation();
            event.nativeEvent.stopImmediatePropagation();
            onDone(false);
          }}
          className={`${controlClasses} h-8 px-2 text-13 phone:h-11`}
        />
        <IconButton label="Save consent" type="submit" size="sm" className="mt-0.5" disabled={busy || !how.trim()}>
          <Check aria-hidden="true" />
        </IconButton>
        <IconButton label="Cancel" size="sm" className="mt-0.5" onClick={() => onDone(false)}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </form>
  );
}
