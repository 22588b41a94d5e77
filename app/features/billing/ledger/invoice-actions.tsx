import { Ellipsis } from "lucide-react";
import { useMemo, useState } from "react";
import * as z from "~/shared/schema.ts";
import { Button } from "~/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { Field } from "~/ui/field.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { invoiceBalance } from "../../../../domain/invoice-balance.ts";
import { invoiceName, isPayable } from "../../../../domain/invoices.ts";
import { formatMoney, parseMoney } from "../../../../domain/money.ts";
import type { AdminInvoice } from "./api.ts";
import { ConfirmFormDialog } from "./confirm-form-dialog.tsx";
import {
  AmountField,
  amountUpTo,
  DayField,
  MethodField,
  pastDay,
  ReasonField,
  requiredText,
} from "./decision-fields.tsx";
import { EmailItems, type InvoiceEmails, useInvoiceEmails } from "./invoice-email-items.tsx";
import { creditInvoice, markPaid, voidInvoice } from "./mutations.ts";
import { RefundDialog } from "./refund-dialog.tsx";

type Decision = "paid" | "void" | "credit" | "refund" | null;

/** The actions that an admin can take on a sent invoice. */
export function InvoiceActions({ details }: { details: AdminInvoice }) {
  const [decision, setDecision] = useState<Decision>(null);
  const emails = useInvoiceEmails(details);
  const { received, refundable } = invoiceBalance(details.invoice);
  const open = isPayable(details.invoice.status);
  const close = () => setDecision(null);
  const untouched = details.invoice.received_amount === 0;
  return (
    <>
      {open && <OpenInvoiceButtons details={details} emails={emails} onMarkPaid={() => setDecision("paid")} />}
      {refundable > 0 && <Button onClick={() => setDecision("refund")}>Refund</Button>}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="icon" aria-label="More actions" className="phone:flex-none!">
            <Ellipsis aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent className="w-64">
          <EmailItems details={details} emails={emails} />
          {open && (
            <>
              <DropdownMenuSeparator />
              <DropdownMenuItem onSelect={() => setDecision("credit")}>Credit part of it</DropdownMenuItem>
              <DropdownMenuItem variant="danger" disabled={!untouched} onSelect={() => setDecision("void")}>
                Cancel invoice
              </DropdownMenuItem>
            </>
          )}
          {!open && received > 0 && (
            <>
              <DropdownMenuSeparator />
              <DropdownMenuItem disabled={refundable === 0} onSelect={() => setDecision("refund")}>
                {refundable > 0 ? "Refund" : "Refunded in full"}
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <MarkPaidDialog details={details} open={decision === "paid"} onClose={close} />
      <CreditDialog details={details} open={decision === "credit"} onClose={close} />
      <RefundDialog details={details} open={decision === "refund"} onClose={close} />
      <VoidDialog details={details} open={decision === "void"} onClose={close} />
    </>
  );
}

type OpenButtonsProps = { details: AdminInvoice; emails: InvoiceEmails; onMarkPaid: () => void };

/** An overdue invoice needs a reminder first. Other open ones wait for their money. */
function OpenInvoiceButtons({ details, emails: { remind, reminder }, onMarkPaid }: OpenButtonsProps) {
  const overdue = details.invoice.status === "overdue";
  const canRemind = overdue && !reminder.isRecent;
  return (
    <>
      {overdue && reminder.isRecent && <span className="text-13 text-ink-2">{reminder.text}</span>}
      {canRemind && (
        <Button variant="primary" loading={remind.busy} onClick={() => void remind.run()}>
          <span>Send reminder</span>
        </Button>
      )}
      <Button variant={canRemind ? "default" : "primary"} onClick={onMarkPaid}>
        Mark as paid
      </Button>
    </>
  );
}

type Props = { details: AdminInvoice; open: boolean; onClose: () => void };

function MarkPaidDialog({ details, open, onClose }: Props) {
  const { invoice, today } = details;
  const schema = useMemo(
    () => z.object({ on: pastDay(today), method: z.string(), note: requiredText("Enter a payment reference") }),
    [today],
  );
  const owed = formatMoney({ amount: invoice.owed_amount, currency: invoice.currency });
  return (
    <ConfirmFormDialog
      open={open}
      onClose={onClose}
      title={`Mark ${invoiceName(invoice)} as paid`}
      description={`This records ${owed} in the ledger, emails the client a receipt, and expires an open payment link.`}
      confirmLabel="Mark as paid"
      successMessage={`${invoiceName(invoice)} is paid`}
      errorMessage="Couldn't mark the invoice as paid"
      schema={schema}
      onConfirm={(values) => markPaid(details, values)}
      fields={(errors) => (
        <>
          <div className="grid grid-cols-2 gap-3">
            <DayField label="Received on" today={today} error={errors.on} />
            <MethodField error={errors.method} />
          </div>
          <Field label="Note" required hint="For admins only, such as the bank reference." error={errors.note}>
            <Textarea name="note" rows={2} maxLength={1000} />
          </Field>
        </>
      )}
    />
  );
}

/** A credit on an open invoice. */
function CreditDialog({ details, open, onClose }: Props) {
  const { invoice } = details;
  const { currency, owed_amount: owed } = invoice;
  const schema = useMemo(
    () => z.object({ amount: amountUpTo(owed, currency), reason: requiredText("Reason is required") }),
    [currency, owed],
  );
  const name = invoiceName(invoice);
  return (
    <ConfirmFormDialog
      open={open}
      onClose={onClose}
      title={`Credit part of ${name}`}
      description={`The client owes ${formatMoney({ amount: owed, currency })}. A credit lowers that. The sent invoice stays the same and shows the credit.`}
      confirmLabel="Credit invoice"
      successMessage={`${name} was credited`}
      errorMessage="Couldn't credit the invoice"
      schema={schema}
      onConfirm={({ amount, reason }) => creditInvoice(details, { amount: parseMoney(amount, currency) ?? 0, reason })}
      fields={(errors) => (
        <>
          <AmountField currency={currency} error={errors.amount} />
          <ReasonField error={errors.reason} />
        </>
      )}
    />
  );
}

const voidSchema = z.object({ reason: requiredText("Reason is required") });

function VoidDialog({ details, open, onClose }: Props) {
  const name = invoiceName(details.invoice);
  return (
    <ConfirmFormDialog
      open={open}
      onClose={onClose}
      danger
      title={`Cancel ${name}?`}
      description="The client no longer owes anything for it. It keeps its number and stays in the list. You can't undo this."
      confirmLabel="Cancel invoice"
      successMessage={`${name} is canceled`}
      errorMessage="Couldn't cancel the invoice"
      schema={voidSchema}
      onConfirm={({ reason }) => voidInvoice(details, reason)}
      fields={(errors) => (
        <Field label="Reason" required hint="The client sees this in the email." error={errors.reason}>
          <Textarea name="reason" rows={2} maxLength={1000} />
        </Field>
      )}
    />
  );
}
