import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { ResettableForm } from "~/shared/settings/resettable-form.tsx";
import { SaveBar } from "~/shared/settings/save-bar.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { Button } from "~/ui/button.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { listRetention, type Retention, type RetentionChange, retentionQuery, saveRetention } from "./api.ts";
import { boundsText, changedRetention, retentionProblems, shortenedPeriods } from "./retention-changes.ts";
import { RowsConflictBanner, useRowsForm } from "./use-rows-form.tsx";

/** How long automatically created records are kept. */
export function RetentionSection() {
  const settings = useQuery(retentionQuery());
  return (
    <SettingsCard
      title="Data retention"
      text="How long to keep logs and temporary data. Older records are permanently deleted within a few hours. Leads, invoices and accounts stay until you delete them."
      flush
    >
      <QueryBoundary
        query={settings}
        errorMessage="Couldn't load retention periods"
        skeleton={
          <div className="px-5 pb-5">
            <FormSkeleton label="Loading retention periods" fields={6} />
          </div>
        }
      >
        {(list) => <ResettableForm>{(renew) => <RetentionForm settings={list} onReset={renew} />}</ResettableForm>}
      </QueryBoundary>
    </SettingsCard>
  );
}

function RetentionForm({ settings, onReset }: { settings: Retention[]; onReset: () => void }) {
  const shorter = useConfirmShorterRetention();
  const { props, errors, busy, dirty, recheck, conflict } = useRowsForm({
    rows: settings,
    queryKey: queryKeys.retention(),
    keyOf: (setting) => setting.kind,
    load: listRetention,
    save: saveRetention,
    findProblems: retentionProblems,
    findChanges: changedRetention,
    confirm: async (changes) => {
      const fewer = shortenedPeriods(changes);
      return fewer.length === 0 || shorter.ask(fewer);
    },
    name: "retention periods",
    successMessage: "Retention periods saved",
    onReset,
  });
  return (
    <form {...props}>
      <RowsConflictBanner conflict={conflict} className="mx-5 mb-4 phone:mx-4" />
      <ul aria-label="Retention periods" className="border-line-soft border-t">
        {settings.map((setting) => (
          <Period key={setting.kind} setting={setting} error={errors[setting.kind]} onChanged={recheck} />
        ))}
      </ul>
      <div className="border-line-soft border-t px-5 pt-3 pb-5 phone:px-4">
        <SaveBar label="Save retention periods" dirty={dirty} busy={busy} onDiscard={onReset} />
      </div>
      <ConfirmShorterRetention {...shorter} />
    </form>
  );
}

type RowProps = { setting: Retention; error: string | undefined; onChanged: () => void };

/** One kind of record: what it contains, how many days it is kept, the default and the reason. */
function Period({ setting, error, onChanged }: RowProps) {
  const [days, setDays] = useState(String(setting.keep_days));
  const usual = String(setting.default_days);
  // A value that a button sets causes no input event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the value
  useEffect(onChanged, [days]);
  return (
    <li className="grid gap-x-6 gap-y-2 border-line-soft border-b px-5 py-4 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_9rem] phone:px-4">
      <div className="grid content-start gap-1">
        <p className="font-medium text-sm">{setting.label}</p>
        <p className="max-w-[60ch] text-pretty text-13 text-ink-2">{setting.holds}</p>
        <p className="max-w-[60ch] text-pretty text-13 text-ink-3">
          {boundsText(setting)} {setting.reason}
        </p>
      </div>
      <div className="flex items-start gap-2 sm:flex-col sm:gap-1">
        <Field label={`Days to keep: ${setting.label}`} hideLabel error={error} className="w-36">
          <span className="flex items-center gap-2">
            <Input
              name={setting.kind}
              inputMode="numeric"
              autoComplete="off"
              value={days}
              className="num text-right"
              onChange={(event) => setDays(event.target.value)}
            />
            <span aria-hidden="true" className="text-13 text-ink-3">
              days
            </span>
          </span>
        </Field>
        {days.trim() !== usual && (
          <Button
            size="sm"
            variant="ghost"
            className="sm:-ml-2.5"
            aria-label={`Use the default for ${setting.label}: ${usual} days`}
            onClick={() => setDays(usual)}
          >
            Use default
          </Button>
        )}
      </div>
    </li>
  );
}

type Confirmation = { changes: RetentionChange[]; answer: (yes: boolean) => void };

/** Asks before it shortens periods, and waits for the answer. */
function useConfirmShorterRetention() {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const ask = (changes: RetentionChange[]) =>
    new Promise<boolean>((resolve) => {
      setConfirmation({
        changes,
        answer: (yes) => {
          setConfirmation(null);
          resolve(yes);
        },
      });
    });
  return { confirmation, ask };
}

/** Shorter periods delete records that are now kept. */
function ConfirmShorterRetention({ confirmation }: { confirmation: Confirmation | null }) {
  return (
    <ConfirmDialog
      open={confirmation !== null}
      onClose={() => confirmation?.answer(false)}
      title="Delete older records?"
      description="Records older than the new period will be permanently deleted within a few hours."
      confirmLabel="Save shorter periods"
      onConfirm={() => confirmation?.answer(true)}
    >
      <ul className="grid gap-1 text-sm">
        {confirmation?.changes.map(({ row, days }) => (
          <li key={row.kind} className="flex justify-between gap-4">
            <span>{row.label}</span>
            <span className="num text-ink-2">
              {formatCount(row.keep_days)} → {formatCount(days)} days
            </span>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
