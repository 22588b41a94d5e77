import { BellRing, Download, X } from "lucide-react";
import { useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { invoiceName, isPayable } from "../../../../domain/invoices.ts";
import type { InvoiceListItem } from "./api.ts";
import { downloadInvoices } from "./export-invoices.ts";
import { emailInvoice } from "./mutations.ts";

type Props = { selected: InvoiceListItem[]; onClear: () => void };

/** What an admin can do with several invoices at once: remind about the open ones, and export them. */
export function InvoiceBulkBar({ selected, onClear }: Props) {
  const [confirming, setConfirming] = useState(false);
  const open = selected.filter(({ status }) => isPayable(status));
  const remind = useReminders(onClear);
  const what = reminders(open.length);
  return (
    <>
      <div
        role="toolbar"
        aria-label="Selected invoices"
        className="on-raised fixed inset-x-0 bottom-4 z-20 mx-auto flex w-fit max-w-[calc(100vw-1rem)] flex-wrap items-center gap-1 rounded-card bg-raised p-1.5 shadow-pop"
      >
        <span className="num px-2 text-13" aria-live="polite">
          {formatCount(selected.length)} selected
        </span>
        <Button
          variant="ghost"
          size="sm"
          icon={<BellRing aria-hidden="true" />}
          loading={remind.busy}
          disabled={open.length === 0}
          title={open.length === 0 ? "None of them is open" : undefined}
          onClick={() => setConfirming(true)}
        >
          <span>Send {open.length > 0 ? what : "reminders"}…</span>
        </Button>
        <Button
          variant="ghost"
          size="sm"
          icon={<Download aria-hidden="true" />}
          onClick={() => downloadInvoices(selected)}
        >
          <span>Export CSV</span>
        </Button>
        <IconButton label="Clear selection" size="sm" onClick={onClear}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={`Send ${what}?`}
        description={`The clients get an email for each open invoice: ${open.map(invoiceName).join(", ")}.${selected.length > open.length ? " The others aren't open, so they're skipped." : ""}`}
        confirmLabel={`Send ${what}`}
        variant="primary"
        onConfirm={() => void remind.run(open)}
      />
    </>
  );
}

const reminders = (count: number) => (count === 1 ? "1 reminder" : `${formatCount(count)} reminders`);

/** Sends one after the other. A refusal, such as for a reminder earlier that day, doesn't stop the others. */
function useReminders(onSent: () => void) {
  return useAction({
    action: async (open: InvoiceListItem[]) => {
      const refused: string[] = [];
      for (const invoice of open)
        await emailInvoice(invoice.id, "reminded").catch((error: unknown) =>
          refused.push(problemText(error, `${invoiceName(invoice)} wasn't sent`)),
        );
      if (refused.length === open.length) throw new RemindersRefused(refused.join(" "));
      return refused;
    },
    successMessage: (refused, open) => {
      const title = `${reminders(open.length - refused.length)} sent`;
      return refused.length > 0 ? { title, description: refused.join(" ") } : title;
    },
    errorMessage: "No reminder was sent",
    describeError: (error) => (error instanceof RemindersRefused ? error.message : undefined),
    invalidates: [queryKeys.billing()],
    onSuccess: onSent,
  });
}

/** The reasons for all of them. */
class RemindersRefused extends Error {}
