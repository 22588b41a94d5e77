import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { callFunction } from "~/shared/call-function.ts";
import { downloadFile } from "~/shared/download-file.ts";
import { useAction } from "~/shared/use-action.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { EXPORT_COLUMNS, type ExportColumn } from "../../../../domain/export-columns.ts";
import { type ExportFormat, leadFile } from "../../../../domain/lead-export.ts";
import { localToday } from "../../../../domain/zoned-time.ts";
import { countQuery } from "../lib/api.ts";
import { filterSentence } from "../lib/filter-text.ts";
import { InvalidFilterNotice } from "../lib/invalid-filter-notice.tsx";
import { countRules, type FilterGroup, readFilter } from "../lib/lead-filter.ts";
import { useFilterChoices } from "../lib/use-filter-choices.ts";
import { leadsText } from "./api.ts";

const ALL = EXPORT_COLUMNS.map(({ key }) => key);

/** Exports all leads that the caller may see, or only those that match the filter in the URL. */
export function ExportCard() {
  const { read, change } = useUrlState();
  const filterText = read("filter");
  const filter = readFilter(filterText);
  const rules = countRules(filter);
  const { nameOf } = useFilterChoices(filter);
  const leads = useQuery(countQuery({ scope: "all", filter })).data?.leads;
  const [left, setLeft] = useState<ReadonlySet<ExportColumn>>(new Set());
  const toggle = (key: ExportColumn) => {
    const next = new Set(left);
    if (!next.delete(key)) next.add(key);
    setLeft(next);
  };
  const columns = ALL.filter((key) => !left.has(key));
  const options = { action: exportLeads, errorMessage: "Couldn't export the leads" };
  const spreadsheet = useAction(options);
  const notion = useAction(options);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Export</CardTitle>
      </CardHeader>
      <div className="grid gap-4 p-4">
        <InvalidFilterNotice filterText={filterText} onRemove={() => change({ filter: "" })} />
        <div className="grid justify-items-start gap-1">
          <p className="text-13 text-ink-2">
            {rules > 0 ? (
              <>
                {leads === undefined ? "Leads" : leadsText(leads)} from your filtered list:{" "}
                <span className="wrap-anywhere text-ink">{filterSentence(filter, nameOf)}</span>.
              </>
            ) : (
              `All ${leads === undefined ? "leads" : leadsText(leads)} you can see. To export fewer, filter the Leads list and click Export there.`
            )}
          </p>
          {rules > 0 && (
            <Button variant="ghost" size="sm" className="-ml-2.5 phone:-ml-3" onClick={() => change({ filter: "" })}>
              Export all leads
            </Button>
          )}
        </div>
        <details>
          <summary className="hit cursor-pointer font-medium text-13">
            Columns{" "}
            <span className="num text-ink-3">
              {columns.length === ALL.length ? "all" : `${columns.length} of ${ALL.length}`}
            </span>
          </summary>
          <fieldset className="mt-3 grid grid-cols-2 gap-x-4 gap-y-1.5 phone:gap-y-0">
            <legend className="sr-only">Columns to export</legend>
            {EXPORT_COLUMNS.map(({ key, label }) => (
              <Checkbox key={key} label={label} checked={!left.has(key)} onChange={() => toggle(key)} />
            ))}
          </fieldset>
        </details>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Download aria-hidden="true" />}
            loading={spreadsheet.busy}
            disabled={columns.length === 0}
            onClick={() => void spreadsheet.run({ format: "csv", columns, filter })}
            className="phone:w-full"
          >
            <span>Export CSV</span>
          </Button>
          <Button
            icon={<Download aria-hidden="true" />}
            loading={notion.busy}
            disabled={columns.length === 0}
            onClick={() => void notion.run({ format: "notion", columns, filter })}
            className="phone:w-full"
          >
            <span>CSV for Notion</span>
          </Button>
        </div>
        <p className="text-13 text-ink-3">
          The CSV opens in any spreadsheet and can be imported again here. The file for Notion has a title for each
          lead, names for stages and sources, and dates and tags that Notion recognizes.
        </p>
      </div>
    </Card>
  );
}

type Export = { format: ExportFormat; columns: ExportColumn[]; filter: FilterGroup };

async function exportLeads({ format, columns, filter }: Export): Promise<void> {
  const more = filter.rules.length > 0 && { filter };
  const file = await callFunction("export-leads", { format, columns, ...more });
  if (!(file instanceof Blob)) throw new TypeError("The response isn't a file");
  downloadFile(`${leadFile(format).name}-${localToday()}.csv`, "text/csv", file);
}
