import { useQuery } from "@tanstack/react-query";
import { Maximize2 } from "lucide-react";
import { useState } from "react";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { billingDetailsQuery } from "../invoice/billing-details.tsx";
import { UnprintableNote } from "../lib/unprintable-note.tsx";
import type { InvoiceDraft } from "./invoice-draft.ts";
import { InvoicePaper } from "./invoice-paper.tsx";

type Props = { draft: InvoiceDraft; today: string };

/** The invoice as its client gets it, updated while the admin types: small beside the form, large in a dialog. */
export function InvoicePreview({ draft, today }: Props) {
  const { data: agency } = useAgencyContact();
  const clientId = draft.client?.id ?? "";
  const { data: details } = useQuery({ ...billingDetailsQuery(clientId), enabled: clientId !== "" });
  const [large, setLarge] = useState(false);
  return (
    <Card className="overflow-hidden">
      <CardHeader>
        <CardTitle>Preview</CardTitle>
        <Button
          variant="ghost"
          size="icon-sm"
          className="ml-auto"
          aria-label="Enlarge the preview"
          onClick={() => setLarge(true)}
        >
          <Maximize2 aria-hidden="true" />
        </Button>
      </CardHeader>
      {/* The form beside it has the same contents for screen readers. */}
      <div
        aria-hidden="true"
        className="pointer-events-none h-[388px] overflow-hidden bg-sunken p-3 xl:h-[532px] phone:h-[440px]"
      >
        <div className="w-[612px] origin-top-left scale-[.4477] xl:scale-[.612] phone:scale-[.52]">
          <InvoicePaper {...{ draft, agency, details, today }} />
        </div>
      </div>
      <UnprintableNote
        className="border-line-soft border-t px-4 py-2"
        texts={[
          ...[draft.description, draft.client?.name, draft.client?.company, details?.billing_address],
          ...draft.lines.map(({ description }) => description),
        ]}
      />
      <Dialog open={large} onOpenChange={setLarge}>
        <DialogContent aria-describedby={undefined} className="w-full max-w-[680px]">
          <DialogTitle>Preview</DialogTitle>
          <div className="overflow-x-auto">
            <div className="min-w-[560px]">
              <InvoicePaper {...{ draft, agency, details, today }} />
            </div>
          </div>
          <DialogFooter>
            <DialogClose asChild>
              <Button>Close</Button>
            </DialogClose>
          </DialogFooter>
        </DialogContent>
      </Dialog>
    </Card>
  );
}
