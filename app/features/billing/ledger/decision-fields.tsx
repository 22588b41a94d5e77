import { useState } from "react";
import * as z from "~/shared/schema.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { type InvoiceAmounts, isUnpaid } from "../../../../domain/invoice-balance.ts";
import { amountProblem, formatInputAmount, formatMoney, parseMoney } from "../../../../domain/money.ts";

/** Ways in which money moves outside the payment provider. */
export const PAYMENT_METHODS = ["Bank transfer", "Cash", "Check", "Card terminal", "Other"] as const;

export const requiredText = (empty: string, longest = 1000) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, empty), z.maxLength(longest, `Use at most ${formatCount(longest)} characters`));

export const pastDay = (today: string) =>
  z.string().check(
    z.minLength(1, "Choose a day"),
    z.refine((day) => day <= today, "This day is in the future"),
  );

/** An amount of money as people type it, more than zero and at most `maximum`. `advice`: what to do with more. */
export const amountUpTo = (maximum: number, currency: string, advice = "") =>
  z.string().check(
    z.refine((typed) => (parseMoney(typed, currency) ?? 0) > 0, {
      error: ({ input }) => amountProblem(String(input), currency, "50.00"),
    }),
    z.refine(
      (typed) => (parseMoney(typed, currency) ?? 0) <= maximum,
      `At most ${formatMoney({ amount: maximum, currency })}${advice}`,
    ),
  );

/** A part of what is due. All of an invoice without payments is not credited but canceled, as `private.credit_invoice` says. */
export const creditOf = (invoice: Pick<InvoiceAmounts, "kept_amount"> & { owed_amount: number; currency: string }) =>
  amountUpTo(invoice.owed_amount, invoice.currency).check(
    z.refine(
      (typed) => parseMoney(typed, invoice.currency) !== invoice.owed_amount || !isUnpaid(invoice),
      "This is the full amount due. To write it off, cancel the invoice instead.",
    ),
  );

/** `first`: the first day that can be chosen. `notice`: what to know about a day, which can be chosen nevertheless. */
type DayFieldProps = {
  label: string;
  today: string;
  first?: string | null;
  notice?: (day: string) => string | undefined;
  error: string | undefined;
};

export function DayField({ label, today, first, notice, error }: DayFieldProps) {
  const [day, setDay] = useState(today);
  const told = notice?.(day);
  return (
    <Field label={label} hint={told && <span className="text-warn-fg">{told}</span>} error={error}>
      <Input
        type="date"
        name="on"
        defaultValue={today}
        min={first ?? undefined}
        max={today}
        onChange={(event) => setDay(event.target.value)}
      />
    </Field>
  );
}

type MethodFieldProps = { error: string | undefined };

export const MethodField = ({ error }: MethodFieldProps) => (
  <Field label="Method" error={error}>
    <NativeSelect name="method" defaultValue={PAYMENT_METHODS[0]}>
      {PAYMENT_METHODS.map((method) => (
        <option key={method}>{method}</option>
      ))}
    </NativeSelect>
  </Field>
);

type AmountFieldProps = { currency: string; initial?: number; hint?: string; error: string | undefined };

export const AmountField = ({ currency, initial, hint, error }: AmountFieldProps) => (
  <Field label={`Amount in ${currency.toUpperCase()}`} required hint={hint} error={error}>
    <Input
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      className="num"
      defaultValue={initial === undefined ? "" : formatInputAmount({ amount: initial, currency })}
    />
  </Field>
);

export const ReasonField = ({ error }: { error: string | undefined }) => (
  <Field label="Reason" required hint="The client sees this." error={error}>
    <Textarea name="reason" rows={2} maxLength={1000} />
  </Field>
);
