import { useMemo, useState } from "react";
import * as z from "~/shared/schema.ts";
import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { cardRefundable, firstRefundDay, invoiceBalance } from "../../../../domain/invoice-balance.ts";
import { invoiceName } from "../../../../domain/invoices.ts";
import { formatMoney, parseMoney } from "../../../../domain/money.ts";
import { localZone } from "../../../../domain/zoned-time.ts";
import type { AdminInvoice } from "./api.ts";
import { ConfirmFormDialog } from "./confirm-form-dialog.tsx";
import {
  AmountField,
  amountUpTo,
  DayField,
  PAYMENT_METHODS,
  pastDay,
  ReasonField,
  requiredText,
} from "./decision-fields.tsx";
import { creditInvoice, refundToCard } from "./mutations.ts";

const CARD = "To the card";
/** The provider keeps at most this much of a reason. */
const LONGEST_CARD_REASON = 500;

/** The person on the invoice, and whoever paid. It's known who if all card payments are theirs. */
function whoIsTold({ client, ledger }: Pick<AdminInvoice, "client" | "ledger">): string {
  const payers = new Set(ledger.flatMap(({ kind, by_hand, payer }) => (kind === "payment" && !by_hand ? [payer] : [])));
  const [payer] = payers;
  if (payers.size > 1) return `${client.name} gets an email, and so does the person whose card it is.`;
  return payer ? `${client.name} and ${payer} get an email.` : `${client.name} gets an email.`;
}

type Props = { details: AdminInvoice; open: boolean; onClose: () => void };

/** Sends money back to the card that paid, or records money that the admin sent back in another way. */
export function RefundDialog(props: Props) {
  const onCard = cardRefundable(props.details);
  // Each opening starts with the card again.
  return props.open ? <OpenDialog key={onCard} {...props} onCard={onCard} /> : null;
}

function OpenDialog({ details, open, onClose, onCard }: Props & { onCard: number }) {
  const { invoice, client, today } = details;
  const { currency } = invoice;
  const [method, setMethod] = useState<string>(onCard > 0 ? CARD : PAYMENT_METHODS[0]);
  const byCard = method === CARD;
  const maximum = byCard ? onCard : invoiceBalance(invoice).refundable;
  const { timeZone: zone = localZone() } = useBillingRegion();
  const firstDay = firstRefundDay(details, zone);
  const paidText = invoice.status === "paid" ? "The invoice was fully paid" : "The money came in";
  const money = (amount: number) => formatMoney({ amount, currency });
  const schema = useMemo(
    () =>
      z.object({
        amount: amountUpTo(maximum, currency),
        reason: requiredText("Reason is required", byCard ? LONGEST_CARD_REASON : undefined),
        method: z.string(),
        on: z.optional(
          pastDay(today).check(
            z.refine(
              (day) => !firstDay || day >= firstDay,
              `${paidText} on ${firstDay && formatDay(firstDay, { timeZone: zone })}. Choose that day or a later one.`,
            ),
          ),
        ),
      }),
    [currency, maximum, byCard, today, firstDay, zone, paidText],
  );
  const name = invoiceName(invoice);
  return (
    <ConfirmFormDialog
      open={open}
      onClose={onClose}
      title={`Refund ${name}`}
      description={
        byCard
          ? `The payment provider sends the money back to the card. It can take 5–10 days to show up there. ${whoIsTold(details)}`
          : `This records money that you sent back yourself. It doesn't move any money. ${client.name} gets an email.`
      }
      confirmLabel={byCard ? "Refund to card" : "Record refund"}
      successMessage={byCard ? `Refund of ${name} is on its way to the card` : `Refund for ${name} recorded`}
      errorMessage={byCard ? "Couldn't refund the invoice" : "Couldn't record the refund"}
      schema={schema}
      onConfirm={async ({ amount, reason, on }, id) => {
        const sum = parseMoney(amount, currency) ?? 0;
        if (byCard) await refundToCard(details, { amount: sum, reason, id });
        else await creditInvoice(details, { amount: sum, reason, method, ...(on && { on }) });
      }}
      fields={(errors) => (
        <>
          <AmountField currency={currency} initial={maximum} hint={`Up to ${money(maximum)}`} error={errors.amount} />
          <div className={byCard ? "grid" : "grid grid-cols-2 gap-3 max-[359px]:grid-cols-1"}>
            <Field label="How" error={errors.method}>
              <NativeSelect name="method" value={method} onChange={(event) => setMethod(event.target.value)}>
                {[...(onCard > 0 ? [CARD] : []), ...PAYMENT_METHODS].map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </NativeSelect>
            </Field>
            {!byCard && <DayField label="Sent back on" today={today} first={firstDay} error={errors.on} />}
          </div>
          <ReasonField error={errors.reason} />
        </>
      )}
    />
  );
}
