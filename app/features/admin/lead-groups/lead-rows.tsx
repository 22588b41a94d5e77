import { sourceText } from "~/ui/source-icon.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { nameInGroup } from "./lead-texts.ts";
import type { Grouping, Lead } from "./list-lead-groups.ts";

/** One line for each lead; under a person the companies stand there, under a company the owners. */
export function LeadRows({ by, leads }: { by: Grouping; leads: Lead[] }) {
  return leads.map((lead) => (
    <li
      key={lead.id}
      className="grid min-h-10 grid-cols-[minmax(0,1.4fr)_minmax(0,1.4fr)_minmax(0,1fr)_7rem_7rem] items-center gap-x-4 border-line-soft border-t px-4 py-1 text-13 hover:bg-hover phone:grid-cols-[minmax(0,1fr)_auto] phone:gap-y-0.5 phone:py-2.5"
    >
      <span className="truncate font-medium phone:text-sm">{nameInGroup(lead)}</span>
      <span className="truncate text-ink-2 phone:hidden">{lead.email ?? "–"}</span>
      <span className="truncate text-ink-2 phone:order-3 phone:text-xs">
        {by === "owner" ? lead.company || "No Company" : lead.owner}
      </span>
      <span className="truncate text-ink-3 text-xs phone:order-4 phone:text-right">{sourceText(lead.source)}</span>
      <TimeAgo at={lead.created_at} className="whitespace-nowrap text-right text-ink-3 text-xs" />
    </li>
  ));
}
