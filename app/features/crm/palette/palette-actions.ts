import { CalendarPlus, Hand, type LucideIcon, Mail, NotebookPen, Phone, UserRoundPlus } from "lucide-react";
import { leadName } from "../../../../domain/lead-name.ts";
import type { Stage } from "../lib/api.ts";
import type { LeadActions } from "../lib/lead-actions.ts";
import type { LeadRef } from "../lib/lead-types.ts";

export type PaletteAction = {
  id: string;
  label: string;
  key?: string;
  Icon?: LucideIcon;
  stage?: string;
  run: () => void;
};

/** What one can do with the lead in question. */
export function leadActions(lead: LeadRef | undefined, stages: Stage[], actions: LeadActions): PaletteAction[] {
  if (!lead) return [];
  const name = leadName(lead);
  const list: PaletteAction[] = [];
  if (!lead.owner_id)
    list.push({ id: "claim", label: `Claim ${name}`, key: "↵", Icon: Hand, run: () => void actions.claim(lead) });
  list.push(
    { id: "log", label: `Log a call with ${name}`, key: "L", Icon: Phone, run: () => actions.askOutcome(lead) },
    { id: "assign", label: `Assign ${name} to…`, key: "A", Icon: UserRoundPlus, run: () => actions.assign([lead]) },
    { id: "task", label: `Add a task for ${name}`, key: "T", Icon: CalendarPlus, run: () => actions.addTask(lead) },
    { id: "note", label: `Add a note about ${name}`, key: "N", Icon: NotebookPen, run: () => actions.addNote(lead) },
    { id: "email", label: `Write an e-mail to ${name}`, key: "E", Icon: Mail, run: () => actions.writeEmail(lead) },
  );
  for (const stage of stages)
    if (stage.key !== lead.stage)
      list.push({
        id: `stage-${stage.key}`,
        label: `Move ${name} to ${stage.label}`,
        key: String(stage.position),
        stage: stage.key,
        run: () => actions.move([lead], stage.key),
      });
  return list;
}
