import { useMemo } from "react";
import * as z from "~/shared/schema.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { formatMoney } from "../../../../domain/money.ts";
import { ConfirmFormDialog } from "./confirm-form-dialog.tsx";
import { PAYMENT_METHODS, pastDay, requiredText } from "./field-schemas.ts";
import { markPaid } from "./invoice-mutations.ts";
import { invoiceName } from "./invoice-name.ts";
import type { AdminInvoice } from "./load-admin-invoice.ts";

type Props = { details: AdminInvoice; open: boolean; onClose: () => void };

export function MarkPaidDialog({ details, open, onClose }: Props) {
  const { invoice, today } = details;
  const schema = useMemo(
    () => z.object({ on: pastDay(today), method: z.string(), note: requiredText("Say where the money can be found") }),
    [today],
  );
  const owed = formatMoney({ amount: invoice.owed_amount, currency: invoice.currency });
  return (
    <ConfirmFormDialog
      open={open}
      onClose={onClose}
      title={`Mark ${invoiceName(invoice)} as paid`}
      description={`${owed} goes into the ledger, the client is thanked, and an open payment page is closed.`}
      confirmLabel="Mark as paid"
      successMessage={`${invoiceName(invoice)} is paid`}
      errorMessage="The invoice was not marked as paid"
      schema={schema}
      onConfirm={(values) => markPaid(details, values)}
      fields={(errors) => (
        <>
          <div className="grid grid-cols-2 gap-3">
            <Field label="Received on" error={errors.on}>
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
          <Field
            label="Note"
            required
            hint="For admins only: the statement, the reference, who took it."
            error={errors.note}
          >
            <Textarea name="note" rows={2} maxLength={1000} />
          </Field>
        </>
      )}
    />
  );
}
