import { Download, Ellipsis, Image } from "lucide-react";
import { createContext, type ReactNode, use, useRef } from "react";
import { dayRangeText } from "~/shared/day-range.ts";
import { downloadFile } from "~/shared/download-file.ts";
import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { renderToPng } from "~/ui/charts/render-to-png.ts";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { sourceText } from "~/ui/source-icon.tsx";
import { csvLine } from "../../../../domain/csv-writer.ts";
import type { AnalyticsParams } from "./api.ts";

export type Cells = (string | number | null)[];

type Props = {
  title: string;
  /** The sample size or the unit. */
  note?: ReactNode;
  legend?: ReactNode;
  /** The figures for the CSV file and screen readers. The first row has the headings. */
  table: Cells[];
  /** The card already shows its figures as a table. */
  isTable?: boolean;
  /** The figures are as of now, not of the period. */
  isNow?: boolean;
  children: ReactNode;
  className?: string;
};

/** A card with a chart. Screen readers get the figures as a table. The menu exports them as CSV or PNG. */
export function ChartCard({ title, note, legend, table, isTable, isNow, children, className }: Props) {
  const card = useRef<HTMLDivElement>(null);
  const { caption, suffix } = use(ParamsTextContext)[isNow ? "now" : "period"];
  const file = `${toFileName(title)}-${suffix}`;
  const [head = [], ...rows] = table;
  const savePicture = async () => {
    try {
      if (card.current) downloadFile(`${file}.png`, "image/png", await renderToPng(card.current));
    } catch {
      toast.error("This browser can't save the chart as an image. The CSV has the same data.");
    }
  };
  return (
    <Card ref={card} role="region" aria-label={title} className={className}>
      <CardHeader>
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
          <CardTitle className="text-clip">{title}</CardTitle>
          {note && <span className="whitespace-nowrap text-ink-3 text-xs tabular-nums">{note}</span>}
        </div>
        <div className="ml-auto flex items-center gap-3 text-ink-2 text-xs">
          {legend && <span className="phone:hidden">{legend}</span>}
          <div data-no-picture>
            <DropdownMenu>
              <DropdownMenuTrigger asChild>
                <Button variant="ghost" size="icon-sm" aria-label={`${title}: export`}>
                  <Ellipsis aria-hidden="true" />
                </Button>
              </DropdownMenuTrigger>
              <DropdownMenuContent>
                <DropdownMenuItem
                  onSelect={() =>
                    downloadFile(`${file}.csv`, "text/csv", `\ufeff${table.map((line) => csvLine(line)).join("")}`)
                  }
                >
                  <Download aria-hidden="true" />
                  Save as CSV
                </DropdownMenuItem>
                <DropdownMenuItem onSelect={() => void savePicture()}>
                  <Image aria-hidden="true" />
                  Save as image
                </DropdownMenuItem>
              </DropdownMenuContent>
            </DropdownMenu>
          </div>
        </div>
      </CardHeader>
      {/* Beside the title, it would leave a phone's title no room. */}
      {legend && <div className="px-4 pt-3 text-ink-2 text-xs md:hidden">{legend}</div>}
      <div className="p-4">{children}</div>
      <p hidden data-only-picture className="px-4 pb-3 text-ink-3 text-xs">
        {caption}
      </p>
      {!isTable && (
        <div className="sr-only">
          <table>
            <caption>{title}</caption>
            <thead>
              <tr>
                {head.map((cell) => (
                  <th key={String(cell)} scope="col">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells) => (
                <tr key={cells.slice(0, 2).join()}>
                  {cells.map((cell, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
                    <td key={at}>{cell ?? "no data"}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

/** The two fills of charts whose axis has the target. */
export function TargetLegend() {
  return (
    <span className="flex items-center gap-3">
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-xs bg-c1" /> within target
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-xs bg-c2" /> over target
      </span>
    </span>
  );
}

export function NoData({ children }: { children: ReactNode }) {
  return <p className="py-8 text-center text-13 text-ink-3">{children}</p>;
}

/** The filters as text, for the exported file and its name. */
type ParamsText = { caption: string; suffix: string };
export const ParamsTextContext = createContext<{ period: ParamsText; now: ParamsText }>({
  period: { caption: "", suffix: "" },
  now: { caption: "", suffix: "" },
});

/** Caption: 'Mine and unowned · 31 Aug – 21 Nov 2026 · Referral'. The suffix is the same for a file name. */
export function paramsText(
  { from, to, scope, owner, source }: AnalyticsParams,
  today: string,
  nameOf: (owner: string) => string,
): { period: ParamsText; now: ParamsText } {
  const everybody = scope === "mine" ? "Mine and unowned" : "Team";
  const whose = owner === "none" ? "Unowned" : owner ? nameOf(owner) : everybody;
  const more = source ? [sourceText(source)] : [];
  const words = (days: string, file: string) => ({
    caption: [whose, days, ...more].join(" · "),
    suffix: [whose, file, ...more].map(toFileName).join("-"),
  });
  return { period: words(dayRangeText(from, to), `${from} to ${to}`), now: words(dayRangeText(today, today), today) };
}

/** 'Leads by source' becomes 'leads-by-source'. */
const toFileName = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, "-")
    .replace(/^-|-$/g, "");
