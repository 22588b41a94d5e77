import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { useAction } from "~/shared/use-action.ts";
import { invoiceName } from "../../../../domain/invoices.ts";
import { formatMoney } from "../../../../domain/money.ts";
import type { AdminInvoice } from "./api.ts";
import { ConfirmFormDialog } from "./confirm-form-dialog.tsx";
import { ReasonField, requiredText } from "./decision-fields.tsx";
import { LEDGER_NAMES, type LedgerRow } from "./ledger-rows.ts";
import { removeRecorded, restoreRecorded } from "./mutations.ts";

const schema = z.object({ reason: requiredText("Reason is required") });

type Props = { details: AdminInvoice; entry: LedgerRow; open: boolean; onClose: () => void };

/** Removes a payment, refund or credit that an admin recorded by mistake. Undo records it again. */
export function RemoveEntryDialog({ details, entry, open, onClose }: Props) {
  const { amount, currency, what } = entry;
  const recorded = { id: entry.id, isCredit: what === "credit" };
  const noun = LEDGER_NAMES[what].toLowerCase();
  const named = `${LEDGER_NAMES[what]} of ${formatMoney({ amount, currency })}`;
  const {
    amount: total,
    credited_amount: credited,
    received_amount: received,
    refunded_amount: refunded,
  } = details.invoice;
  // The invoice is open then, and what went back is no longer paid.
  const dueAgain =
    what === "payment" && refunded > 0 && received - amount < total - credited
      ? ` ${formatMoney({ amount: refunded, currency })} was refunded, and that amount is due again, too.`
      : "";
  const undo = useAction({
    action: () => restoreRecorded(recorded),
    successMessage: `${named} recorded again`,
    errorMessage: "Couldn't undo the removal",
    // What changed since, such as an invoice that was canceled.
    describeError: (error) => problemText(error, `The ${noun} stays removed`),
    invalidates: [queryKeys.billing()],
  });
  return (
    <ConfirmFormDialog
      open={open}
      onClose={onClose}
      danger
      title={`Remove the ${noun} of ${formatMoney({ amount, currency })}?`}
      description={`For a ${noun} that was recorded by mistake. It stays in the ledger as removed and no longer counts toward ${invoiceName(details.invoice)}.${dueAgain} ${details.client.name} gets an email. This doesn't move any money.`}
      confirmLabel={`Remove ${noun}`}
      successMessage={{ title: `${named} removed`, action: { label: "Undo", onClick: () => void undo.run() } }}
      errorMessage={`Couldn't remove the ${noun}`}
      schema={schema}
      onConfirm={({ reason }) => removeRecorded(details, recorded, reason)}
      fields={(errors) => <ReasonField error={errors.reason} />}
    />
  );
}
