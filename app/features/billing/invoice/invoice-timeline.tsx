import { formatDay, formatMoment } from "~/shared/format-date.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { cn } from "~/ui/cn.ts";
import { Money } from "~/ui/money.tsx";
import { type HistoryEntry, invoiceHistory } from "./invoice-history.ts";
import type { InvoiceDetails } from "./load-invoice.ts";

/** Done, good and bad differ in shape as well as colour; what comes is hollow. */
const DOTS: Record<HistoryEntry["tone"], string> = {
  done: "rounded-full bg-mute-dot",
  good: "rounded-full bg-ok-dot",
  bad: "rounded-[2px] bg-bad-dot",
  ahead: "rounded-full border-[1.5px] border-mute-dot bg-surface",
};

/** What happened to an invoice, oldest first. */
export function InvoiceTimeline({ details }: { details: InvoiceDetails }) {
  return (
    <Card role="region" aria-labelledby="invoice-history">
      <CardHeader>
        <CardTitle id="invoice-history">History</CardTitle>
      </CardHeader>
      <ol className="px-4 py-3 text-13">
        {invoiceHistory(details).map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </ol>
    </Card>
  );
}

function Entry({ entry: { at, title, tone, money, note } }: { entry: HistoryEntry }) {
  return (
    <li className="group relative grid grid-cols-[1fr_auto] gap-x-3 pb-4 pl-5 last:pb-0">
      <span aria-hidden="true" className="absolute top-4 bottom-[-4px] left-[3.5px] w-px bg-line group-last:hidden" />
      <span aria-hidden="true" className={cn("absolute top-[5px] left-0 size-2 forced:bg-[CanvasText]", DOTS[tone])} />
      <span className={cn("font-medium", tone === "bad" && "text-bad-fg", tone === "ahead" && "text-ink-2")}>
        {title}
      </span>
      {money && <Money cents={money.amount} currency={money.currency} />}
      <time
        dateTime={at}
        title={at.length === 10 ? undefined : formatMoment(at)}
        className="col-span-2 text-ink-3 text-xs"
      >
        {formatDay(at)}
      </time>
      {note && <p className="col-span-2 mt-1 text-ink-2 text-xs">{note}</p>}
    </li>
  );
}
