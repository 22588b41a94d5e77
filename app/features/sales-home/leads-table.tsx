import { Chip } from "~/ui/chip.tsx";
import { Link } from "~/ui/link.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { leadName, sourceText } from "./lead-texts.ts";
import type { Lead } from "./list-leads.ts";

/** Leads, newest first: a table, and on a phone two lines each. */
export function LeadsTable({ leads }: { leads: Lead[] }) {
  return (
    <Table aria-label="Leads" cards>
      <TableHeader>
        <TableRow>
          <TableHead>Name</TableHead>
          <TableHead>Arrived</TableHead>
          <TableHead>Company</TableHead>
          <TableHead>Owner</TableHead>
          <TableHead>Email</TableHead>
          <TableHead>Source</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {leads.map((lead) => (
          <LeadRow key={lead.id} lead={lead} />
        ))}
      </TableBody>
    </Table>
  );
}

function LeadRow({ lead }: { lead: Lead }) {
  return (
    <TableRow>
      <TableCell className="max-w-56 truncate font-medium phone:max-w-none">{leadName(lead)}</TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 phone:text-ink-3 phone:text-xs">
        <TimeAgo at={lead.created_at} />
      </TableCell>
      <TableCell className="max-w-56 truncate phone:max-w-none phone:text-ink-3 phone:text-xs">
        {lead.company ?? "No company"}
      </TableCell>
      <TableCell>
        <Chip tone={lead.user_id ? "sales" : "neutral"}>{lead.user_id ? "yours" : "unclaimed"}</Chip>
      </TableCell>
      <TableCell hideOnPhone className="max-w-64 truncate text-ink-2">
        {lead.email ? (
          <Link quiet href={`mailto:${lead.email}`}>
            {lead.email}
          </Link>
        ) : (
          "–"
        )}
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        {sourceText(lead.source)}
      </TableCell>
    </TableRow>
  );
}
