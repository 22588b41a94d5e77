import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { CurrencySelect } from "~/shared/currency-select.tsx";
import { isOutdated } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ConflictNotice } from "~/shared/settings/conflict-notice.tsx";
import { useSettingsForm } from "~/shared/settings/use-settings-form.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import type { Holiday } from "../../../../domain/us-holidays.ts";
import { requiredText } from "../settings/field-schemas.ts";
import { HoursFields, hoursCheck, hoursFields } from "../settings/hours-fields.tsx";
import { storeHolidays, toWeek } from "../settings/working-week.ts";
import { changedSettings } from "./account-changes.ts";
import { type AccountRecord, type AccountSettings, accountQuery, updateAccount } from "./api.ts";

type Props = { account: AccountRecord; onDone: () => void };

/** The account's settings. A refetch does not replace them; after a conflict, the user loads the latest version. */
export function EditAccountForm({ account, onDone }: Props) {
  const [shown, setShown] = useState({ account, version: 0 });
  const client = useQueryClient();
  const load = useAction({
    action: () => client.fetchQuery({ ...accountQuery(account.id), staleTime: 0 }),
    isRead: true,
    errorMessage: "Couldn't load the latest version",
    onSuccess: (fresh) => fresh && setShown(({ version }) => ({ account: fresh, version: version + 1 })),
  });
  return (
    <>
      <DialogTitle>Edit {shown.account.name}</DialogTitle>
      <DialogDescription className="sr-only">The account's name, currency and working hours.</DialogDescription>
      <Fields
        key={shown.version}
        account={shown.account}
        onDone={onDone}
        conflict={<ConflictNotice busy={load.busy} onLoad={() => void load.run()} />}
      />
    </>
  );
}

const schema = z
  .looseObject({
    name: requiredText(200, "Enter a name"),
    currency: z.string().check(z.regex(/^[a-z]{3}$/, "Choose a currency")),
    ...hoursFields,
  })
  .check(hoursCheck);

function Fields({ account, onDone, conflict }: Props & { conflict: ReactNode }) {
  const save = useSaveAccount(account);
  const { props, errors, busy, dirty, recheck } = useSettingsForm({
    schema,
    onSave: async (values) => {
      const changes = changedSettings(account, {
        name: values.name,
        currency: values.currency,
        time_zone: values.timeZone,
        speed_to_lead_minutes: Number(values.speedMinutes),
        working_hours: toWeek(values),
        holidays: storeHolidays(JSON.parse(values.holidays) as Holiday[]).holidays,
      });
      if (Object.keys(changes).length > 0 && !(await save.run(changes))) return false;
      onDone();
      return true;
    },
  });
  useUnsavedChanges(dirty && !busy ? "these changes" : null);
  return (
    <form {...props} className="grid min-w-0 gap-6">
      {save.conflict && conflict}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" error={errors.name}>
          <Input name="name" autoComplete="off" defaultValue={account.name} />
        </Field>
        <Field label="Currency" hint="Lead values are in this currency." error={errors.currency}>
          <CurrencySelect name="currency" defaultValue={account.currency} first={[account.currency]} />
        </Field>
      </div>
      <HoursFields row={account} errors={errors} onChange={recheck} />
      <DialogFooter>
        <DialogClose asChild>
          <Button type="button">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={busy || save.busy} disabled={!dirty && !busy}>
          Save changes
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Saves changes to the account as it was loaded, with Undo. Only a change by someone else is a conflict. */
function useSaveAccount(account: AccountRecord) {
  const client = useQueryClient();
  const shared = { invalidates: [queryKeys.accounts()] };
  const undo = useAction({
    action: ({ before, seen }: { before: Partial<AccountSettings>; seen: string }) =>
      updateAccount(account.id, before, seen),
    successMessage: "Details restored",
    errorMessage: "Couldn't undo the change",
    explain: (error) => (isOutdated(error) ? "Couldn't undo: someone else has changed this account since." : null),
    ...shared,
  });
  return useAction({
    action: async (changes: Partial<AccountSettings>) => {
      await updateAccount(account.id, changes, account.updated_at);
      return client.fetchQuery({ ...accountQuery(account.id), staleTime: 0 });
    },
    successMessage: (fresh, changes) => {
      const before = Object.fromEntries(
        Object.keys(changes).map((key) => [key, account[key as keyof AccountSettings]]),
      );
      const onClick = () => void undo.run({ before, seen: fresh?.updated_at ?? "" });
      return { title: "Details saved", ...(fresh && { action: { label: "Undo", onClick } }) };
    },
    errorMessage: "Couldn't save the details",
    showProblem: "inline-conflict",
    ...shared,
  });
}
