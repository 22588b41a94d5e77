import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Money } from "~/ui/money.tsx";
import { unbroken } from "~/ui/unbroken.tsx";
import { formatMoment } from "../../../../domain/format-date.ts";
import { formatAdminTime } from "../lib/billing-time.ts";
import { adminHistory } from "./admin-history.ts";
import type { AdminInvoice } from "./api.ts";

/** Who changed the invoice, how and why, and how money moved. Newest first, in the reader's zone like the audit log. */
export function HistoryCard({ details }: { details: AdminInvoice }) {
  const region = useBillingRegion();
  return (
    <Card role="region" aria-labelledby="history">
      <CardHeader>
        <CardTitle id="history">History</CardTitle>
      </CardHeader>
      <ol className="grid gap-4 px-4 py-3 text-13">
        {adminHistory(details).map(({ id, title, at, actor, method, note, amount, currency }) => (
          <li key={id} className="grid grid-cols-[1fr_auto] gap-x-3">
            <span className="font-medium">{title}</span>
            {amount === null ? <span /> : <Money cents={amount} currency={currency} />}
            <span className="col-span-2 text-ink-3 text-xs">
              <time dateTime={at} title={formatMoment(at)}>
                {formatAdminTime(at, region)}
              </time>
              {method && ` · ${method}`}
              {actor && ` · ${actor}`}
            </span>
            {note && (
              <p className="wrap-anywhere col-span-2 mt-1 whitespace-pre-line text-ink-2 text-xs">{unbroken(note)}</p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
