import type { ReactNode } from "react";
import { Banner } from "~/ui/banner.tsx";
import { firstCharge } from "../../../../domain/charge-days.ts";
import { formatDay, formatDayRange } from "../../../../domain/format-date.ts";
import { formatInputAmount, formatMoney, parseMoney } from "../../../../domain/money.ts";
import type { BillingDefaults, Client } from "./api.ts";
import type { RetainerListItem } from "./retainers-api.ts";

/** What the form of a retainer says, as people type it. */
export type Terms = { amount: string; currency: string; start: string; months: string; status: string };

type Given = { seen: RetainerListItem | undefined; client: Client | null; terms: Terms; today: string };

/** The first month that saving makes the retainer charge; undefined if saving starts nothing, null if its term has ended. */
export function firstInvoice({ seen, client, terms: { start, months, status }, today }: Given) {
  // While nobody has joined the account, it stays a draft.
  const isActive = client?.id !== null && (!seen || status === "active");
  const starts = seen?.status !== "active" || seen.start_date !== start;
  return isActive && starts && YEAR.test(start)
    ? firstCharge(start, months ? Number(months) || null : null, today)
    : undefined;
}

/** A year that isn't half typed. */
const YEAR = /^(19|20|21)\d\d-/;

/** Says before it is saved when the retainer's first invoice is sent, to whom, and for how much. */
export function FirstInvoice({ id, ...given }: Given & { id: string }) {
  const charge = firstInvoice(given);
  const { seen, client, terms, today } = given;
  if (charge === undefined) return null;
  if (charge === null) return <Note id={id}>Its term has ended by now, so it sends no invoice.</Note>;
  const amount = parseMoney(terms.amount, terms.currency) ?? 0;
  const invoice = [
    "The first invoice",
    amount > 0 && `of ${formatMoney({ amount, currency: terms.currency })}`,
    `for ${formatDayRange(charge.from, charge.until)}`,
  ];
  const sentence = `${invoice.filter(Boolean).join(" ")} goes to ${client?.email ?? "the client"}`;
  const rest = `${seen || terms.start >= today ? "" : "Past months aren't billed. "}The others follow automatically on the same day of each month.`;
  if (charge.from !== today)
    return (
      <Note id={id}>
        {sentence} on {formatDay(charge.from)}. {rest}
      </Note>
    );
  return (
    <Banner
      id={id}
      title={`${sentence} when you save${seen && seen.invoices > 0 ? ", unless it was sent already" : ""}.`}
    >
      {rest}
    </Banner>
  );
}

const Note = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="wrap-anywhere text-13 text-ink-3">
    {children}
  </p>
);

/** The terms that the form starts with. */
export function termsOf(seen: RetainerListItem | undefined, defaults: BillingDefaults): Terms {
  return {
    amount: seen ? formatInputAmount({ amount: seen.monthly_amount, currency: seen.currency }) : "",
    currency: seen?.currency ?? defaults.currency,
    start: seen?.start_date ?? defaults.today,
    months: String(seen?.duration_months ?? ""),
    status: seen?.status ?? "active",
  };
}
