import { Ellipsis } from "lucide-react";
import { useMemo, useState } from "react";
import * as z from "~/shared/schema.ts";
import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { Button } from "~/ui/button.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { invoiceBalance, isUnpaid } from "../../../../domain/invoice-balance.ts";
import { invoiceName, isPayable, isUnsettled } from "../../../../domain/invoices.ts";
import { formatMoney, parseMoney } from "../../../../domain/money.ts";
import { dayIn, localZone } from "../../../../domain/zoned-time.ts";
import type { AdminInvoice } from "./api.ts";
import { ConfirmFormDialog } from "./confirm-form-dialog.tsx";
import {
  AmountField,
  amountUpTo,
  creditOf,
  DayField,
  MethodField,
  pastDay,
  ReasonField,
  requiredText,
} from "./decision-fields.tsx";
import { EmailItems, type InvoiceEmails, useInvoiceEmails } from "./invoice-email-items.tsx";
import { creditInvoice, recordPayment, voidInvoice } from "./mutations.ts";
import { OpenDialog } from "./open-dialog.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

type Decision = "open" | "payment" | "reminder" | "resend" | "void" | "credit" | "refund" | null;

/** The actions that an admin can take on a sent invoice. */
export function InvoiceActions({ details }: { details: AdminInvoice }) {
  const [decision, setDecision] = useState<Decision>(null);
  const emails = useInvoiceEmails(details);
  const { received, refundable } = invoiceBalance(details.invoice);
  const open = isPayable(details.invoice.status);
  const agreed = details.invoice.status === "active";
  const unsettled = isUnsettled(details.invoice.status);
  const close = () => setDecision(null);
  const cancelable = isUnpaid(details.invoice);
  return (
    <>
      {open && (
        <OpenInvoiceButtons
          details={details}
          emails={emails}
          onRemind={() => setDecision("reminder")}
          onRecordPayment={() => setDecision("payment")}
        />
      )}
      {agreed && (
        <Button variant="primary" onClick={() => setDecision("open")}>
          Open for payment
        </Button>
      )}
      {refundable > 0 && <Button onClick={() => setDecision("refund")}>Refund</Button>}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="icon" aria-label="More actions" className="phone:flex-none!">
            <Ellipsis aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent className="w-64">
          {agreed && <DropdownMenuItem onSelect={() => setDecision("open")}>Open for payment…</DropdownMenuItem>}
          <EmailItems
            details={details}
            emails={emails}
            onRemind={() => setDecision("reminder")}
            onResend={() => setDecision("resend")}
          />
          {unsettled && (
            <>
              <DropdownMenuSeparator />
              <DropdownMenuItem onSelect={() => setDecision("credit")}>Credit part of it…</DropdownMenuItem>
              <DropdownMenuItem
                variant="danger"
                disabled={!cancelable}
                note={cancelable ? undefined : "Part of it is paid. Credit the rest instead."}
                onSelect={() => setDecision("void")}
              >
                Cancel invoice…
              </DropdownMenuItem>
            </>
          )}
          {!unsettled && received > 0 && (
            <>
              <DropdownMenuSeparator />
              <DropdownMenuItem
                disabled={refundable === 0}
                note={refundable === 0 ? "All of it is refunded" : undefined}
                onSelect={() => setDecision("refund")}
              >
                Refund…
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <ReminderDialog details={details} emails={emails} open={decision === "reminder"} onClose={close} />
      <ResendDialog details={details} emails={emails} open={decision === "resend"} onClose={close} />
      <OpenDialog details={details} open={decision === "open"} onClose={close} />
      <PaymentDialog details={details} open={decision === "payment"} onClose={close} />
      <CreditDialog details={details} open={decision === "credit"} onClose={close} />
      <RefundDialog details={details} open={decision === "refund"} onClose={close} />
      <VoidDialog details={details} open={decision === "void"} onClose={close} />
    </>
  );
}

type OpenButtonsProps = {
  details: AdminInvoice;
  emails: InvoiceEmails;
  onRemind: () => void;
  onRecordPayment: () => void;
};

/** An overdue invoice needs a reminder first. Other open ones wait for their money. */
function OpenInvoiceButtons({ details, emails, onRemind, onRecordPayment }: OpenButtonsProps) {
  const { remind, reminder, blocked } = emails;
  const overdue = details.invoice.status === "overdue";
  const canRemind = overdue && !reminder.isRecent && blocked === null;
  return (
    <>
      {overdue && !canRemind && (
        <span className="order-first self-center text-13 text-ink-2 phone:flex-none! phone:basis-full">
          {blocked ? `No reminder while ${blocked}` : reminder.text}
        </span>
      )}
      {canRemind && (
        <Button variant="primary" loading={remind.busy} onClick={onRemind}>
          <span>Send reminder</span>
        </Button>
      )}
      <Button variant={canRemind ? "default" : "primary"} onClick={onRecordPayment}>
        Record payment
      </Button>
    </>
  );
}

type Props = { details: AdminInvoice; open: boolean; onClose: () => void };

/** An email can't be undone, so this says first who gets it, and when the last one went. */
function ReminderDialog({ details, emails, open, onClose }: Props & { emails: InvoiceEmails }) {
  const { invoice, client, has_left: hasLeft } = details;
  const { currency, owed_amount: amount } = invoice;
  const left = hasLeft ? ` ${client.name} is no longer in this account.` : "";
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      variant="primary"
      title={`Send a reminder for ${invoiceName(invoice)}?`}
      description={`${client.name} gets an email at ${client.email}: ${formatMoney({ amount, currency })} is due. ${emails.reminder.text}.${left}`}
      confirmLabel="Send reminder"
      onConfirm={() => void emails.remind.run()}
    />
  );
}

function ResendDialog({ details: { invoice, client }, emails, open, onClose }: Props & { emails: InvoiceEmails }) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      variant="primary"
      title={`Send ${invoiceName(invoice)} again?`}
      description={`${client.name} gets an email at ${client.email}, with the invoice as it is now.`}
      confirmLabel="Send again"
      onConfirm={() => void emails.resend.run()}
    />
  );
}

