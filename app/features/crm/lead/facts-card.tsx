import { UserRoundPlus } from "lucide-react";
import { useState } from "react";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { useChangeLeads } from "../lib/change-leads.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { TagPicker } from "../lib/tag-picker.tsx";
import { FACTS, toInputValue } from "./fact-fields.ts";
import { FactRow } from "./fact-row.tsx";
import { DescriptionList, LeadSection } from "./section.tsx";

/** The facts about a lead. Users edit each one in place. */
export function FactsCard({ lead, className }: { lead: LeadDetail; className?: string }) {
  const { assign } = useLeadActions();
  const isReadOnly = useIsReadOnly();
  const editable = lead.merged_into === null && !isReadOnly;
  const [showsAll, setShowsAll] = useState(false);
  const empty = FACTS.filter((fact) => !fact.isKey && toInputValue(lead, fact) === "");
  const shown = showsAll ? FACTS : FACTS.filter((fact) => !empty.includes(fact));
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
      <DescriptionList className="@min-[480px]/lead:@max-[679px]/lead:grid-cols-[92px_minmax(0,1fr)_92px_minmax(0,1fr)]">
        {shown.map((fact) => (
          <FactRow key={`${lead.id} ${fact.field}`} lead={lead} fact={fact} editable={editable} />
        ))}
      </DescriptionList>
      {empty.length > 0 && (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2 text-ink-3"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? "Hide empty fields" : `Show ${empty.length} empty ${empty.length === 1 ? "field" : "fields"}`}
        </Button>
      )}
      <Tags lead={lead} editable={editable} />
    </LeadSection>
  );
}

function Tags({ lead, editable }: { lead: LeadDetail; editable: boolean }) {
  const { run } = useChangeLeads({ canRetry: true });
  const change = (changes: Record<string, string[]>, text: string) => void run({ leadIds: [lead.id], changes, text });
  return (
    <div className="grid grid-cols-[104px_minmax(0,1fr)] gap-x-2 text-13 @min-[480px]/lead:@max-[679px]/lead:grid-cols-[92px_minmax(0,1fr)]">
      <span className="py-1.5 text-ink-3">Tags</span>
      {editable ? (
        <TagPicker
          label="Tags"
          tags={lead.tags}
          quiet
          className="-ml-1.5"
          onAdd={(tags) => change({ add_tags: tags }, `Tagged ${leadName(lead)} with ${tags.join(", ")}`)}
          onRemove={(tag) => change({ remove_tags: [tag] }, `Removed tag ${tag} from ${leadName(lead)}`)}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-1 py-1">
          {lead.tags.length === 0 && <span className="text-ink-3">–</span>}
          {lead.tags.map((tag) => (
            <Chip key={tag} dot={false} className="max-w-full">
              <span className="min-w-0 truncate">{tag}</span>
            </Chip>
          ))}
        </div>
      )}
    </div>
  );
}
