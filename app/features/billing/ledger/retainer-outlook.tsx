import { useQuery } from "@tanstack/react-query";
import { Banner } from "~/ui/banner.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { cn } from "~/ui/cn.ts";
import { formatDayRange } from "../../../../domain/format-date.ts";
import { isUnsettled } from "../../../../domain/invoices.ts";
import { formatInputAmount, formatMoney, parseMoney } from "../../../../domain/money.ts";
import { isTyped } from "../../../../domain/retainer-days.ts";
import { laterText, outlookText, type RetainerOutlook } from "../../../../domain/retainer-outlook.ts";
import type { BillingDefaults, Client } from "./api.ts";
import { type RetainerListItem, retainerInvoicesQuery, retainerOutlookQuery } from "./retainers-api.ts";

/** What the form of a retainer says, as people type it. `bill` is the first day of the month that runs now, to bill it. */
export type Terms = { amount: string; currency: string; start: string; months: string; status: string; bill: string };

/** The terms that the form starts with. */
export function termsOf(seen: RetainerListItem | undefined, defaults: BillingDefaults): Terms {
  return {
    amount: seen ? formatInputAmount({ amount: seen.monthly_amount, currency: seen.currency }) : "",
    currency: seen?.currency ?? defaults.currency,
    start: seen?.start_date ?? defaults.today,
    months: String(seen?.duration_months ?? ""),
    status: seen?.status ?? "active",
    bill: "",
  };
}

/** The database has the same limits. */
export const isMonths = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_200;

/** What saving these terms sends; `outlook` is null while there is nothing to say, as for terms that can't be saved. */
export function useRetainerOutlook(
  seen: RetainerListItem | undefined,
  client: Client | null,
  terms: Terms,
  isRefused: boolean,
) {
  const { start, months, status, bill } = terms;
  const hasEnded = seen?.status === "completed" || seen?.status === "canceled";
  // While no one has joined the account, it stays a draft.
  const isAsked =
    !hasEnded &&
    !isRefused &&
    client !== null &&
    client.id !== null &&
    status === "active" &&
    isTyped(start) &&
    (!months || isMonths(months));
  const found = useQuery({
    ...retainerOutlookQuery({
      id: seen?.id,
      clientId: client?.id ?? null,
      start,
      months: months ? Number(months) : null,
      bill: bill || null,
    }),
    enabled: isAsked,
  });
  return {
    outlook: (isAsked && found.data) || null,
    isStale: found.isPlaceholderData,
    hasFailed: isAsked && found.isError,
  };
}

type Props = {
  id: string;
  /** The retainer that is changed; undefined for a new one. */
  retainer: RetainerListItem | undefined;
  found: ReturnType<typeof useRetainerOutlook>;
  terms: Terms;
  client: Client | null;
  isNew: boolean;
  onBill: (firstDay: string) => void;
};

/** Says before it is saved which invoices a retainer sends, to whom and when, and offers to bill the month that runs now. */
export function RetainerOutlookNote({
  id,
  retainer,
  found: { outlook, isStale, hasFailed },
  terms,
  client,
  isNew,
  onBill,
}: Props) {
  const later = useLaterInvoices(retainer, outlook?.ended_on ?? null);
  if (hasFailed)
    return (
      <Banner id={id} tone="warn" title="Couldn't check which invoices saving sends.">
        Saving still works.
      </Banner>
    );
  if (!outlook) return null;
  const amount = parseMoney(terms.amount, terms.currency) ?? 0;
  const price = amount > 0 ? formatMoney({ amount, currency: terms.currency }) : null;
  const name = client?.name ?? "The client";
  const { now, rest } = outlookText(outlook, price, { client: name, to: client?.email ?? name }, isNew);
  return (
    <div aria-busy={isStale} className={cn("grid gap-2", isStale && "opacity-60")}>
      <BillNow running={outlook.running} chosen={terms.bill} onBill={onBill} />
      {now ? (
        <Banner id={id} title={now}>
          {rest}
        </Banner>
      ) : (
        <p id={id} className="wrap-anywhere text-13 text-ink-3">
          {[rest, later].filter(Boolean).join(" ")}
        </p>
      )}
    </div>
  );
}

/** The open invoices of months after a term that is cut short: they stay. */
function useLaterInvoices(retainer: RetainerListItem | undefined, endedOn: string | null): string | null {
  const { data: invoices = [] } = useQuery({
    ...retainerInvoicesQuery(retainer?.id ?? ""),
    enabled: retainer !== undefined && retainer.invoices > 0 && endedOn !== null,
  });
  return endedOn && laterText(invoices.filter((each) => each.charge_date > endedOn && isUnsettled(each.status)));
}

type BillNowProps = { running: RetainerOutlook["running"]; chosen: string; onBill: Props["onBill"] };

function BillNow({ running, chosen, onBill }: BillNowProps) {
  if (!running) return null;
  const { from, until } = running;
  return (
    <Checkbox
      name="bill"
      value={from}
      checked={chosen === from}
      onChange={(event) => onBill(event.currentTarget.checked ? from : "")}
      label={`Bill ${formatDayRange(from, until)} now`}
    />
  );
}
