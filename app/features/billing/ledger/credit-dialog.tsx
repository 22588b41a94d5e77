import { useMemo } from "react";
import * as z from "~/shared/schema.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { formatInputAmount, formatMoney, parseMoney } from "../../../../domain/money.ts";
import { ConfirmFormDialog } from "./confirm-form-dialog.tsx";
import { PAYMENT_METHODS, pastDay, requiredText } from "./field-schemas.ts";
import { creditInvoice } from "./invoice-mutations.ts";
import { invoiceName } from "./invoice-name.ts";
import { type AdminInvoice, moneyLeft } from "./load-admin-invoice.ts";

type Props = { details: AdminInvoice; open: boolean; onClose: () => void };

/** While it is open: a credit note. Once it was paid: the record of money that was sent back past the provider. */
export function CreditDialog({ details, open, onClose }: Props) {
  const { invoice, today } = details;
  const { open: unpaid, owed, refundable } = moneyLeft(details);
  const { currency } = invoice;
  const maximum = unpaid ? owed : refundable;
  const schema = useMemo(
    () =>
      z.object({
        amount: z.string().check(
          z.refine((typed) => (parseMoney(typed, currency) ?? 0) > 0, "An amount such as 50.00"),
          z.refine(
            (typed) => (parseMoney(typed, currency) ?? 0) <= maximum,
            `At most ${formatMoney({ amount: maximum, currency })}`,
          ),
        ),
        reason: requiredText("Say why"),
        method: z.optional(z.string()),
        on: z.optional(pastDay(today)),
      }),
    [currency, maximum, today],
  );
  const name = invoiceName(invoice);
  return (
    <ConfirmFormDialog
      open={open}
      onClose={onClose}
      title={unpaid ? `Credit part of ${name}` : `Record a refund of ${name}`}
      description={
        unpaid
          ? `Of ${formatMoney({ amount: owed, currency })} that is owed, the client pays less. The invoice stays as it was sent, with the credit beside it.`
          : "For money that you sent back yourself. What you refund at the payment provider appears here by itself."
      }
      confirmLabel={unpaid ? "Credit" : "Record refund"}
      successMessage={unpaid ? `${name} was credited` : `The refund of ${name} is recorded`}
      errorMessage={unpaid ? "The credit was not written" : "The refund was not recorded"}
      schema={schema}
      onConfirm={({ amount, reason, method, on }) =>
        creditInvoice(details, {
          amount: parseMoney(amount, currency) ?? 0,
          reason,
          ...(method && { method }),
          ...(on && { on }),
        })
      }
      fields={(errors) => (
        <>
          <Field label={`Amount in ${currency.toUpperCase()}`} required error={errors.amount}>
            <Input
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              className="num"
              defaultValue={unpaid ? "" : formatInputAmount({ amount: refundable, currency })}
            />
          </Field>
          {!unpaid && (
            <div className="grid grid-cols-2 gap-3">
              <Field label="Sent back on" error={errors.on}>
                <Input type="date" name="on" defaultValue={today} max={today} />
              </Field>
              <Field label="Method" error={errors.method}>
                <NativeSelect name="method" defaultValue={PAYMENT_METHODS[0]}>
                  {PAYMENT_METHODS.map((method) => (
                    <option key={method}>{method}</option>
                  ))}
                </NativeSelect>
              </Field>
            </div>
          )}
          <Field label="Reason" required hint="The client reads it." error={errors.reason}>
            <Textarea name="reason" rows={2} maxLength={1000} />
          </Field>
        </>
      )}
    />
  );
}
