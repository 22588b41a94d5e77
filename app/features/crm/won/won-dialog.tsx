import { type FormEvent, useState } from "react";
import { toast } from "~/shared/toast.ts";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { FieldError } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { callCrm } from "../lib/call-crm.ts";
import type { LeadRef } from "../lib/lead-types.ts";
import { useSubmit } from "../lib/use-submit.ts";
import { type ClientSetup, defaultSetup, parseSetup } from "./client-setup.ts";
import { SetupFields } from "./setup-fields.tsx";

type Props = { lead: LeadRef; isAdmin: boolean; onClose: () => void };
type WinOutcome = "won" | "granted" | "invited" | "handed_over" | "known";

const SUCCESS_TEXTS: Record<WinOutcome, string> = {
  won: "is won",
  known: "is won",
  granted: "is set up as a client",
  invited: "is invited; dashboard and retainer wait for the account",
  handed_over: "is handed over: the admins were asked to set up the client",
};

/** A lead was won: their account, dashboard and retainer in one step, or the request to an admin to do that. */
export function WonDialog({ lead, isAdmin, onClose }: Props) {
  return (
    <FormDialog className="max-w-[520px]" onClose={onClose}>
      <DialogTitle>{leadName(lead)} is won</DialogTitle>
      <DialogDescription>
        {isAdmin
          ? "Set the client up in one step. Without an account yet, they are invited, and the rest is there when they accept."
          : "An admin sets up the account, the dashboard and the retainer. Hand it over: they find the lead with its whole history."}
      </DialogDescription>
      <WonForm lead={lead} isAdmin={isAdmin} onClose={onClose} />
    </FormDialog>
  );
}

function WonForm({ lead, isAdmin, onClose }: Props) {
  // Nothing is set up before it is known in which currency.
  const { data: agency, error, refetch } = useAgencyContact();
  const currency = agency?.currency;
  const [initial] = useState<ClientSetup>(() => defaultSetup(lead));
  const [setup, setSetup] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<keyof ClientSetup, string>>>({});
  useUnsavedChanges(isAdmin && JSON.stringify(setup) !== JSON.stringify(initial) ? "this setup" : null);
  const win = useSubmit(async (id) => {
    const args = isAdmin && currency ? parseSetup(setup, currency).args : { p_account: {} };
    const { outcome } = await callCrm<{ outcome: WinOutcome }>("win_lead", {
      p_batch_id: id,
      p_lead_id: lead.id,
      ...args,
    });
    toast.success(`${leadName(lead)} ${SUCCESS_TEXTS[outcome]}`);
  }, "The client was not set up");
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isAdmin && !currency) return;
    const { errors: found } = isAdmin && currency ? parseSetup(setup, currency) : { errors: {} };
    setErrors(found);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    if (await win.submit()) onClose();
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {isAdmin && <SetupFields setup={setup} errors={errors} currency={currency ?? ""} onChange={setSetup} />}
      <FieldError id={undefined}>{win.problem}</FieldError>
      {isAdmin && error && !currency && (
        <Banner
          role="alert"
          tone="bad"
          title="The agency's currency could not be loaded"
          action={<Button onClick={() => void refetch()}>Try Again</Button>}
        />
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button>Not now</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={win.busy} disabled={isAdmin && !currency}>
          {isAdmin ? "Set up the client" : "Hand over to an admin"}
        </Button>
      </DialogFooter>
    </form>
  );
}
