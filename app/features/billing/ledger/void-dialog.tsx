import * as z from "~/shared/schema.ts";
import { Field } from "~/ui/field.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { ConfirmFormDialog } from "./confirm-form-dialog.tsx";
import { requiredText } from "./field-schemas.ts";
import { voidInvoice } from "./invoice-mutations.ts";
import { invoiceName } from "./invoice-name.ts";
import type { AdminInvoice } from "./load-admin-invoice.ts";

type Props = { details: AdminInvoice; open: boolean; onClose: () => void };
const schema = z.object({ reason: requiredText("Say why it is canceled") });

export function VoidDialog({ details, open, onClose }: Props) {
  const name = invoiceName(details.invoice);
  return (
    <ConfirmFormDialog
      open={open}
      onClose={onClose}
      danger
      title={`Cancel ${name}?`}
      description="Nothing is owed for it any more. It keeps its number and stays in the list. This cannot be undone."
      confirmLabel="Cancel the invoice"
      successMessage={`${name} is canceled`}
      errorMessage="The invoice was not canceled"
      schema={schema}
      onConfirm={({ reason }) => voidInvoice(details, reason)}
      fields={(errors) => (
        <Field label="Reason" required hint="The client reads it in the e-mail." error={errors.reason}>
          <Textarea name="reason" rows={2} maxLength={1000} />
        </Field>
      )}
    />
  );
}
