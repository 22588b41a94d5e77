import { Download, Ellipsis, Image } from "lucide-react";
import { type ReactNode, use, useRef } from "react";
import { downloadFile } from "~/shared/download-file.ts";
import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { renderToPng } from "~/ui/charts/render-to-png.ts";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { csvLine } from "../../../../domain/csv-writer.ts";
import { ParamsTextContext, toFileName } from "./params-text.ts";

export type Cells = (string | number | null)[];

type Props = {
  title: string;
  /** How many it stands on, or per what. */
  note?: ReactNode;
  legend?: ReactNode;
  /** The figures: what the CSV file holds and screen readers read; its first line are the headings. */
  table: Cells[];
  /** The table is what is seen already. */
  isTable?: boolean;
  /** It tells of this moment, whatever the period is. */
  isNow?: boolean;
  children: ReactNode;
  className?: string;
};

/** A chart in a card, with its figures as a table for screen readers, as CSV and as a picture. */
export function ChartCard({ title, note, legend, table, isTable, isNow, children, className }: Props) {
  const card = useRef<HTMLDivElement>(null);
  const { caption, suffix } = use(ParamsTextContext)[isNow ? "now" : "period"];
  const file = `${toFileName(title)}-${suffix}`;
  const [head = [], ...rows] = table;
  const savePicture = async () => {
    try {
      if (card.current) downloadFile(`${file}.png`, "image/png", await renderToPng(card.current));
    } catch {
      toast.error("This browser cannot draw the picture. The CSV has the same figures.");
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
          {legend}
          <div data-no-picture>
            <DropdownMenu>
              <DropdownMenuTrigger asChild>
                <Button variant="ghost" size="icon-sm" aria-label={`${title}: export`}>
                  <Ellipsis aria-hidden="true" />
                </Button>
              </DropdownMenuTrigger>
              <DropdownMenuContent>
                <DropdownMenuItem
                  onSelect={() => downloadFile(`${file}.csv`, "text/csv", `\ufeff${table.map(csvLine).join("")}`)}
                >
                  <Download aria-hidden="true" />
                  Save as CSV
                </DropdownMenuItem>
                <DropdownMenuItem onSelect={() => void savePicture()}>
                  <Image aria-hidden="true" />
                  Save as picture
                </DropdownMenuItem>
              </DropdownMenuContent>
            </DropdownMenu>
          </div>
        </div>
      </CardHeader>
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

/** In place of a chart without anything to draw. */
export function NoData({ children }: { children: ReactNode }) {
  return <p className="py-8 text-center text-13 text-ink-3">{children}</p>;
}
