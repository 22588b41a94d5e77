import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { LoadError } from "~/shared/load-error.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { importMatchesQuery, type LeadImport } from "./api.ts";
import { rowName } from "./file-rows.ts";

const VISIBLE_ROWS = 100;

/** Each row of the file that has a lead already, beside that lead, with what they share. */
export function MatchesTable({ leadImport }: { leadImport: LeadImport }) {
  const { data, error, refetch } = useQuery(importMatchesQuery(leadImport, VISIBLE_ROWS));
  const total = leadImport.known + leadImport.repeated;
  if (error && !data)
    return <LoadError text="The matches couldn't be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24 w-full" />;
  return (
    <section aria-label="Matching leads" className="grid gap-2">
      <Table aria-label="Matching leads" cards className="max-h-80">
        <TableHeader>
          <TableRow>
            <TableHead numeric className="w-16">
              Row
            </TableHead>
            <TableHead>In the file</TableHead>
            <TableHead>Already here</TableHead>
            <TableHead>Match</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {data.map((match) => (
            <TableRow key={match.row_no}>
              <TableCell numeric className="phone:order-2 phone:text-ink-3">
                <span className="hidden phone:inline">Row </span>
                {formatCount(match.file_row)}
              </TableCell>
              <TableCell className="wrap-anywhere max-w-48 phone:order-1 phone:max-w-none phone:text-left! phone:font-medium">
                {rowName(match.fields)}
              </TableCell>
              <TableCell className="wrap-anywhere phone:order-3 phone:col-span-2 phone:text-left!">
                <MatchedLead {...match} />
              </TableCell>
              <TableCell className="wrap-anywhere phone:order-4 phone:col-span-2 phone:text-left!">
                <SharedValue by={match.matched_by} fields={match.fields} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {total > VISIBLE_ROWS && (
        <p className="text-ink-3 text-xs">
          The first {VISIBLE_ROWS} of {formatCount(total)}.
        </p>
      )}
    </section>
  );
}

type Match = { repeats: number | null; lead_id: string | null; lead_name: string | null; owner_name: string | null };

/** The lead opens in the drawer, so that the import stays open. */
function MatchedLead({ repeats, lead_id, lead_name, owner_name }: Match) {
  const [search] = useSearchParams();
  if (lead_id === null)
    return repeats === null ? `A lead of ${owner_name}` : `Row ${formatCount(repeats)} of this file`;
  const next = new URLSearchParams(search);
  next.set("lead", lead_id);
  return (
    <>
      <Link to={`?${next}`} className="rounded-xs">
        {lead_name}
      </Link>
      {owner_name && <span className="text-ink-3"> · {owner_name}</span>}
    </>
  );
}

function SharedValue({ by, fields }: { by: string; fields: unknown }) {
  const value = (fields as Record<string, unknown>)[by];
  return (
    <>
      {by === "email" ? "Email" : "Phone"} <span className="text-ink-3">{String(value ?? "").slice(0, 80)}</span>
    </>
  );
}
