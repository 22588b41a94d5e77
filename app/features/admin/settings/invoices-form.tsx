import { useMemo, useState } from "react";
import * as z from "~/shared/schema.ts";
import { SaveBar } from "~/shared/settings/save-bar.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import type { AgencyFormProps } from "./agency-section.tsx";
import { ConflictBanner } from "./conflict-banner.tsx";
import { listCurrencies } from "./currencies.ts";
import { optionalText, wholeNumber } from "./field-schemas.ts";
import { useAgencyForm } from "./use-agency-form.ts";

const schema = z.object({
  prefix: optionalText(20),
  nextNumber: wholeNumber(1, 2_000_000_000),
  paymentDays: wholeNumber(0, 365),
  currency: z.string().check(z.regex(/^[a-z]{3}$/, "Choose a currency")),
});

/** How new invoices are numbered, and in which currency they begin. */
export function InvoicesForm({ row, onReset }: AgencyFormProps) {
  const currencies = useMemo(() => listCurrencies(row.currency), [row.currency]);
  const [example, setExample] = useState(invoiceNumber(row.invoice_prefix, row.next_invoice_number));
  const { props, errors, busy, dirty, conflict } = useAgencyForm({
    loaded: row,
    onReset,
    schema,
    what: "Invoice settings",
    numberField: "nextNumber",
    toRow: (values) => ({
      invoice_prefix: values.prefix,
      next_invoice_number: Number(values.nextNumber),
      payment_days: Number(values.paymentDays),
      currency: values.currency,
    }),
  });
  return (
    <form
      {...props}
      onInput={(event) => {
        props.onInput(event);
        const written = new FormData(event.currentTarget);
        setExample(invoiceNumber(String(written.get("prefix")), String(written.get("nextNumber"))));
      }}
      className="grid gap-4"
    >
      {conflict && <ConflictBanner onLoaded={onReset} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Prefix" error={errors.prefix} hint="Such as INV- or 2026-. It may be empty.">
          <Input name="prefix" autoComplete="off" spellCheck={false} defaultValue={row.invoice_prefix} />
        </Field>
        <Field label="Next number" error={errors.nextNumber} hint="Never one that an invoice has already.">
          <Input name="nextNumber" inputMode="numeric" autoComplete="off" defaultValue={row.next_invoice_number} />
        </Field>
      </div>
      <Field
        label="Days to pay"
        error={errors.paymentDays}
        hint="From the day an invoice is sent to the day it is due; retainers' invoices use it too."
      >
        <Input name="paymentDays" inputMode="numeric" autoComplete="off" defaultValue={row.payment_days} />
      </Field>
      <Field label="Currency" error={errors.currency} hint="For new invoices. Those that exist keep theirs.">
        <NativeSelect name="currency" defaultValue={row.currency}>
          {currencies.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <p className="wrap-anywhere text-13 text-ink-3">
        The next invoice will be <b className="num font-medium text-ink">{example}</b>.
      </p>
      <SaveBar label="Save invoice settings" dirty={dirty} busy={busy} onDiscard={() => onReset()} />
    </form>
  );
}

/** As the database writes it: at least four digits. */
function invoiceNumber(prefix: string | null, number: string | number): string {
  return `${(prefix ?? "").trim()}${String(number).trim().padStart(4, "0")}`;
}
