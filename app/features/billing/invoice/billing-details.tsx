import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { runQuery } from "~/shared/api.ts";
import { portalRightsQuery } from "~/shared/portal-rights.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { useActionForm } from "~/shared/use-action-form.ts";
import { useViewAs } from "~/shared/view-as.tsx";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { UnprintableNote } from "../lib/unprintable-note.tsx";
import { recipientsText } from "./recipients-text.ts";

/** What a client's invoices print about them, besides their name. */
export const billingDetailsQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.billingDetails(userId),
    queryFn: () =>
      runQuery((db) =>
        db.from("profiles").select("company, billing_address, tax_id").eq("user_id", userId).maybeSingle(),
      ),
  });

const optional = (length: number) =>
  z.string().check(z.trim(), z.maxLength(length, `Use at most ${formatCount(length)} characters`));
const schema = z.object({ company: optional(200), address: optional(1000), taxId: optional(50) });
type Details = z.infer<typeof schema>;

/**
 * What invoices print about the person whom they name: company, postal address and tax number. Only that person changes it, so
 * colleagues read whom to ask.
 */
export function BillingDetailsDialog({ userId, className }: { userId: string; className?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => setOpen(true)}
        size="sm"
        variant="ghost"
        disabled={useViewAs() !== null}
        className={className}
      >
        Billing details
      </Button>
      <FormDialog open={open} onClose={() => setOpen(false)}>
        <DialogTitle>Billing details</DialogTitle>
        <DetailsOfRecipients userId={userId} open={open} onSaved={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}

type RecipientsProps = { userId: string; open: boolean; onSaved: () => void };

function DetailsOfRecipients({ userId, open, onSaved }: RecipientsProps) {
  const rights = useQuery({ ...portalRightsQuery(userId), enabled: open });
  const stored = useQuery({ ...billingDetailsQuery(userId), enabled: open });
  return (
    <QueryBoundary
      query={rights}
      errorMessage="Your billing details couldn't be loaded"
      skeleton={<FormSkeleton label="Loading your billing details" />}
    >
      {({ billed_to }) => {
        const { isYou, text } = recipientsText(billed_to, userId);
        return (
          <>
            <DialogDescription>{text}</DialogDescription>
            {isYou ? (
              <QueryBoundary
                query={stored}
                errorMessage="Your billing details couldn't be loaded"
                skeleton={<FormSkeleton label="Loading your billing details" />}
              >
                {(found) => (
                  <DetailsForm
                    userId={userId}
                    details={{
                      company: found?.company ?? "",
                      address: found?.billing_address ?? "",
                      taxId: found?.tax_id ?? "",
                    }}
                    onSaved={onSaved}
                  />
                )}
              </QueryBoundary>
            ) : (
              <DialogFooter>
                <DialogClose asChild>
                  <Button>Close</Button>
                </DialogClose>
              </DialogFooter>
            )}
          </>
        );
      }}
    </QueryBoundary>
  );
}

function DetailsForm({ userId, details, onSaved }: { userId: string; details: Details; onSaved: () => void }) {
  const { props, errors, busy, dirty } = useActionForm<Details>({
    schema,
    action: async ({ company, address, taxId }) => {
      await runQuery((db) =>
        db
          .from("profiles")
          .update({ company: company || null, billing_address: address || null, tax_id: taxId || null })
          .eq("user_id", userId)
          .select("user_id")
          .single(),
      );
    },
    successMessage: "Billing details saved",
    errorMessage: "Couldn't save your billing details",
    invalidates: [queryKeys.profile(userId), queryKeys.billingDetails(userId)],
    onSuccess: onSaved,
  });
  useUnsavedChanges(dirty && !busy ? "these details" : null);
  const [typed, setTyped] = useState(details);
  return (
    <form
      {...props}
      onInput={({ currentTarget }) => {
        const { company = "", address = "" } = Object.fromEntries(new FormData(currentTarget)) as Partial<Details>;
        setTyped((before) => ({ ...before, company, address }));
      }}
      className="grid gap-4"
    >
      <Field label="Company" error={errors.company}>
        <Input name="company" autoComplete="organization" autoFocus defaultValue={details.company} />
      </Field>
      <Field label="Billing address" error={errors.address}>
        <Textarea name="address" rows={3} autoComplete="street-address" defaultValue={details.address} />
      </Field>
      <Field label="Tax ID" hint="Such as an EIN or VAT number." error={errors.taxId}>
        <Input name="taxId" autoComplete="off" spellCheck={false} defaultValue={details.taxId} />
      </Field>
      <UnprintableNote texts={[typed.company, typed.address]} />
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={busy}>
          <span>Save details</span>
        </Button>
      </DialogFooter>
    </form>
  );
}
