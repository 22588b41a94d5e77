import { Avatar } from "~/ui/avatar.tsx";
import { StageGlyph } from "~/ui/stage-glyph.tsx";
import { useStages } from "../lib/list-stages.ts";
import { Group, Item, Marked } from "./palette-parts.tsx";
import type { LeadSearchResult } from "./use-lead-search.ts";

type Props = { leads: LeadSearchResult[]; word: string; onOpen: (leadId: string) => () => void };

/** Leads that were found, or, before anything is typed, those opened last. */
export function LeadItems({ leads, word, onOpen }: Props) {
  const { labelOf } = useStages();
  return (
    <Group heading={word ? "Leads, tolerant of typos" : "Recent leads"}>
      {leads.map((one) => (
        <Item key={one.id} value={`lead ${one.id}`} onSelect={onOpen(one.id)}>
          <StageGlyph stage={one.stage} />
          <span className="min-w-0 flex-1 truncate">
            <b className="font-medium">
              <Marked text={one.name ?? one.email ?? "Unnamed lead"} word={word} />
            </b>{" "}
            <span className="text-ink-3">
              <Marked text={one.company ?? ""} word={word} />
            </span>
          </span>
          <span className="shrink-0 text-ink-3 text-xs">{labelOf(one.stage)}</span>
          {one.owner_name && one.owner_name !== "Unassigned" && <Avatar name={one.owner_name} size={20} />}
        </Item>
      ))}
    </Group>
  );
}
