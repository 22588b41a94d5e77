import type { ReactNode } from "react";
import { Card } from "~/ui/card.tsx";
import { cn } from "~/ui/cn.ts";
import { Skeleton } from "~/ui/skeleton.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { type ClientBalance, DAYS_AHEAD, type Due, type Later } from "./api.ts";
import { laterText } from "./later-text.ts";
import { nextCharges, type PlannedCharge } from "./planned-charges.ts";

type Props = {
  balance: ClientBalance | undefined;
  charges: PlannedCharge[] | undefined;
  /** They couldn't be loaded. */
  isError: boolean;
  /** The button that pays all invoices of one currency. */
  payAll: (due: Due) => ReactNode;
  /** The names of the accounts whose invoices these are, when there are several. */
  accounts: string[];
};

/** What the client owes now, with a button to pay it, and the charges of the next day with any: how much, when and what for. */
export function AccountSummary({ balance, charges, isError, payAll, accounts }: Props) {
  const failed = isError && !balance;
  // Side by side on a phone, the names of accounts would break over several lines.
  const isBeside = balance?.due.length === 0 && accounts.length <= 1;
  return (
    <Card className={cn("grid md:grid-cols-[3fr_2fr]", isBeside && "grid-cols-2")}>
      <Figure
        id="balance-due"
        label={accounts.length > 1 ? `Balance due for ${formatNames(accounts)}` : "Balance due"}
        loading={!balance && !failed}
      >
        {failed && <Amount text="–" note="Couldn't be loaded" />}
        {balance?.due.length === 0 && <Amount text="Nothing due now" note={laterText(balance.later)} />}
        {balance?.due.map((due) => (
          <div
            key={due.currency}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 lg:flex-nowrap"
          >
            <Amount text={formatMoney(due)} note={<DueNote due={due} later={balance.later} />} />
            {payAll(due)}
          </div>
        ))}
      </Figure>
      <Upcoming charges={charges} isError={isError} isBeside={isBeside} />
    </Card>
  );
}

const isOne = (later: readonly Later[]) => later.length === 1 && later[0]?.invoices === 1;

/** '2 overdue ($1,250.00), 3 open invoices' or 'Due on Dec 6, 2026'. */
function DueNote({ due, later }: { due: Due; later: readonly Later[] }) {
  const { overdue, overdue_amount, currency, invoices, next_due } = due;
  const ahead = later.filter((sum) => sum.currency === currency);
  const more = ahead.length > 0 && (
    <span className="block text-pretty">
      Not included: {laterText(ahead)}. We'll email you when {isOne(ahead) ? "it opens" : "they open"} for payment.
    </span>
  );
  if (overdue === 0)
    return (
      <>
        {invoices === 1 ? "1 invoice" : `${invoices} invoices`}
        {next_due && `, ${invoices > 1 ? "first one " : ""}due ${formatDay(next_due)}`}
        {more}
      </>
    );
  const late = `${overdue} overdue`;
  return (
    <>
      <span className="font-medium text-bad-fg">
        {overdue === invoices ? late : `${late} (${formatMoney({ amount: overdue_amount, currency })})`}
      </span>
      {next_due && `, ${overdue > 1 ? "first one " : ""}due ${formatDay(next_due)}`}
      {overdue < invoices && (
        <>
          {", "}
          <span className="whitespace-nowrap">{invoices - overdue} not due yet</span>
        </>
      )}
      {more}
    </>
  );
}

type UpcomingProps = Pick<Props, "charges" | "isError"> & {
  /** On a phone, too, it is beside the balance, which has no button then. */
  isBeside: boolean;
};

function Upcoming({ charges, isError, isBeside }: UpcomingProps) {
  const next = nextCharges(charges ?? []);
  return (
    <Figure
      id="next-charge"
      label="Next charge"
      loading={!charges && !isError}
      className={cn("border-line-soft md:border-t-0 md:border-l", isBeside ? "border-l" : "border-t")}
    >
      {next.map((sum) => (
        <Amount key={sum.currency} text={formatMoney(sum)} note={sum.text} />
      ))}
      {next.length === 0 && (
        <Amount
          text={charges ? "None planned" : "–"}
          note={charges ? `In the next ${DAYS_AHEAD} days` : "Couldn't be loaded"}
        />
      )}
    </Figure>
  );
}

type FigureProps = { id: string; label: string; loading: boolean; className?: string; children: ReactNode };

function Figure({ id, label, loading, className, children }: FigureProps) {
  return (
    <section aria-labelledby={id} aria-busy={loading} className={cn("min-w-0 px-5 py-4 phone:px-4", className)}>
      <h2 id={id} className="font-medium text-13 text-ink-2">
        {label}
      </h2>
      {loading ? (
        <div className="grid min-h-13 content-center gap-2.5">
          <Skeleton className="h-5 w-28" />
          <Skeleton className="w-44 max-w-full" />
        </div>
      ) : (
        <div className="grid gap-3">{children}</div>
      )}
    </section>
  );
}

function Amount({ text, note }: { text: string; note: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="figure my-0.5 wrap-anywhere font-medium text-2xl phone:text-xl">{text}</p>
      <p className="min-h-4 text-ink-3 text-xs">{note}</p>
    </div>
  );
}
