import { Avatar } from "~/ui/avatar.tsx";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { useStages } from "../lib/api.ts";
import { HighlightedText, PaletteGroup, PaletteItem } from "./palette-parts.tsx";
import type { LeadSearchResult } from "./use-lead-search.ts";

type Props = { leads: LeadSearchResult[]; match: string; onOpen: (leadId: string) => () => void };

/** Leads that were found, or, before anything is typed, those opened last. */
export function LeadItems({ leads, match, onOpen }: Props) {
  const { labelOf } = useStages();
  return (
    <PaletteGroup heading={match ? "Leads, tolerant of typos" : "Recent leads"}>
      {leads.map((one) => (
        <PaletteItem key={one.id} value={`lead ${one.id}`} onSelect={onOpen(one.id)}>
          <StageIcon stage={one.stage} />
          <span className="min-w-0 flex-1 truncate">
            <b className="font-medium">
              <HighlightedText text={one.name ?? one.email ?? "Unnamed lead"} match={match} />
            </b>{" "}
            <span className="text-ink-3">
              <HighlightedText text={one.company ?? ""} match={match} />
            </span>
          </span>
          <span className="shrink-0 text-ink-3 text-xs">{labelOf(one.stage)}</span>
          {one.owner_name && one.owner_name !== "Unassigned" && <Avatar name={one.owner_name} size={20} />}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}
