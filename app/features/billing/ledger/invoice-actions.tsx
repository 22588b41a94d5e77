import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { isPayable } from "../../../../domain/invoices.ts";
import { invoiceBalance } from "../lib/invoice-balance.ts";
import { CreditDialog } from "./credit-dialog.tsx";
import type { AdminInvoice } from "./load-admin-invoice.ts";
import { MarkPaidDialog } from "./mark-paid-dialog.tsx";
import { VoidDialog } from "./void-dialog.tsx";

type Decision = "paid" | "void" | "credit" | null;

/** What an admin may decide about an invoice that was sent; what cannot be done is not offered. */
export function InvoiceActions({ details }: { details: AdminInvoice }) {
  const [decision, setDecision] = useState<Decision>(null);
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
      {open && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="icon" aria-label="More actions" className="phone:flex-none!">
              <Ellipsis aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem onSelect={() => setDecision("credit")}>Credit part of it</DropdownMenuItem>
            <DropdownMenuItem variant="danger" disabled={!untouched} onSelect={() => setDecision("void")}>
              Cancel the invoice
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      )}
      <MarkPaidDialog details={details} open={decision === "paid"} onClose={close} />
      <CreditDialog details={details} open={decision === "credit"} onClose={close} />
      <VoidDialog details={details} open={decision === "void"} onClose={close} />
    </>
  );
}
