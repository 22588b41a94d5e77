import { Tag, UserRound } from "lucide-react";
import { StageIcon } from "~/ui/stage-icon.tsx";
import type { LeadList } from "./lead-lists.ts";
import { PaletteGroup, PaletteItem } from "./palette-items.tsx";

type ListProps = { lists: readonly LeadList[]; onGo: (to: string) => () => void };

const LIST_ICONS = { owner: UserRound, tag: Tag };

/** Lists of leads: of a stage, an owner or a tag. */
export function ListItems({ lists, onGo }: ListProps) {
  return (
    <PaletteGroup heading="Lists">
      {lists.map(({ kind, value, label, to }) => {
        const Icon = kind === "stage" ? null : LIST_ICONS[kind];
        return (
          <PaletteItem key={to} value={`list ${kind} ${value}`} onSelect={onGo(to)}>
            {Icon ? <Icon aria-hidden="true" /> : <StageIcon stage={value} />}
            <span className="min-w-0 flex-1 truncate">{label}</span>
          </PaletteItem>
        );
      })}
    </PaletteGroup>
  );
}
