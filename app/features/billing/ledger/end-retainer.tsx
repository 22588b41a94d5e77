import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { isTyped, lastDayProblem } from "../../../../domain/retainer-days.ts";
import { endText } from "../../../../domain/retainer-end.ts";
import { ConfirmFormDialog } from "./confirm-form-dialog.tsx";
import { continueRetainer, endRetainer } from "./mutations.ts";
import { type RetainerListItem, retainerOutlookQuery, sentInvoices } from "./retainers-api.ts";
import { sentText, useUndoRetainer } from "./undo-retainer.ts";

type Props = {
  retainer: RetainerListItem;
  today: string;
  /** Whether the form around it has changes, which the end discards. */
  hasUnsaved: boolean;
  onDone: () => void;
};

/** The last day that someone set for a retainer which goes on until then; null if only its term ends it, or nothing. */
export const chosenEnd = ({ status, end_date: end, term_end: term }: RetainerListItem): string | null =>
  status === "completed" || status === "canceled" || end === term ? null : end;

const schemaOf = (term: string | null, today: string) =>
  z.object({
    last: z.string().check(
      z.minLength(1, "Choose the last day"),
      z.refine((day) => lastDayProblem(day, term, today) === null, {
        error: ({ input }) => lastDayProblem(String(input), term, today) ?? "",
      }),
    ),
  });

/** The last day that is set, with a way to change and to remove it. */
export function RetainerEnd(props: Props & { end: string }) {
  const { retainer, hasUnsaved, onDone, end } = props;
  const { id, retainer_name: name, client_email: email, term_end: term } = retainer;
  const undo = useUndoRetainer();
  const continuing = useAction<undefined, { version: string; sent: string[] }>({
    action: async () => {
      const version = await continueRetainer(retainer);
      return { version, sent: await sentInvoices(id, version) };
    },
    successMessage: ({ version, sent }) => ({
      title: term ? `${name} ends with its term, on ${formatDay(term)}` : `${name} continues without an end date`,
      description: sentText(sent, email ?? "the client"),
      ...undo({ retainerId: id, version, sent, title: `${name} ends on ${formatDay(end)}` }),
    }),
    errorMessage: "Couldn't remove the end date",
    invalidates: [queryKeys.billing(), queryKeys.accounts()],
    onSuccess: onDone,
  });
  return (
    <Banner
      title={`Ends ${formatDay(end)}${term ? ", before its term" : ""}`}
      action={
        <div className="flex gap-1.5">
          <EndRetainer {...props} isChange />
          <Button disabled={hasUnsaved} loading={continuing.busy} onClick={() => void continuing.run(undefined)}>
            <span>{term ? "Don't end early" : "Don't end"}</span>
          </Button>
        </div>
      }
    >
      {hasUnsaved &&
        (retainer.is_archived
          ? "To remove the end date, close this form without your other changes."
          : "Save your other changes to remove the end date.")}
    </Banner>
  );
}

/** A button and its confirmation: the last day of the retainer, or with `isChange` another one than the day that is set. */
export function EndRetainer({ retainer, today, hasUnsaved, onDone, isChange = false }: Props & { isChange?: boolean }) {
  const [confirming, setConfirming] = useState(false);
  const undo = useUndoRetainer();
  const { id, retainer_name: name, client_email: email, term_end: term } = retainer;
  const before = chosenEnd(retainer);
  const first = isChange && before ? before : today;
  const schema = useMemo(() => schemaOf(term, today), [term, today]);
  const [last, setLast] = useState(first);
  const outlook = useQuery({
    ...retainerOutlookQuery({
      id,
      clientId: retainer.client_id,
      start: retainer.start_date,
      months: retainer.duration_months,
      bill: null,
    }),
    enabled: confirming && retainer.status === "active",
  });
  // It takes the place of what the end would send.
  const problem = isTyped(last) ? lastDayProblem(last, term, today) : null;
  const text = endText({
    ...{ retainer, outlook: outlook.data ?? null, today, last },
    client: retainer.client_name ?? "The client",
    to: email ?? "the client",
  });
  return (
    <>
      <Button
        className={isChange ? undefined : "mr-auto"}
        aria-label={isChange ? "Change the end date" : undefined}
        onClick={() => {
          setLast(first);
          setConfirming(true);
        }}
      >
        {isChange ? "Change" : "End retainer"}
      </Button>
      <ConfirmFormDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        danger={!isChange}
        title={isChange ? `Change the end date of ${name}?` : `End ${name}?`}
        description={`${before ? `It ends on ${formatDay(before)} now. ` : ""}No invoices are issued after the last day. Invoices already sent don't change.`}
        confirmLabel={isChange ? "Save end date" : "End retainer"}
        cancelLabel={isChange ? "Cancel" : "Keep it"}
        schema={schema}
        controls={{ end_date: "last" }}
        onConfirm={async ({ last }) => {
          const version = await endRetainer(retainer, last);
          onDone();
          return { version, sent: await sentInvoices(id, version) };
        }}
        successMessage={({ version, sent }, { last }) => ({
          title: last > today ? `${name} ends on ${formatDay(last)}` : `${name} has ended`,
          description: sentText(sent, email ?? "the client"),
          ...undo({
            retainerId: id,
            version,
            sent,
            title: before ? `${name} ends on ${formatDay(before)}` : `${name} continues`,
          }),
        })}
        errorMessage={isChange ? "Couldn't change the end date" : "Couldn't end the retainer"}
        fields={(errors) => (
          <>
            {hasUnsaved && (
              <Banner
                tone="warn"
                title={
                  retainer.is_archived
                    ? "Your other changes can't be saved until the account is restored. This discards them."
                    : `Your other changes aren't saved. Save them first, or ${isChange ? "change the end date" : "end the retainer"} without them.`
                }
              />
            )}
            <Field label="End date" required error={errors.last ?? problem ?? undefined}>
              <Input
                type="date"
                name="last"
                defaultValue={first}
                min={today}
                max={term && term > today ? term : undefined}
                onChange={(event) => setLast(event.currentTarget.value)}
              />
            </Field>
            <p aria-live="polite" className="wrap-anywhere text-13 text-ink-2 empty:hidden">
              {!problem && text}
            </p>
          </>
        )}
      />
    </>
  );
}
