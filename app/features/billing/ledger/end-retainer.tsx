import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "~/shared/schema.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { endText } from "../../../../domain/retainer-end.ts";
import { ConfirmFormDialog } from "./confirm-form-dialog.tsx";
import { endRetainer } from "./mutations.ts";
import { type RetainerListItem, retainerOutlookQuery, sentInvoices } from "./retainers-api.ts";
import { sentText, useUndoRetainer } from "./undo-retainer.ts";

type Props = {
  retainer: RetainerListItem;
  today: string;
  /** Whether the form around it has changes, which the end discards. */
  hasUnsaved: boolean;
  onDone: () => void;
};
const endSchema = z.object({ last: z.string().check(z.minLength(1, "Choose the last day")) });

/** A button and its confirmation: the last day of the retainer. */
export function EndRetainer({ retainer, today, hasUnsaved, onDone }: Props) {
  const [confirming, setConfirming] = useState(false);
  const undo = useUndoRetainer();
  const { id, retainer_name: name, client_email: email } = retainer;
  const [last, setLast] = useState(today);
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
  const text = endText({
    ...{ retainer, outlook: outlook.data ?? null, today, last },
    client: retainer.client_name ?? "The client",
    to: email ?? "the client",
  });
  return (
    <>
      <Button
        className="mr-auto"
        onClick={() => {
          setLast(today);
          setConfirming(true);
        }}
      >
        End retainer
      </Button>
      <ConfirmFormDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        danger
        title={`End ${name}?`}
        description="No invoices are issued after the last day. Invoices already sent don't change."
        confirmLabel="End retainer"
        cancelLabel="Keep it"
        schema={endSchema}
        onConfirm={async ({ last }) => {
          const version = await endRetainer(retainer, last);
          onDone();
          return { version, sent: await sentInvoices(id, version) };
        }}
        successMessage={({ version, sent }, { last }) => ({
          title: last > today ? `${name} ends on ${formatDay(last)}` : `${name} has ended`,
          description: sentText(sent, email ?? "the client"),
          ...undo({ retainerId: id, version, sent, title: `${name} continues` }),
        })}
        errorMessage="Couldn't end the retainer"
        fields={(errors) => (
          <>
            {hasUnsaved && (
              <Banner
                tone="warn"
                title="Your other changes aren't saved. Save them first, or end the retainer without them."
              />
            )}
            <Field label="End date" required error={errors.last}>
              <Input
                type="date"
                name="last"
                defaultValue={today}
                min={today}
                onChange={(event) => setLast(event.currentTarget.value)}
              />
            </Field>
            <p aria-live="polite" className="wrap-anywhere text-13 text-ink-2 empty:hidden">
              {text}
            </p>
          </>
        )}
      />
    </>
  );
}
