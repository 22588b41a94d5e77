import { useQuery } from "@tanstack/react-query";
import { Download, Lock } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link as RouterLink } from "react-router";
import { agencyToday } from "~/shared/agency-today.ts";
import { lastDayError } from "~/shared/day-range.ts";
import { usePortalAccounts } from "~/shared/portal-accounts.tsx";
import { PREMIUM_PATH } from "~/shared/premium-path.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { usePortalPath } from "~/shared/view-as.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { downloadStatementCsv, downloadStatementPdf, type StatementOf, type StatementPeriod } from "./api.ts";
import { daysOf, type NamedPeriod, PERIODS } from "./statement-periods.ts";
import { freeAccounts, statementText } from "./statement-text.ts";

type Props = {
  userId: string;
  /** The client or one of their accounts has Premium. */
  isPremium: boolean;
  /** Those with Premium among the accounts whose money the client sees. */
  premiumAccounts: string[];
};

/**
 * Below the invoices: the statement of a period as a file, or what Premium adds here. It is of the account that the list of invoices
 * shows; without a choice, of all whose plan has statements.
 */
export function StatementCard({ userId, isPremium: hasPremium, premiumAccounts }: Props) {
  const portalPath = usePortalPath();
  const { all, chosen, ask } = usePortalAccounts(userId);
  if (ask) return null;
  const isPremium = chosen ? premiumAccounts.includes(chosen.id) : hasPremium;
  return (
    <Card role="region" aria-labelledby="statement" className="grid gap-3 p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="statement" className="flex items-center gap-1.5 font-semibold text-sm">
            {!isPremium && <Lock aria-hidden="true" className="size-3.5 text-ink-3" />}
            Statement
          </h2>
          <p className="mt-0.5 text-pretty text-13 text-ink-2">
            {statementText({ isPremium, accounts: all, chosen, premiumAccounts })}
          </p>
        </div>
        {!isPremium && (
          <Button asChild className="phone:w-full">
            <RouterLink to={portalPath(PREMIUM_PATH)}>See Premium</RouterLink>
          </Button>
        )}
      </div>
      {isPremium && (
        <StatementForm
          of={{ clientId: userId, account: chosen, isOfSeveral: all.length > 0 }}
          leavesOut={!chosen && freeAccounts(all, premiumAccounts).length > 0}
        />
      )}
    </Card>
  );
}

/** `leavesOut`: the accounts on the free plan aren't in it. */
function StatementForm({ of, leavesOut }: { of: StatementOf; leavesOut: boolean }) {
  const { data: today } = useQuery({ queryKey: [...queryKeys.agencyToday(), "statement"], queryFn: agencyToday });
  const [period, setPeriod] = useState<NamedPeriod>("year");
  const [custom, setCustom] = useState<StatementPeriod | null>(null);
  const days = today ? (period === "custom" && custom) || daysOf(period, today) : null;
  const isReversed = days !== null && days.until < days.from;
  const shared = {
    isRead: true,
    errorMessage: "Couldn't download the statement",
    explain: (error: unknown) => {
      if (!(error instanceof ServiceError)) return null;
      if (error.code === "statement_too_long") return `${error.message}.`;
      return [error.code, error.refusal?.code].includes("premium_only")
        ? "Your plan has changed. Statements are part of Premium."
        : null;
    },
    onSuccess: (isFile: boolean) =>
      !isFile &&
      toast.info(`Nothing was charged or paid ${leavesOut ? "in your Premium accounts " : ""}in this period`),
    invalidates: [queryKeys.figures(of.clientId)],
  };
  const pdf = useAction({ ...shared, action: (chosen: StatementPeriod) => downloadStatementPdf(of, chosen) });
  const csv = useAction({ ...shared, action: (chosen: StatementPeriod) => downloadStatementCsv(of, chosen) });
  const isReady = days !== null && !isReversed && days.from !== "" && days.until !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) void pdf.run(days);
  };
  return (
    <form onSubmit={submit} onKeyDown={submitOnModEnter} className="flex flex-wrap items-end gap-3">
      <Field label="Period" className="w-40 phone:w-full">
        <NativeSelect value={period} onChange={({ target }) => setPeriod(target.value as NamedPeriod)}>
          {PERIODS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {period === "custom" && days && (
        <>
          <DayField label="Start date" day={days.from} onChange={(from) => setCustom({ ...days, from })} />
          <DayField
            label="End date"
            day={days.until}
            onChange={(until) => setCustom({ ...days, until })}
            error={lastDayError(days.from, days.until)}
          />
        </>
      )}
      <Button
        type="submit"
        icon={<Download aria-hidden="true" />}
        loading={pdf.busy}
        disabled={!isReady}
        className="phone:w-full"
      >
        <span>Download PDF</span>
      </Button>
      <Button
        loading={csv.busy}
        disabled={!isReady}
        className="phone:w-full"
        onClick={() => isReady && void csv.run(days)}
      >
        <span>Download CSV</span>
      </Button>
    </form>
  );
}

type DayFieldProps = { label: string; day: string; onChange: (day: string) => void; error?: string | undefined };

function DayField({ label, day, onChange, error }: DayFieldProps) {
  return (
    <Field label={label} error={error} className="w-40 phone:w-full">
      <Input type="date" required value={day} onChange={({ target }) => onChange(target.value)} />
    </Field>
  );
}
