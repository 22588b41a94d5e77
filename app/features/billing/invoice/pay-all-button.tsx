import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type PortalAccounts, usePortalAccounts } from "~/shared/portal-accounts.tsx";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryClient } from "~/shared/query-client.ts";
import { useViewAs } from "~/shared/view-as.tsx";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
  DialogTrigger,
} from "~/ui/dialog.tsx";
import { Money } from "~/ui/money.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { invoiceDescription } from "../../../../domain/invoices.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { DueDate } from "../lib/invoice-parts.tsx";
import { createProviderUrl, useExternalRedirect } from "../lib/payment-page.ts";
import { type Invoice, invoicesQuery } from "./api.ts";

type Props = {
  userId: string;
  /** One currency's open invoices, oldest due first. */
  due: { amount: number; currency: string; invoices: number; overdue: number; invoice_ids: string[] };
};

/** Pays all open invoices of a currency on one payment page, or those that the client chooses. A single one has no choice. */
export function PayAllButton({ userId, due }: Props) {
  const { invoices, invoice_ids } = due;
  const { busy, leave } = usePaymentPage(invoice_ids);
  const viewedAs = useViewAs();
  const all = invoices === 2 ? "Pay both invoices" : `Pay all ${invoices} invoices`;
  const some = invoice_ids.length < invoices ? `Pay the oldest ${invoice_ids.length}` : all;
  return (
    <div className="flex shrink-0 flex-wrap gap-2 phone:w-full phone:[&>button]:flex-1">
      {invoices > 1 && <ChooseInvoices userId={userId} due={due} />}
      <Button variant="primary" loading={busy} disabled={viewedAs !== null} onClick={() => void leave()}>
        <span>{invoices === 1 ? `Pay ${formatMoney(due)}` : some}</span>
      </Button>
    </div>
  );
}

/** A refusal means that the cached data is stale. */
const usePaymentPage = (invoiceIds: string[]) =>
  useExternalRedirect(
    () => createProviderUrl("create-invoice-payment", { invoiceIds }),
    () => void queryClient.invalidateQueries(),
  );

function ChooseInvoices({ userId, due }: Props) {
  const { nameOf } = usePortalAccounts(userId);
  const [open, setOpen] = useState(false);
  const query = useInfiniteQuery({ ...invoicesQuery(userId, "open"), enabled: open });
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button disabled={useViewAs() !== null}>Choose invoices</Button>
      </DialogTrigger>
      <DialogContent>
        <DialogTitle>Choose invoices to pay</DialogTitle>
        <DialogDescription>Pay the selected invoices in one payment.</DialogDescription>
        <QueryBoundary
          query={query}
          errorMessage="Your invoices couldn't be loaded"
          skeleton={<Skeleton className="h-32" />}
        >
          {({ pages }) => (
            <Choice
              nameOf={nameOf}
              today={pages[0]?.today ?? ""}
              invoices={pages.flatMap((page) => page.invoices).filter(({ currency }) => currency === due.currency)}
            />
          )}
        </QueryBoundary>
      </DialogContent>
    </Dialog>
  );
}

type ChoiceProps = { invoices: Invoice[]; today: string; nameOf: PortalAccounts["nameOf"] };

/** Overdue invoices are checked first. Without any, all are. */
function Choice({ invoices, today, nameOf }: ChoiceProps) {
  const [chosen, setChosen] = useState(() => {
    const late = invoices.filter(({ status }) => status === "overdue");
    return new Set((late.length > 0 ? late : invoices).map(({ id }) => id));
  });
  const paid = invoices.filter(({ id }) => chosen.has(id));
  const { busy, leave } = usePaymentPage(paid.map(({ id }) => id));
  const toggle = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  const total = paid.reduce((sum, { owed_amount }) => sum + owed_amount, 0);
  const currency = invoices[0]?.currency ?? "usd";
  return (
    <>
      <ul aria-label="Open invoices" className="-mx-1 max-h-[40dvh] overflow-y-auto border-line-soft border-y px-1">
        {invoices.map((invoice) => (
          <li
            key={invoice.id}
            className="flex items-start justify-between gap-4 border-line-soft border-b py-2 text-sm last:border-b-0"
          >
            <Checkbox
              checked={chosen.has(invoice.id)}
              onChange={() => toggle(invoice.id)}
              label={
                <>
                  <span className="num">{invoice.invoice_number}</span>
                  <span className="wrap-anywhere block text-ink-2 text-13">
                    {invoiceDescription(invoice.description)}
                  </span>
                  <span className="block text-ink-3 text-xs">
                    {nameOf(invoice.account_id)?.concat(" · ")}Due <DueDate invoice={invoice} today={today} />
                  </span>
                </>
              }
            />
            <span className="phone:self-center">
              <Money cents={invoice.owed_amount} currency={invoice.currency} />
            </span>
          </li>
        ))}
      </ul>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button variant="primary" loading={busy} disabled={paid.length === 0} onClick={() => void leave()}>
          <span>{paid.length === 0 ? "Pay" : `Pay ${formatMoney({ amount: total, currency })}`}</span>
        </Button>
      </DialogFooter>
    </>
  );
}
