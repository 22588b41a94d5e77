import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { useAction } from "~/shared/use-action.ts";
import { invoiceName } from "../../../../domain/invoices.ts";
import { formatMoney } from "../../../../domain/money.ts";
import type { AdminInvoice, LedgerEntry } from "./api.ts";
import { ConfirmFormDialog } from "./confirm-form-dialog.tsx";
import { ReasonField, requiredText } from "./decision-fields.tsx";
import { removePayment, restorePayment } from "./mutations.ts";

const schema = z.object({ reason: requiredText("Reason is required") });

type Props = { details: AdminInvoice; entry: LedgerEntry; open: boolean; onClose: () => void };

/** Removes a payment that an admin recorded by mistake. Undo records it again. */
export function RemovePaymentDialog({ details, entry, open, onClose }: Props) {
  const { amount, currency } = entry;
  const money = formatMoney({ amount, currency });
  const undo = useAction({
    action: () => restorePayment(entry.id),
    successMessage: `Payment of ${money} recorded again`,
    errorMessage: "Couldn't undo the removal",
    // What changed since, such as an invoice that was canceled.
    describeError: (error) => problemText(error, "The payment stays removed"),
    invalidates: [queryKeys.billing()],
  });
  return (
    <ConfirmFormDialog
      open={open}
      onClose={onClose}
      danger
      title={`Remove the payment of ${money}?`}
      description={`For a payment that was recorded by mistake. It stays in the ledger as removed and no longer counts for ${invoiceName(details.invoice)}. ${details.client.name} gets an email with the amount due. This doesn't move any money.`}
      confirmLabel="Remove payment"
      successMessage={{
        title: `Payment of ${money} removed`,
        action: { label: "Undo", onClick: () => void undo.run() },
      }}
      errorMessage="Couldn't remove the payment"
      schema={schema}
      onConfirm={({ reason }) => removePayment(details, entry.id, reason)}
      fields={(errors) => <ReasonField error={errors.reason} />}
    />
  );
}

/** Whether a payment can be removed. The database decides (`private.remove_invoice_payment`). */
export const isRemovable = ({ kind, by_hand }: LedgerEntry, ledger: readonly LedgerEntry[]): boolean =>
  kind === "payment" && by_hand && !ledger.some((other) => other.kind === "refund" && other.by_hand);
