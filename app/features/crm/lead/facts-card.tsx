import { Plus, UserRoundPlus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { controlClasses } from "~/ui/input.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { useChangeLeads } from "../lib/change-leads.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { FACTS } from "./fact-fields.ts";
import { FactRow } from "./fact-row.tsx";
import { DescriptionList, LeadSection } from "./section.tsx";

/** The facts about a lead. Users edit each one in place. */
export function FactsCard({ lead, className }: { lead: LeadDetail; className?: string }) {
  const { assign } = useLeadActions();
  const editable = lead.merged_into === null;
  return (
    <LeadSection
      title="Details"
      className={className}
      action={
        editable && (
          <Button size="sm" variant="ghost" onClick={() => assign([lead])}>
            <UserRoundPlus aria-hidden="true" /> {lead.owner_name?.split(" ")[0] ?? "Unowned"}
          </Button>
        )
      }
    >
      <DescriptionList className="@min-[480px]/lead:@max-[899px]/lead:grid-cols-[92px_minmax(0,1fr)_92px_minmax(0,1fr)]">
        {FACTS.map((fact) => (
          <FactRow key={`${lead.id} ${fact.field}`} lead={lead} fact={fact} editable={editable} />
        ))}
      </DescriptionList>
      <Tags lead={lead} editable={editable} />
    </LeadSection>
  );
}

function Tags({ lead, editable }: { lead: LeadDetail; editable: boolean }) {
  const { run, busy } = useChangeLeads();
  const [typed, setTyped] = useState<string | null>(null);
  const change = (changes: Record<string, string[]>, text: string) => void run({ leadIds: [lead.id], changes, text });
  const add = (event: FormEvent) => {
    event.preventDefault();
    const tag = typed?.trim();
    if (tag) change({ add_tags: [tag] }, `Tagged ${leadName(lead)} with ${tag}`);
    setTyped(null);
  };
  return (
    <div className="grid grid-cols-[104px_minmax(0,1fr)] gap-x-2 text-13 @min-[480px]/lead:@max-[899px]/lead:grid-cols-[92px_minmax(0,1fr)]">
      <span className="py-1 text-ink-3">Tags</span>
      <div className="flex flex-wrap items-center gap-1">
        {lead.tags.map((tag) => (
          <Chip key={tag} dot={false} className="max-w-full pr-0.5">
            <span className="min-w-0 truncate">{tag}</span>
            {editable && (
              <button
                type="button"
                aria-label={`Remove tag ${tag}`}
                disabled={busy}
                className="hit relative grid size-4 cursor-pointer place-items-center rounded-xs hover:bg-press"
                onClick={() => change({ remove_tags: [tag] }, `Removed tag ${tag} from ${leadName(lead)}`)}
              >
                <X aria-hidden="true" />
              </button>
            )}
          </Chip>
        ))}
        {!editable && lead.tags.length === 0 && <span className="py-1 text-ink-3">–</span>}
        {editable && typed === null && (
          <Button size="sm" variant="ghost" className="-ml-1.5 h-6 px-1.5 text-xs" onClick={() => setTyped("")}>
            <Plus aria-hidden="true" /> Tag
          </Button>
        )}
        {typed !== null && (
          <form onSubmit={add}>
            <input
              // biome-ignore lint/a11y/noAutofocus: the pressed button becomes this field
              autoFocus
              aria-label="New tag"
              maxLength={40}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={() => !typed.trim() && setTyped(null)}
              onKeyDown={(event) => {
                if (event.key !== "Escape") return;
                event.stopPropagation();
                event.nativeEvent.stopImmediatePropagation();
                setTyped(null);
              }}
              className={`${controlClasses} h-7 w-28 px-2 text-13 phone:h-11`}
            />
          </form>
        )}
      </div>
    </div>
  );
}
