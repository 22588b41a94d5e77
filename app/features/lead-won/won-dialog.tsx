import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { callCrm } from "~/shared/crm/call-crm.ts";
import { type LeadRef, leadName } from "~/shared/crm/lead-shape.ts";
import { useSend } from "~/shared/crm/use-send.ts";
import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { FieldError } from "~/ui/field.tsx";
import { readSetup, type Setup, setupDefaults } from "./client-setup.ts";
import { SetupFields } from "./setup-fields.tsx";

type Props = { lead: LeadRef; isAdmin: boolean; onClose: () => void };
type Did = "won" | "granted" | "invited" | "handed_over" | "known";

const SAID: Record<Did, string> = {
  won: "is won",
  known: "is won",
  granted: "is set up as a client",
  invited: "is invited; dashboard and retainer wait for the account",
  handed_over: "is handed over: the admins were asked to set up the client",
};

/** A lead was won: their account, dashboard and retainer in one step, or the request to an admin to do that. */
export function WonDialog({ lead, isAdmin, onClose }: Props) {
  const { data: currency = "usd" } = useQuery({
    queryKey: ["crm", "currency"],
    queryFn: async () => (await callCrm<{ currency: string }>("list_leads", { p_limit: 1 })).currency,
    staleTime: 600_000,
  });
  const [setup, setSetup] = useState<Setup>(() => setupDefaults(lead));
  const [errors, setErrors] = useState<Partial<Record<keyof Setup, string>>>({});
  const win = useSend(async (id) => {
    const asked = isAdmin ? readSetup(setup, currency).given : { p_account: {} };
    const { did } = await callCrm<{ did: Did }>("win_lead", { p_batch_id: id, p_lead_id: lead.id, ...asked });
    toast.success(`${leadName(lead)} ${SAID[did]}`);
  }, "The client was not set up");
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { errors: found } = isAdmin ? readSetup(setup, currency) : { errors: {} };
    setErrors(found);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    if (await win.submit()) onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="max-w-[520px]">
        <DialogTitle>{leadName(lead)} is won</DialogTitle>
        <DialogDescription>
          {isAdmin
            ? "Set the client up in one step. Without an account yet, they are invited, and the rest is there when they accept."
            : "An admin sets up the account, the dashboard and the retainer. Hand it over with everything they need to know."}
        </DialogDescription>
        <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
          {isAdmin && <SetupFields setup={setup} errors={errors} currency={currency} onChange={setSetup} />}
          <FieldError id={undefined}>{win.problem}</FieldError>
          <DialogFooter>
            <Button onClick={onClose}>Not now</Button>
            <Button type="submit" variant="primary" loading={win.busy}>
              {isAdmin ? "Set up the client" : "Hand over to an admin"}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
