import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { downloadFile } from "~/shared/download-file.ts";
import { useAction } from "~/shared/use-action.ts";
import { agencyContactQuery } from "~/shared/use-agency-contact.ts";
import { Button } from "~/ui/button.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { csvLine } from "../../../../domain/csv-writer.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { LEAD_COLUMNS } from "../../../../domain/lead-columns.ts";
import { formatInputAmount } from "../../../../domain/money.ts";
import { importProblemsQuery, type LeadImport, listProblems, rowsText } from "./api.ts";
import { rowName } from "./file-rows.ts";

const VISIBLE_ROWS = 50;

/** The first rows with errors, and a download of all of them, so that the user can correct them. */
export function ProblemsTable({ leadImport }: { leadImport: LeadImport }) {
  const { data = [] } = useQuery(importProblemsQuery(leadImport, VISIBLE_ROWS));
  const client = useQueryClient();
  const total = leadImport.wrong + leadImport.failed;
  const download = useAction({
    action: async () => {
      const { currency } = await client.ensureQueryData(agencyContactQuery);
      const name = `${leadImport.file_name.replace(/\.[^.]*$/, "")} errors.csv`;
      downloadFile(name, "text/csv", await problemsFile(leadImport, currency));
    },
    errorMessage: "Couldn't download the rows with errors",
  });
  return (
    <section aria-label="Rows with errors" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-sm">{rowsText(total)} can't be imported</h3>
        <Button
          size="sm"
          icon={<Download aria-hidden="true" />}
          loading={download.busy}
          onClick={() => void download.run()}
        >
          Download these rows
        </Button>
      </div>
      <Table aria-label="Rows with errors" cards className="max-h-80">
        <TableHeader>
          <TableRow>
            <TableHead numeric className="w-16">
              Row
            </TableHead>
            <TableHead>Lead</TableHead>
            <TableHead>Problem</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {data.map(({ row_no, file_row, problem, fields }) => (
            <TableRow key={row_no}>
              <TableCell numeric className="phone:order-2 phone:text-ink-3">
                <span className="hidden phone:inline">Row </span>
                {formatCount(file_row)}
              </TableCell>
              <TableCell className="wrap-anywhere max-w-48 phone:order-1 phone:max-w-none phone:text-left! phone:font-medium">
                {rowName(fields)}
              </TableCell>
              <TableCell className="wrap-anywhere phone:order-3 phone:col-span-2 phone:text-left!">
                <Problems text={problem} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {total > VISIBLE_ROWS && (
        <p className="text-ink-3 text-xs">Showing the first {VISIBLE_ROWS}. Download the file to see them all.</p>
      )}
    </section>
  );
}

/** A row may have several errors. Each is on its own line. */
function Problems({ text }: { text: string }) {
  const problems = text.split("; ");
  if (problems.length === 1) return text;
  return (
    <ul>
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}

const asFields = (fields: unknown) => fields as Record<string, unknown>;

async function problemsFile(one: LeadImport, currency: string): Promise<string> {
  const used = LEAD_COLUMNS.filter(({ field }) => (one.mapping as (string | null)[]).includes(field));
  const columns = used.some(({ field }) => field === "name")
    ? [
        ...used,
        ...LEAD_COLUMNS.filter(
          ({ field }) => (field === "first_name" || field === "last_name") && !used.some((has) => has.field === field),
        ),
      ]
    : used;
  let text = `\ufeff${csvLine(["Row", "Problem", ...columns.map(({ label }) => label)])}`;
  for (let after = 0; ; ) {
    const page = await listProblems(one.id, after, 2_000);
    for (const { file_row, problem, fields } of page)
      text += csvLine([
        file_row,
        problem,
        ...columns.map(({ field }) => cellText(field, asFields(fields)[field], currency)),
      ]);
    const last = page.at(-1);
    if (!last || page.length < 2_000) return text;
    after = last.row_no;
  }
}

function cellText(field: string, value: unknown, currency: string): string {
  if (value === undefined || value === null) return "";
  if (field === "value_cents" && typeof value === "number") return formatInputAmount({ amount: value, currency });
  return Array.isArray(value) ? value.join("; ") : String(value);
}
