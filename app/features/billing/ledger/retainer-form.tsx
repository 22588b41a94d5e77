import { useId, useRef, useState } from "react";
import { CurrencySelect } from "~/shared/currency-select.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { useAction } from "~/shared/use-action.ts";
import { type FormErrors, useForm } from "~/shared/use-form.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { returnsFocusTo } from "~/ui/keep-focus.ts";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { missingDay } from "../../../../domain/charge-days.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import { amountProblem, formatInputAmount, MAX_AMOUNT, parseMoney } from "../../../../domain/money.ts";
import { isTyped, startProblem, termProblem } from "../../../../domain/retainer-days.ts";
import { sendsNow } from "../../../../domain/retainer-outlook.ts";
import type { BillingDefaults, Client } from "./api.ts";
import { ClientPicker } from "./client-picker.tsx";
import { chosenEnd, EndRetainer, RetainerEnd } from "./end-retainer.tsx";
import { createRetainer, type RetainerValues, updateRetainer } from "./mutations.ts";
import { refusedField } from "./refused-field.ts";
import { isMonths, RetainerOutlookNote, type Terms, termsOf, useRetainerOutlook } from "./retainer-outlook.tsx";
import { type RetainerListItem, sentInvoices } from "./retainers-api.ts";
import { endOffer, sentText, useUndoRetainer } from "./undo-retainer.ts";

type Props = {
  retainer: RetainerListItem | undefined;
  defaults: BillingDefaults;
  /** The client of a new retainer, when its link names one. */
  client?: Client | null;
  onDone: () => void;
};

const AMOUNT_EXAMPLE = "800.00";
const between = (amount: number | null) => amount !== null && amount >= 1 && amount <= MAX_AMOUNT;

/** The controls by the names that refusals have for them. */
const CONTROLS = {
  name: "name",
  description: "description",
  monthly_amount: "amount",
  start_date: "start",
  term_months: "months",
} as const;

/** Why these days can't be saved, at the field that is wrong. */
function dayProblems(
  { start, months, status }: Pick<Terms, "start" | "months" | "status">,
  seen: RetainerListItem | undefined,
  today: string,
) {
  const wrongStart = startProblem(start, seen?.start_date ?? null, today);
  if (wrongStart) return { start: wrongStart };
  const saved = seen ? { start: seen.start_date, months: seen.duration_months, status: seen.status } : null;
  const wrongTerm = isMonths(months) ? termProblem({ start, months: Number(months), status }, saved, today) : null;
  return wrongTerm ? { months: wrongTerm } : {};
}

/** An amount counts in the currency that is chosen. */
const schemaOf = (currency: string) =>
  z.object({
    name: z
      .string()
      .check(z.trim(), z.minLength(1, "Name is required"), z.maxLength(200, "Use at most 200 characters")),
    description: z.string().check(z.maxLength(5000, "Use at most 5,000 characters")),
    amount: z.string().check(
      z.refine((typed) => between(parseMoney(typed, currency)), {
        error: ({ input }) => amountProblem(String(input), currency, AMOUNT_EXAMPLE),
      }),
    ),
    currency: z.string(),
    start: z.string().check(z.minLength(1, "Choose the first day")),
    months: z
      .string()
      .check(z.refine((text) => text === "" || isMonths(text), "Enter 1 to 1,200 months, or leave it empty")),
    status: z.optional(z.enum(["pending", "active", "paused"])),
    bill: z.optional(z.string()),
  });
type Status = "pending" | "active" | "paused";

