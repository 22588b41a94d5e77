import { useNavigate } from "react-router";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { DropdownMenuItem } from "~/ui/dropdown-menu.tsx";
import { whyNoInvoices } from "../../../../domain/client-status.ts";
import { invoiceName, isPayable } from "../../../../domain/invoices.ts";
import type { AdminInvoice } from "./api.ts";
import { lastReminder } from "./last-reminder.ts";
import { duplicateInvoice, emailInvoice } from "./mutations.ts";

/** What these items do. It belongs to the page, because the menu disappears with the click. */
export function useInvoiceEmails({ invoice, client, client_status, events }: AdminInvoice) {
  const name = invoiceName(invoice);
  const reminder = lastReminder(events, new Date());
  const blocked = whyNoInvoices(client.name, client_status);
  const navigate = useNavigate();
  const shared = { invalidates: [queryKeys.billing()] } as const;
  const remind = useAction({
    ...shared,
    action: () => emailInvoice(invoice.id, "reminded"),
    successMessage: `Reminder sent to ${client.email}`,
    errorMessage: "Couldn't send the reminder",
  });
  const resend = useAction({
    ...shared,
    action: () => emailInvoice(invoice.id, "resent"),
    successMessage: `${name} sent to ${client.email}`,
    errorMessage: "Couldn't send the invoice",
  });
  const duplicate = useAction({
    ...shared,
    action: (_: undefined, id) => duplicateInvoice(invoice.id, id),
    successMessage: `Draft copied from ${name}`,
    errorMessage: "Couldn't duplicate the invoice",
    onSuccess: (id) => void navigate(`/admin/billing/${id}`),
  });
  return { remind, resend, duplicate, reminder, blocked };
}

export type InvoiceEmails = ReturnType<typeof useInvoiceEmails>;
type Props = { details: AdminInvoice; emails: InvoiceEmails; onRemind: () => void; onResend: () => void };

/** The menu items for a sent invoice: remind, send again, copy the payment link, duplicate. */
export function EmailItems({ details, emails: { duplicate, reminder, blocked }, onRemind, onResend }: Props) {
  const { invoice } = details;
  const open = isPayable(invoice.status);
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(`${location.origin}/invoices/${invoice.id}`);
      toast.success("Payment link copied");
    } catch {
      toast.error("The payment link wasn't copied. Your browser doesn't allow it.");
    }
  };
  return (
    <>
      {open && (
        <DropdownMenuItem
          note={blocked ?? reminder.text}
          disabled={reminder.isRecent || blocked !== null}
          onSelect={onRemind}
        >
          Send reminder…
        </DropdownMenuItem>
      )}
      <DropdownMenuItem note={blocked ?? undefined} disabled={blocked !== null} onSelect={onResend}>
        Send again…
      </DropdownMenuItem>
      {open && <DropdownMenuItem onSelect={() => void copyLink()}>Copy payment link</DropdownMenuItem>}
      <DropdownMenuItem onSelect={() => void duplicate.run(undefined)}>Duplicate</DropdownMenuItem>
    </>
  );
}
