import { Fragment } from "react";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { returnsFocusTo } from "~/ui/keep-focus.ts";
import { Money } from "~/ui/money.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { formatMoney, sumByCurrency } from "../../../../domain/money.ts";
import { DAYS_AHEAD } from "./api.ts";
import { nextCharges, type PlannedCharge } from "./planned-charges.ts";

/** All charges of the next 31 days: retainers and the client's own Premium plan. */
export function UpcomingCharges({ charges }: { charges: PlannedCharge[] }) {
  if (charges.length === 0) return null;
  return (
    <Card role="region" aria-labelledby="upcoming-charges">
      <CardHeader>
        <CardTitle id="upcoming-charges">Upcoming charges</CardTitle>
        <span className="ml-auto whitespace-nowrap text-13 text-ink-3">Next {DAYS_AHEAD} days</span>
      </CardHeader>
      <ul className="px-4 text-13">
        {charges.map(({ key, name, accounts, day, amount, currency, how }) => (
          <li
            key={key}
            className="flex min-h-10 items-center gap-4 border-line-soft border-b py-1.5 last:border-b-0 phone:min-h-11 phone:gap-3"
          >
            <time dateTime={day} className="w-24 shrink-0 text-ink-2 phone:w-20">
              {formatDay(day)}
            </time>
            <span className="min-w-0 flex-1">
              <span className="wrap-anywhere block">{name}</span>
              {accounts.length > 0 && (
                <span className="wrap-anywhere block text-ink-3 text-xs">{formatNames(accounts)}</span>
              )}
            </span>
            <span className="shrink-0 text-ink-3">{how === "card" ? "Card" : "Invoice"}</span>
            <Money cents={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The line goes with its tab, and the tab that it opens may still load. */
const returnsFocusToTab = returnsFocusTo(() => document.querySelector("[role=tab][aria-selected=true]"));

type HintProps = {
  charges: PlannedCharge[];
  /** The invoices are those of one account. The charges are those of all. */
  isFiltered: boolean;
  onShow: () => void;
};

/** One line beside the invoices: the charges of the next day with any, and the total of the next 31 days. */
export function UpcomingHint({ charges, isFiltered, onShow }: HintProps) {
  const next = nextCharges(charges);
  if (next.length === 0) return null;
  const total = sumByCurrency(charges).map((sum) => formatMoney(sum));
  return (
    <p ref={returnsFocusToTab} className="mt-3 text-13 text-ink-3">
      Next:{" "}
      {next.map(({ amount, currency, text }, at) => (
        <Fragment key={currency}>
          {at > 0 && "; "}
          <Money inText cents={amount} currency={currency} />, {text}
        </Fragment>
      ))}
      {charges.length > next.reduce((sum, one) => sum + one.charges, 0) && (
        <>
          ; <span className="tabular-nums">{total.join(" + ")}</span> in the next {DAYS_AHEAD} days
          {isFiltered && " for all accounts"}
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