/** Client, price, first day and term. A retainer that has started keeps its client, currency and first day. */
export function RetainerForm({ retainer, defaults, client: linked = null, onDone }: Props) {
  // The version that the form loaded. A newer version must not replace it, or conflicts would go unnoticed.
  const [seen, setSeen] = useState(retainer);
  const [version, setVersion] = useState(0);
  const [client, setClient] = useState<Client | null>(seen ? clientOf(seen) : linked);
  const [clientError, setClientError] = useState<string>();
  const ended = seen?.status === "completed" || seen?.status === "canceled";
  // A draft waits as long as it takes.
  const hasStarted = Boolean(
    seen && (seen.invoices > 0 || (seen.status !== "pending" && seen.start_date < defaults.today)),
  );
  const end = seen ? chosenEnd(seen) : null;
  const isWaiting = client?.id === null;
  const [terms, setTerms] = useState(() => termsOf(seen, defaults));
  // Nothing of an archived account can be saved, except its end.
  const isArchived = retainer?.is_archived ?? false;
  const isFixed = ended || isArchived;
  const problemsOf = (typed: Pick<Terms, "start" | "months" | "status">) =>
    // A new retainer of an account that no one has joined is a draft.
    dayProblems(seen || !isWaiting ? typed : { ...typed, status: "pending" }, seen, defaults.today);
  const problems = !isFixed && isTyped(terms.start) ? problemsOf(terms) : {};
  const found = useRetainerOutlook(seen, client, terms, isArchived || Object.keys(problems).length > 0);
  const sends = sendsNow(found.outlook);
  const undo = useUndoRetainer();
  const refused = useRef<FormErrors<z.infer<ReturnType<typeof schemaOf>>>>(undefined);
  const save = useAction<
    RetainerValues & { client: Client; status: Status },
    { version: string | null; sent: string[] }
  >({
    action: async ({ client: chosen, status, ...values }, id) => {
      const version = seen ? await updateRetainer(seen, values, status) : await createRetainer(id, chosen, values);
      const canSend = status === "active" && chosen.id !== null;
      return { version, sent: canSend ? await sentInvoices(seen?.id ?? id, version) : [] };
    },
    successMessage: ({ version, sent }, { client: chosen, status, ...values }) => {
      if (seen) endOffer(seen.id);
      // Someone who resumes a retainer by mistake wants it paused again, even if it sent an invoice. Other changes then stay.
      const isChanged = seen && (seen.status !== status || (sent.length === 0 && isOther(seen, values)));
      return {
        title: seen ? savedText(seen, status) : isWaiting ? "Draft retainer created" : "Retainer created",
        description: sentText(sent, chosen.email ?? "the client"),
        ...(isChanged && version && undo({ retainerId: seen.id, version, sent, title: againText(seen, status) })),
      };
    },
    errorMessage: "Couldn't save the retainer",
    showProblem: "inline",
    invalidates: [queryKeys.billing(), queryKeys.accounts()],
    handleError: (error) => {
      refused.current = refusedField<z.infer<ReturnType<typeof schemaOf>>>(error, CONTROLS);
      return refused.current !== undefined;
    },
    onSuccess: onDone,
  });
  const form = useForm({
    schema: schemaOf(terms.currency),
    onSubmit: async (values) => {
      const amount = parseMoney(values.amount, values.currency);
      if (!client || amount === null) return undefined;
      const wrong = problemsOf({ ...values, status: values.status ?? "active" });
      if (Object.keys(wrong).length > 0) return wrong;
      refused.current = undefined;
      const months = values.months ? Number(values.months) : null;
      const { bill, status = "active", ...rest } = values;
      await save.run({ ...rest, amount, months, client, status, bill: (status === "active" && bill) || null });
      return refused.current;
    },
  });
  const { errors } = form;
  const outlookId = useId();
  const isPicked = !seen && client !== null && client !== linked;
  useUnsavedChanges((form.dirty || isPicked) && !form.busy ? (seen ? "these changes" : "this retainer") : null);
  const currency = seen?.currency ?? defaults.currency;
  return (
    <form
      key={version}
      {...form.props}
      onInput={(event) => {
        form.props.onInput(event);
        const { bill: _, ...typed } = Object.fromEntries(new FormData(event.currentTarget));
        setTerms((before) => ({ ...before, ...typed }));
      }}
      onSubmit={(event) => {
        form.props.onSubmit(event);
        if (client) return;
        setClientError("Choose a client");
        event.currentTarget.querySelector<HTMLElement>("[name=client]")?.focus();
      }}
      className="grid gap-4"
    >
      {save.problem && !isArchived && (
        <Banner
          // What it is now begins at the first field that can change.
          ref={returnsFocusTo(() => form.element.current?.querySelector("[name=name]") ?? null)}
          tone={save.conflict ? "warn" : "bad"}
          role="alert"
          title={save.problem}
          action={
            // A new retainer has nothing else to show, and what was typed stays.
            save.conflict &&
            seen && (
              <Button
                onClick={() => {
                  setSeen(retainer);
                  setTerms(termsOf(retainer, defaults));
                  setVersion(version + 1);
                  save.setProblem(null);
                }}
              >
                Show what it is now
              </Button>
            )
          }
        />
      )}
      {ended && <Banner title={`This retainer ended${seen.end_date ? ` on ${formatDay(seen.end_date)}` : ""}.`} />}
      {seen && end && (
        <RetainerEnd retainer={seen} end={end} today={defaults.today} hasUnsaved={form.dirty} onDone={onDone} />
      )}
      <ClientPicker
        client={client}
        readOnly={Boolean(seen)}
        error={client ? undefined : clientError}
        isArchived={isArchived}
        {...(!ended && { archived: endable(end) })}
        waiting="It stays a draft. You can activate it when the owner has joined."
        onPick={(picked) => {
          setClient(picked);
          setClientError(undefined);
        }}
      />
      <fieldset disabled={isFixed} className="grid gap-4">
        <Field label="Name" required hint="Shown on its invoices." error={errors.name}>
          <Input name="name" defaultValue={seen?.retainer_name} maxLength={200} />
        </Field>
        <Field label="What it covers" error={errors.description}>
          <Textarea name="description" rows={2} defaultValue={seen?.description ?? ""} maxLength={5000} />
        </Field>
        <div className="grid grid-cols-2 gap-3 max-[359px]:grid-cols-1">
          <Field label="Monthly amount" required error={errors.amount}>
            <Input
              name="amount"
              inputMode="decimal"
              className="num"
              placeholder="0.00"
              defaultValue={seen ? formatInputAmount({ amount: seen.monthly_amount, currency }) : ""}
            />
          </Field>
          <Field label="Currency">
            {seen ? (
              <Input name="currency" className="uppercase" defaultValue={currency} readOnly />
            ) : (
              <CurrencySelect name="currency" defaultValue={currency} first={defaults.currencies} />
            )}
          </Field>
        </div>
        <div className="grid grid-cols-2 gap-3 max-[359px]:grid-cols-1">
          <Field
            label="Start date"
            required={!hasStarted}
            hint={shortMonths(terms.start)}
            error={errors.start ?? problems.start}
          >
            <Input type="date" name="start" defaultValue={seen?.start_date ?? defaults.today} readOnly={hasStarted} />
          </Field>
          <Field
            label="Term in months"
            hint={end ? "Another term replaces the end date." : "Leave empty if it has no end."}
            error={errors.months ?? problems.months}
          >
            <Input name="months" inputMode="numeric" maxLength={4} defaultValue={seen?.duration_months ?? ""} />
          </Field>
        </div>
        {seen && !ended && (
          <Field label="Status" hint={statusHint(seen, isWaiting)}>
            <NativeSelect name="status" defaultValue={seen.status}>
              {seen.status === "pending" && <option value="pending">draft</option>}
              {!isWaiting && <option value="active">active</option>}
              {!isWaiting && <option value="paused">paused</option>}
            </NativeSelect>
          </Field>
        )}
      </fieldset>
      <RetainerOutlookNote
        id={outlookId}
        retainer={seen}
        found={found}
        terms={terms}
        client={client}
        isNew={!seen}
        onBill={(bill) => setTerms((before) => ({ ...before, bill }))}
      />
      {!ended && (
        <div className="flex flex-wrap justify-end gap-2">
          {seen && <EndRetainer retainer={seen} today={defaults.today} hasUnsaved={form.dirty} onDone={onDone} />}
          {!isArchived && (
            <Button type="submit" variant="primary" loading={form.busy} aria-describedby={outlookId}>
              <span>
                {seen ? "Save retainer" : "Create retainer"}
                {sends && ((found.outlook?.due.length ?? 0) > 1 ? " and send invoices" : " and send invoice")}
              </span>
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

/** What happens in months that lack the day of the start. */
function shortMonths(start: string): string | undefined {
  const day = missingDay(start);
  return day === null ? undefined : `Months without day ${day} are billed on their last day.`;
}

/** What the form of a retainer can still do while its account is archived. */
const endable = (end: string | null): string =>
  `Nothing here can be changed until it's restored. You can still end the retainer${end ? ", and change or remove its end date" : ""}.`;

function clientOf(retainer: RetainerListItem): Client {
  const { client_id: id, account_id, for_account, client_name: name, client_company: company } = retainer;
  return { id, account_id, for_account, name, company, email: retainer.client_email, has_account: account_id !== null };
}

function statusHint({ status }: RetainerListItem, isWaiting: boolean): string {
  if (isWaiting) return "A draft sends no invoices.";
  const kinds = status === "pending" ? "Drafts and paused retainers send" : "A paused retainer sends";
  return `${kinds} no invoices. Months that begin in the meantime aren't billed automatically.`;
}

function savedText({ status: before }: RetainerListItem, status: Status): string {
  if (before === status) return "Retainer saved";
  if (status === "paused") return "Retainer paused";
  return before === "paused" ? "Retainer resumed" : "Retainer started";
}

/** What a retainer is after Undo. */
const againText = ({ status }: RetainerListItem, saved: Status): string =>
  status === saved ? "Retainer is as it was" : `Retainer is ${status === "pending" ? "a draft" : status} again`;

/** Whether these values change anything about it. */
const isOther = (seen: RetainerListItem, { name, description, amount, start, months }: RetainerValues): boolean =>
  name !== seen.retainer_name ||
  description.trim() !== (seen.description ?? "") ||
  amount !== seen.monthly_amount ||
  start !== seen.start_date ||
  months !== seen.duration_months;
