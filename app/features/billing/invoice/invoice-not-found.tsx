import { FileQuestionMark } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";

/** For an unknown invoice and for somebody else's alike: nobody learns which of the two it is. */
export function InvoiceNotFound() {
  return (
    <Card className="grid justify-items-center gap-2 px-4 py-12 text-center">
      <FileQuestionMark aria-hidden="true" size={20} className="text-ink-3" />
      <h1 className="font-display font-semibold text-lg tracking-tight">There is no such invoice</h1>
      <p className="max-w-[44ch] text-balance text-13 text-ink-3">
        The address may be incomplete, or the invoice belongs to another account.
      </p>
      <Button className="mt-3" asChild>
        <RouterLink to="/client-dashboard?tab=invoices">See your invoices</RouterLink>
      </Button>
    </Card>
  );
}
