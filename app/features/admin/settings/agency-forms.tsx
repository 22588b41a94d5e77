import { useMemo, useState } from "react";
import { CurrencySelect } from "~/shared/currency-select.tsx";
import * as z from "~/shared/schema.ts";
import { SaveBar } from "~/shared/settings/save-bar.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { type AgencyFormProps, ConflictBanner, useAgencyForm } from "./agency-form.tsx";
import { emailAddress, optionalText, requiredText, wholeNumber } from "./field-schemas.ts";
import { listRegions, regionExample } from "./regions.ts";

const detailsSchema = z.object({
  agencyName: requiredText(200, "Enter a name"),
  email: emailAddress,
  phone: optionalText(50),
  address: optionalText(1000),
  locale: z.string().check(z.regex(/^[a-z]{2,3}-[A-Z]{2}$/, "Choose a region")),
});

/** The sender of invoices and emails. */
export function DetailsForm({ row, onReset }: AgencyFormProps) {
  const { props, errors, busy, dirty, conflict } = useAgencyForm({
    loaded: row,
    onReset,
    schema: detailsSchema,
    what: "Agency details",
    toRow: (values) => ({
      agency_name: values.agencyName,
      email: values.email,
      phone: values.phone || null,
      address: values.address || null,
      locale: values.locale,
    }),
  });
  return (
    <form {...props} className="grid gap-4">
      {conflict && <ConflictBanner onLoaded={onReset} />}
      <Field label="Name" error={errors.agencyName} hint="Shown on invoices and as the sender of emails.">
        <Input name="agencyName" autoComplete="organization" defaultValue={row.agency_name} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Email" error={errors.email} hint="Clients send messages here.">
          <Input name="email" type="email" autoComplete="off" spellCheck={false} defaultValue={row.email} />
        </Field>
        <Field label="Phone" error={errors.phone}>
          <Input name="phone" type="tel" autoComplete="off" defaultValue={row.phone ?? ""} />
        </Field>
      </div>
      <Field label="Postal address" error={errors.address} hint="Printed on invoices exactly as entered.">
        <Textarea name="address" rows={4} defaultValue={row.address ?? ""} />
      </Field>
      <RegionField row={row} error={errors.locale} />
      <SaveBar label="Save details" dirty={dirty} busy={busy} onDiscard={() => onReset()} />
    </form>
  );
}

/** How emails and PDF files write dates and amounts. Screens follow each viewer's own region. */
function RegionField({ row, error }: { row: AgencyFormProps["row"]; error: string | undefined }) {
  const regions = useMemo(() => listRegions(row.locale), [row.locale]);
  const [locale, setLocale] = useState(row.locale);
  return (
    <Field
      label="Region"
      error={error}
      hint={`Emails and PDF files use formats such as ${regionExample(locale, row.currency)}.`}
    >
      <NativeSelect name="locale" defaultValue={row.locale} onChange={(event) => setLocale(event.currentTarget.value)}>
        {regions.map((region) => (
          <option key={region.locale} value={region.locale}>
            {region.name}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}

const invoicesSchema = z.object({
  prefix: optionalText(20),
  nextNumber: wholeNumber(1, 2_000_000_000),
  paymentDays: wholeNumber(0, 365),
  taxId: optionalText(50),
  terms: optionalText(500),
  currency: z.string().check(z.regex(/^[a-z]{3}$/, "Choose a currency")),
});

/** How new invoices are numbered, and their default currency. */
export function InvoicesForm({ row, onReset }: AgencyFormProps) {
  const [example, setExample] = useState(invoiceNumber(row.invoice_prefix, row.next_invoice_number));
  const { props, errors, busy, dirty, conflict } = useAgencyForm({
    loaded: row,
    onReset,
    schema: invoicesSchema,
    what: "Invoice settings",
    numberField: "nextNumber",
    toRow: (values) => ({
      invoice_prefix: values.prefix,
      next_invoice_number: Number(values.nextNumber),
      payment_days: Number(values.paymentDays),
      tax_id: values.taxId || null,
      payment_terms: values.terms || null,
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
        <Field label="Prefix" error={errors.prefix} hint="For example, INV- or 2026-. Optional.">
          <Input name="prefix" autoComplete="off" spellCheck={false} defaultValue={row.invoice_prefix} />
        </Field>
        <Field label="Next number" error={errors.nextNumber} hint="Can't be a number that's already used.">
          <Input name="nextNumber" inputMode="numeric" autoComplete="off" defaultValue={row.next_invoice_number} />
        </Field>
      </div>
      <Field
        label="Days to pay"
        error={errors.paymentDays}
        hint="Days from sending an invoice to its due date. Also applies to retainer invoices."
      >
        <Input name="paymentDays" inputMode="numeric" autoComplete="off" defaultValue={row.payment_days} />
      </Field>
      <Field label="Tax ID" error={errors.taxId} hint="Printed on invoices.">
        <Input name="taxId" autoComplete="off" spellCheck={false} defaultValue={row.tax_id ?? ""} />
      </Field>
      <Field label="Payment terms" error={errors.terms} hint="Printed on invoices that aren't paid yet.">
        <Textarea name="terms" rows={2} defaultValue={row.payment_terms ?? ""} />
      </Field>
      <Field label="Currency" error={errors.currency} hint="For new invoices. Existing invoices keep their currency.">
        <CurrencySelect name="currency" defaultValue={row.currency} first={[row.currency]} />
      </Field>
      {!errors.nextNumber && example && (
        <p className="wrap-anywhere text-13 text-ink-3">
          Next invoice: <b className="num font-medium text-ink">{example}</b>.
        </p>
      )}
      <SaveBar label="Save invoice settings" dirty={dirty} busy={busy} onDiscard={() => onReset()} />
    </form>
  );
}

/** Uses the database's format: at least four digits. Null without a number. */
function invoiceNumber(prefix: string | null, number: string | number): string | null {
  const digits = String(number).trim();
  return /^[1-9]\d*$/.test(digits) ? `${(prefix ?? "").trim()}${digits.padStart(4, "0")}` : null;
}

const sessionsSchema = z.object({ days: wholeNumber(1, 365), idleDays: wholeNumber(1, 365) });

/** When all users must sign in again. */
export function SessionsForm({ row, onReset }: AgencyFormProps) {
  const { props, errors, busy, dirty, conflict } = useAgencyForm({
    loaded: row,
    onReset,
    schema: sessionsSchema,
    what: "Session length",
    toRow: (values) => ({ session_days: Number(values.days), session_idle_days: Number(values.idleDays) }),
  });
  return (
    <form {...props} className="grid gap-4">
      {conflict && <ConflictBanner onLoaded={onReset} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Maximum session length (days)"
          error={errors.days}
          hint="Counted from the day they sign in. The default is 30."
        >
          <Input name="days" inputMode="numeric" autoComplete="off" defaultValue={row.session_days} />
        </Field>
        <Field
          label="Idle session length (days)"
          error={errors.idleDays}
          hint="Sessions end after this many days without activity. The default is 14."
        >
          <Input name="idleDays" inputMode="numeric" autoComplete="off" defaultValue={row.session_idle_days} />
        </Field>
      </div>
      <SaveBar label="Save session length" dirty={dirty} busy={busy} onDiscard={() => onReset()} />
    </form>
  );
}
