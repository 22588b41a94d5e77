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
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { invoiceName, isPayable } from "../../../../domain/invoices.ts";
import { formatInputAmount, formatMoney, parseMoney } from "../../../../domain/money.ts";
import { invoiceBalance } from "../lib/invoice-balance.ts";
import type { AdminInvoice } from "./api.ts";
import { ConfirmFormDialog } from "./confirm-form-dialog.tsx";
import { EmailItems, useInvoiceEmails } from "./invoice-email-items.tsx";
import { creditInvoice, markPaid, voidInvoice } from "./mutations.ts";

type Decision = "paid" | "void" | "credit" | null;

/** The actions that an admin can take on a sent invoice. */
export function InvoiceActions({ details }: { details: AdminInvoice }) {
  const [decision, setDecision] = useState<Decision>(null);
  const emails = useInvoiceEmails(details);
  const { refundable } = invoiceBalance(details.invoice);
  const open = isPayable(details.invoice.status);
  const close = () => setDecision(null);
  const untouched = details.invoice.received_amount === 0;
  return (
    <>
      {open && (
        <Button variant="primary" onClick={() => setDecision("paid")}>
          Mark as paid
        </Button>
      )}
      {!open && refundable > 0 && <Button onClick={() => setDecision("credit")}>Record a refund</Button>}
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
        </DropdownMenuContent>
      </DropdownMenu>
      <MarkPaidDialog details={details} open={decision === "paid"} onClose={close} />
      <CreditDialog details={details} open={decision === "credit"} onClose={close} />
      <VoidDialog details={details} open={decision === "void"} onClose={close} />
    </>
  );
}

const PAYMENT_METHODS = ["Bank transfer", "Cash", "Check", "Card terminal", "Other"] as const;

const requiredText = (empty: string) =>
  z.string().check(z.trim(), z.minLength(1, empty), z.maxLength(1000, "Use at most 1,000 characters"));

const pastDay = (today: string) =>
  z.string().check(
    z.minLength(1, "Choose a day"),
    z.refine((day) => day <= today, "This day is in the future"),
  );

type DayAndMethodProps = { dayLabel: string; today: string; errors: { on?: string; method?: string } };

function DayAndMethod({ dayLabel, today, errors }: DayAndMethodProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={dayLabel} error={errors.on}>
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
          <DayAndMethod dayLabel="Received on" today={today} errors={errors} />
          <Field label="Note" required hint="For admins only, such as the bank reference." error={errors.note}>
            <Textarea name="note" rows={2} maxLength={1000} />
          </Field>
        </>
      )}
    />
  );
}

/** For an open invoice, a credit. For a paid one, the record of a refund outside the provider. */
function CreditDialog({ details, open, onClose }: Props) {
  const { invoice, today } = details;
  const { refundable } = invoiceBalance(details.invoice);
  const unpaid = isPayable(details.invoice.status);
  const owed = details.invoice.owed_amount;
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
        reason: requiredText("Reason is required"),
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
      title={unpaid ? `Credit part of ${name}` : `Record a refund for ${name}`}
      description={
        unpaid
          ? `The client owes ${formatMoney({ amount: owed, currency })}. A credit lowers that. The sent invoice stays the same and shows the credit.`
          : "For money that you sent back yourself. Refunds at the payment provider appear here automatically."
      }
      confirmLabel={unpaid ? "Credit invoice" : "Record refund"}
      successMessage={unpaid ? `${name} was credited` : `Refund for ${name} recorded`}
      errorMessage={unpaid ? "Couldn't credit the invoice" : "Couldn't record the refund"}
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
          {!unpaid && <DayAndMethod dayLabel="Sent back on" today={today} errors={errors} />}
          <Field label="Reason" required hint="The client sees this." error={errors.reason}>
            <Textarea name="reason" rows={2} maxLength={1000} />
          </Field>
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