/** Money that came in outside the payment provider: all that is owed, or a part of it. */
function PaymentDialog({ details, open, onClose }: Props) {
  const { invoice, today } = details;
  const { currency, owed_amount: owed } = invoice;
  const schema = useMemo(
    () =>
      z.object({
        amount: amountUpTo(
          owed,
          currency,
          ". If they paid more, send the rest back, or record it for another invoice.",
        ),
        on: pastDay(today),
        method: z.string(),
        reference: z.string().check(z.maxLength(LONGEST_REFERENCE, "Use at most 200 characters")),
      }),
    [currency, owed, today],
  );
  const name = invoiceName(invoice);
  const { timeZone = localZone() } = useBillingRegion();
  const issued = invoice.issued_at && dayIn(Date.parse(invoice.issued_at), timeZone);
  // Prepayments exist, but a wrong year is more frequent.
  const notice = (day: string) =>
    issued && day && day < issued
      ? `Before the invoice was issued (${formatDay(issued)}). The receipt shows this day.`
      : undefined;
  return (
    <ConfirmFormDialog
      open={open}
      onClose={onClose}
      title={`Record a payment for ${name}`}
      description="For money that you received some other way than by card here. The client gets a receipt unless they turned it off, and any open payment page closes."
      confirmLabel="Record payment"
      successMessage={`Payment for ${name} recorded`}
      errorMessage="Couldn't record the payment"
      schema={schema}
      onConfirm={({ amount, ...values }, id) =>
        recordPayment(details, { ...values, id, amount: parseMoney(amount, currency) ?? 0 })
      }
      fields={(errors) => (
        <>
          <AmountField
            currency={currency}
            initial={owed}
            hint={`${formatMoney({ amount: owed, currency })} is due. If you enter less, the rest stays due.`}
            error={errors.amount}
          />
          <div className="grid grid-cols-2 gap-3 max-[359px]:grid-cols-1">
            <DayField label="Received on" today={today} notice={notice} error={errors.on} />
            <MethodField error={errors.method} />
          </div>
          <Field label="Reference" hint="For admins only, such as the bank's reference." error={errors.reference}>
            <Input name="reference" maxLength={LONGEST_REFERENCE} autoComplete="off" />
          </Field>
        </>
      )}
    />
  );
}

const LONGEST_REFERENCE = 200;

/** A credit on an open invoice. */
function CreditDialog({ details, open, onClose }: Props) {
  const { invoice } = details;
  const { currency, owed_amount: owed } = invoice;
  const schema = useMemo(
    () => z.object({ amount: creditOf(invoice), reason: requiredText("Reason is required") }),
    [invoice],
  );
  const name = invoiceName(invoice);
  return (
    <ConfirmFormDialog
      open={open}
      onClose={onClose}
      title={`Credit part of ${name}`}
      description={`The client owes ${formatMoney({ amount: owed, currency })}. A credit lowers that. The sent invoice stays the same and shows the credit. The client gets an email.`}
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
      description="The client no longer owes anything for it. It keeps its number and stays in the list. The client gets an email. You can't undo this."
      confirmLabel="Cancel invoice"
      cancelLabel="Keep it"
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
