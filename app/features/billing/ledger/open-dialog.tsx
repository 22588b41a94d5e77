import { useMemo } from "react";
import * as z from "~/shared/schema.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { invoiceName } from "../../../../domain/invoices.ts";
import { formatMoney } from "../../../../domain/money.ts";
import type { AdminInvoice } from "./api.ts";
import { ConfirmFormDialog } from "./confirm-form-dialog.tsx";
import { openInvoice } from "./mutations.ts";

type Props = { details: AdminInvoice; open: boolean; onClose: () => void };

/** Opens an agreed invoice for payment. The email can't be undone, so this says first who gets it. */
export function OpenDialog({ details, open, onClose }: Props) {
  const { invoice, client, today } = details;
  const { currency, owed_amount: amount, due_date: agreed } = invoice;
  const schema = useMemo(
    () =>
      z.object({
        due: z.string().check(
          z.minLength(1, "Choose a day"),
          z.refine((day) => day >= today, "Choose today or a later day"),
        ),
      }),
    [today],
  );
  const name = invoiceName(invoice);
  const isLate = agreed !== null && agreed < today;
  return (
    <ConfirmFormDialog
      open={open}
      onClose={onClose}
      title={`Open ${name} for payment?`}
      description={`${client.name} gets the invoice by email at ${client.email} and can pay ${formatMoney({ amount, currency })}. You can't undo this.`}
      confirmLabel="Open and send"
      successMessage={`${name} is open for payment`}
      errorMessage="Couldn't open the invoice for payment"
      schema={schema}
      onConfirm={({ due }) => openInvoice(details, due)}
      fields={(errors) => (
        <Field
          label="Due date"
          required
          hint={isLate ? `The agreed day, ${formatDay(agreed)}, has passed. Choose a new one.` : undefined}
          error={errors.due}
        >
          <Input type="date" name="due" min={today} defaultValue={isLate ? "" : (agreed ?? "")} />
        </Field>
      )}
    />
  );
}
