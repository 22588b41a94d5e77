import { Button } from "~/ui/button.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { useStages } from "../lib/api.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadRef } from "../lib/lead-types.ts";

/** What to do with several leads at once. */
export function SelectionBar({ leads, onClear }: { leads: LeadRef[]; onClear: () => void }) {
  const { assign, move } = useLeadActions();
  const { stages } = useStages();
  if (leads.length === 0) return null;
  return (
    <section
      aria-label="Selection"
      className="on-raised fixed bottom-4 left-1/2 z-30 flex -translate-x-1/2 items-center gap-2 rounded-card bg-raised p-2 pl-4 text-13 shadow-pop phone:bottom-20"
    >
      <span role="status" className="whitespace-nowrap font-medium">
        {leads.length} selected
      </span>
      <Button size="sm" onClick={() => assign(leads)}>
        Assign <Kbd>A</Kbd>
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm">Stage</Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="center" side="top">
          {stages.map(({ key, label }) => (
            <DropdownMenuItem key={key} onSelect={() => move(leads, key)}>
              <StageIcon stage={key} /> {label}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear <Kbd>esc</Kbd>
      </Button>
    </section>
  );
}
