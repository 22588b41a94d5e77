import { BellRing, Download, Send, Trash2, X } from "lucide-react";
import { useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { Button } from "~/ui/button.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { returnsFocusTo } from "~/ui/keep-focus.ts";
import { whyNoInvoices } from "../../../../domain/client-status.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { invoiceName, isPayable } from "../../../../domain/invoices.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { localZone } from "../../../../domain/zoned-time.ts";
import type { InvoiceListItem } from "./api.ts";
import { downloadInvoices } from "./export-invoices.ts";
import { reminderAt } from "./last-reminder.ts";
import { deleteDraft, emailInvoice, restoreDraft, sendInvoice } from "./mutations.ts";

type Step = "remind" | "send" | "delete";

type Words = {
  /** What each one is, such as 'reminder'. */
  noun: string;
  verb: string;
  done: string;
  failed: string;
  text: (names: string) => string;
  skipped: string;
  icon: typeof Send;
};

const WORDS: Record<Step, Words> = {
  remind: {
    noun: "reminder",
    verb: "Send",
    done: "sent",
    failed: "No reminder was sent",
    text: (names) => `The clients get an email for each open invoice: ${names}.`,
    skipped: "The others aren't open, so they're skipped.",
    icon: BellRing,
  },
  send: {
    noun: "invoice",
    verb: "Send",
    done: "sent",
    failed: "No invoice was sent",
    text: (names) => `The clients get an email and can pay right away: ${names}.`,
    skipped: "The others aren't drafts, so they're skipped.",
    icon: Send,
  },
  delete: {
    noun: "draft",
    verb: "Delete",
    done: "deleted",
    failed: "No draft was deleted",
    text: (names) => `The clients haven't seen them: ${names}.`,
    skipped: "The others aren't drafts, so they stay.",
    icon: Trash2,
  },
};

const WRITES: Record<Step, (invoice: InvoiceListItem) => Promise<unknown>> = {
  remind: ({ id }) => emailInvoice(id, "reminded"),
  send: ({ id, updated_at }) => sendInvoice(id, updated_at),
  delete: ({ id, updated_at }) => deleteDraft(id, updated_at),
};

const isDraft = ({ status }: InvoiceListItem) => status === "draft";

type Props = {
  selected: InvoiceListItem[];
  /** Selects these and no others. */
  onKeep: (ids: readonly string[]) => void;
};

/** Without a selection the bar is gone, so its focus goes to where the next selection can begin. */
const toSelection = returnsFocusTo(() => document.querySelector("thead input[type=checkbox]"));

/** What an admin can do with several invoices at once: remind about open ones, send or delete drafts, and export all. */
export function InvoiceBulkBar({ selected, onKeep }: Props) {
  const [asked, setAsked] = useState<Step | null>(null);
  const [running, setRunning] = useState<Step | null>(null);
  const { timeZone: zone = localZone() } = useBillingRegion();
  const payable = selected.filter(({ status }) => isPayable(status));
  const now = new Date();
  const skippedOnes = payable.filter((invoice) => skipReason(invoice, now) !== null);
  const open = payable.filter((invoice) => !skippedOnes.includes(invoice));
  const drafts = selected.filter(isDraft);
  const run = useForEach(onKeep);
  // Reminders are also there without an open invoice, to say why there are none.
  const steps = [
    { step: "remind" as const, invoices: open, isShown: payable.length > 0 || drafts.length === 0, left: skippedOnes },
    { step: "send" as const, invoices: drafts, isShown: drafts.length > 0, left: [] },
    { step: "delete" as const, invoices: drafts, isShown: drafts.length > 0, left: [] },
  ].filter(({ isShown }) => isShown);
  return (
    <>
      <div
        ref={toSelection}
        role="toolbar"
        aria-label="Selected invoices"
        className="on-raised fixed inset-x-0 bottom-4 z-20 mx-auto flex w-fit max-w-[calc(100vw-1rem)] flex-wrap items-center gap-1 rounded-card bg-raised p-1.5 shadow-pop"
      >
        <span className="num px-2 text-13" aria-live="polite">
          {formatCount(selected.length)} selected
        </span>
        {steps.map(({ step, invoices, left }) => {
          const { verb, noun, icon: Icon } = WORDS[step];
          return (
            <Button
              key={step}
              variant="ghost"
              size="sm"
              icon={<Icon aria-hidden="true" />}
              loading={run.busy && running === step}
              disabled={invoices.length === 0 || run.busy}
              title={invoices.length > 0 ? undefined : left.length > 0 ? leftText(left, now) : "None of them is open"}
              onClick={() => setAsked(step)}
            >
              <span>
                {verb} {invoices.length > 0 ? countOf(invoices.length, noun) : `${noun}s`}…
              </span>
            </Button>
          );
        })}
        <Button
          variant="ghost"
          size="sm"
          icon={<Download aria-hidden="true" />}
          onClick={() => downloadInvoices(selected, zone)}
        >
          <span>Export CSV</span>
        </Button>
        <IconButton label="Clear selection" size="sm" onClick={() => onKeep([])}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {steps.map(({ step, invoices, left }) => {
        const { verb, noun, text, skipped } = WORDS[step];
        const what = countOf(invoices.length, noun);
        return (
          <ConfirmDialog
            key={step}
            open={asked === step}
            onClose={() => setAsked(null)}
            title={`${verb} ${what}${step === "remind" ? "" : ` for ${sumOf(invoices)}`}?`}
            description={[
              text(listOf(invoices.map(nameOf), NAMED)),
              left.length > 0 && leftText(left, now),
              selected.length > invoices.length + left.length && skipped,
            ]
              .filter(Boolean)
              .join(" ")}
            confirmLabel={`${verb} ${what}`}
            variant={step === "delete" ? "danger" : "primary"}
            onConfirm={() => {
              setRunning(step);
              void run.run({ step, invoices });
            }}
          />
        );
      })}
    </>
  );
}

/** Why an open invoice gets no reminder now; null if it does. The database decides the same (`email_invoice`). */
function skipReason({ client_name, client_status, reminded_at }: InvoiceListItem, now: Date): string | null {
  const reminder = reminderAt(reminded_at, now);
  return (
    whyNoInvoices(client_name, client_status) ?? (reminder.isRecent ? `a reminder was sent ${reminder.when}` : null)
  );
}

/** Which open invoices get no reminder, and why: "INV-7 is skipped, because a reminder was sent today at 7:25 PM." */
const leftText = (invoices: InvoiceListItem[], now: Date) =>
  listOf(
    invoices.map((invoice) => `${nameOf(invoice)} is skipped, because ${skipReason(invoice, now)}.`),
    FAILURES,
    " ",
  );

const countOf = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;

/** The most names in a question, and the most failures in a message. */
const NAMED = 8;
const FAILURES = 4;

/** The number of an invoice; a draft has none, so its client and amount tell it apart. */
const nameOf = (invoice: InvoiceListItem) =>
  isDraft(invoice) ? `${invoice.client_company || invoice.client_name} ${formatMoney(invoice)}` : invoiceName(invoice);

const listOf = (names: string[], most: number, separator = ", ") =>
  names.slice(0, most).join(separator) + (names.length > most ? `${separator}and ${names.length - most} more` : "");

/** '$2,900.00', or one sum for each currency. */
function sumOf(invoices: InvoiceListItem[]): string {
  const byCurrency = Map.groupBy(invoices, ({ currency }) => currency);
  return [...byCurrency]
    .map(([currency, all]) => formatMoney({ amount: all.reduce((sum, { amount }) => sum + amount, 0), currency }))
    .join(" + ");
}

type Failure = { id: string; text: string };

/** Runs a write for each, one after the other. A refusal, such as for a draft without a due date, doesn't stop the others. */
async function forEachInvoice(
  invoices: InvoiceListItem[],
  write: (invoice: InvoiceListItem) => Promise<unknown>,
  otherwise: string,
) {
  const failures: Failure[] = [];
  for (const invoice of invoices)
    await write(invoice).catch((error: unknown) => {
      const reason = problemText(error, otherwise);
      failures.push({ id: invoice.id, text: `${nameOf(invoice)}: ${reason.replace(/\.?$/, ".")}` });
    });
  if (failures.length === invoices.length) throw new AllRefused(textOf(failures));
  return failures;
}

const textOf = (failures: Failure[]) =>
  listOf(
    failures.map(({ text }) => text),
    FAILURES,
    " ",
  );

/** '2 drafts deleted', or '1 draft deleted, 1 not' with the reasons. */
function outcomeOf(failures: Failure[], count: number, { noun, done }: Pick<Words, "noun" | "done">) {
  const title = `${countOf(count - failures.length, noun)} ${done}`;
  if (failures.length === 0) return { title };
  return {
    title: `${title}, ${formatCount(failures.length)} not`,
    description: textOf(failures),
    duration: 15_000,
  };
}

const shared = {
  describeError: (error: unknown) => (error instanceof AllRefused ? error.message : undefined),
  invalidates: [queryKeys.billing(), queryKeys.accounts()],
};

function useForEach(onKeep: Props["onKeep"]) {
  const restore = useAction({
    ...shared,
    action: (drafts: InvoiceListItem[]) => forEachInvoice(drafts, ({ id }) => restoreDraft(id), "It wasn't restored"),
    successMessage: (failures, drafts) =>
      outcomeOf(failures, drafts.length, { noun: WORDS.delete.noun, done: "restored" }),
    errorMessage: "No draft was restored",
  });
  return useAction({
    ...shared,
    action: ({ step, invoices }: { step: Step; invoices: InvoiceListItem[] }) =>
      forEachInvoice(invoices, WRITES[step], `It wasn't ${step === "delete" ? "deleted" : "sent"}`),
    successMessage: (failures, { step, invoices }) => {
      const deleted = invoices.filter((invoice) => !failures.some(({ id }) => id === invoice.id));
      return {
        ...outcomeOf(failures, invoices.length, WORDS[step]),
        ...(step === "delete" && { action: { label: "Undo", onClick: () => void restore.run(deleted) } }),
      };
    },
    errorMessage: ({ step }) => WORDS[step].failed,
    // Those that failed stay selected.
    onSuccess: (failures) => onKeep(failures.map(({ id }) => id)),
  });
}

/** The reasons for all of them. */
class AllRefused extends Error {}
