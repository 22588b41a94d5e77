import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Money } from "~/ui/money.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { formatMoney, sumByCurrency } from "../../../../domain/money.ts";
import { DAYS_AHEAD, type UpcomingCharge } from "./api.ts";

/** The retainer charges of the next 31 days. */
export function UpcomingCharges({ charges }: { charges: UpcomingCharge[] }) {
  if (charges.length === 0) return null;
  return (
    <Card role="region" aria-labelledby="upcoming-charges">
      <CardHeader>
        <CardTitle id="upcoming-charges">Upcoming charges</CardTitle>
        <span className="ml-auto whitespace-nowrap text-13 text-ink-3">Next {DAYS_AHEAD} days</span>
      </CardHeader>
      <ul className="px-4 text-13">
        {charges.map(({ retainer_id, retainer_name, charge_date, amount, currency }) => (
          <li
            key={retainer_id + charge_date}
            className="flex min-h-10 items-center gap-4 border-line-soft border-b py-1.5 last:border-b-0 phone:min-h-11"
          >
            <time dateTime={charge_date} className="w-24 shrink-0 text-ink-2">
              {formatDay(charge_date)}
            </time>
            <span className="min-w-0 flex-1 truncate">{retainer_name}</span>
            <Money cents={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** One line beside the invoices: the next charge, and the total of the next 31 days. */
export function UpcomingHint({ charges, onShow }: { charges: UpcomingCharge[]; onShow: () => void }) {
  const next = charges[0];
  if (!next) return null;
  const total = sumByCurrency(charges).map((sum) => formatMoney(sum));
  return (
    <p className="mt-3 text-13 text-ink-3">
      Next: {next.retainer_name}, <Money cents={next.amount} currency={next.currency} /> on{" "}
      {formatDay(next.charge_date)}
      {charges.length > 1 && (
        <>
          ; <span className="num">{total.join(" + ")}</span> in the next {DAYS_AHEAD} days
        </>
      )}
      .{" "}
      <button
        type="button"
        onClick={onShow}
        className="hit cursor-pointer rounded-xs text-ink underline decoration-line-strong underline-offset-[3px] hover:decoration-current"
      >
        Upcoming charges
      </button>
    </p>
  );
}
