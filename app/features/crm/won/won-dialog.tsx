import { useState } from "react";
import { useNavigate } from "react-router";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { DialogClose, DialogDescription } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { DialogForm } from "../lead-actions/dialog-form.tsx";
import type { LeadRef } from "../lib/lead-types.ts";
import { type ClientSetup, type ClientSetupArgs, defaultSetup, parseSetup, type WinOutcome, winLead } from "./api.ts";

type Props = { lead: LeadRef; isAdmin: boolean; onClose: () => void };

const SUCCESS_TEXTS: Record<WinOutcome, string> = {
  won: "is won",
  known: "is won",
  granted: "is set up as a client",
  invited: "is invited. Everything will be ready when they sign up",
  prepared: "has an account. Invite its owner on the account's page",
  handed_over: "is handed off. Your admins were asked to set up the client",
};

/** The next step after a win. Admins set up the client here. Sales people ask an admin to do it. */
export function WonDialog({ lead, isAdmin, onClose }: Props) {
  return (
    <FormDialog className="max-w-[520px]" onClose={onClose}>
      <WonForm lead={lead} isAdmin={isAdmin} onClose={onClose} />
    </FormDialog>
  );
}

function WonForm({ lead, isAdmin, onClose }: Props) {
  // The form needs the agency's currency.
  const { data: agency, error, refetch } = useAgencyContact();
  const currency = agency?.currency;
  const [initial] = useState<ClientSetup>(() => defaultSetup(lead));
  const [setup, setSetup] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<keyof ClientSetup, string>>>({});
  useUnsavedChanges(isAdmin && JSON.stringify(setup) !== JSON.stringify(initial) ? "this setup" : null);
  const navigate = useNavigate();
  const win = useAction({
    action: (args: ClientSetupArgs, id) => winLead(id, lead.id, args),
    successMessage: ({ outcome, account_id: account }) => ({
      title: `${leadName(lead)} ${SUCCESS_TEXTS[outcome]}`,
      ...(account && {
        action: { label: "Open account", onClick: () => void navigate(`/admin/accounts/${account}`) },
      }),
    }),
    errorMessage: "Couldn't set up the client",
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
    onSuccess: onClose,
  });
  const submit = () => {
    if (isAdmin && !currency) return;
    const { errors: found, args } =
      isAdmin && currency ? parseSetup(setup, currency) : { errors: {}, args: { p_account: {} } };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    void win.run(args);
  };
  return (
    <DialogForm
      title={`Deal won: ${leadName(lead)}`}
      confirmLabel={isAdmin ? "Set up client" : "Hand off to an admin"}
      busy={win.busy || (isAdmin && !currency && !error)}
      problem={win.problem}
      onSubmit={submit}
      secondaryAction={
        <DialogClose asChild>
          <Button>Not now</Button>
        </DialogClose>
      }
    >
      <DialogDescription>
        {isAdmin
          ? "We create the client's account and invite them as its owner. You can create a dashboard and a draft retainer now or later."
          : "An admin sets up the account, dashboard and retainer. They'll see the lead with its full history."}
      </DialogDescription>
      {isAdmin && <SetupFields setup={setup} errors={errors} currency={currency ?? ""} onChange={setSetup} />}
      {isAdmin && error && !currency && (
        <Banner
          role="alert"
          tone="bad"
          title="Couldn't load your agency's currency"
          action={<Button onClick={() => void refetch()}>Try Again</Button>}
        />
      )}
    </DialogForm>
  );
}

type SetupFieldsProps = {
  setup: ClientSetup;
  errors: Partial<Record<keyof ClientSetup, string>>;
  currency: string;
  onChange: (setup: ClientSetup) => void;
};

function SetupFields({ setup, errors, currency, onChange }: SetupFieldsProps) {
  const field = (name: keyof ClientSetup) => ({
    value: String(setup[name]),
    onChange: (event: { target: { value: string } }) => onChange({ ...setup, [name]: event.target.value }),
  });
  return (
    <>
      <Field
        label="Client email"
        error={errors.email}
        hint="We invite this address unless it already has an account. Leave it empty to invite the owner later."
      >
        <Input type="email" autoComplete="off" {...field("email")} />
      </Field>
      <fieldset className="grid gap-3">
        <legend className="sr-only">Dashboard</legend>
        <Checkbox
          label="Create a lead dashboard"
          checked={setup.withDashboard}
          onChange={(event) => onChange({ ...setup, withDashboard: event.target.checked })}
        />
        {setup.withDashboard && (
          <>
            <Field label="Business name" required error={errors.business}>
              <Input maxLength={200} {...field("business")} />
            </Field>
            <Field label="Shared Notion page" required error={errors.notionUrl}>
              <Input type="url" inputMode="url" maxLength={2048} placeholder="https://" {...field("notionUrl")} />
            </Field>
          </>
        )}
      </fieldset>
      <fieldset className="grid gap-3">
        <legend className="sr-only">Retainer</legend>
        <Checkbox
          label="Create a draft retainer"
          checked={setup.withRetainer}
          onChange={(event) => onChange({ ...setup, withRetainer: event.target.checked })}
        />
        {setup.withRetainer && (
          <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
            <Field label="Name" required error={errors.retainer}>
              <Input maxLength={200} {...field("retainer")} />
            </Field>
            <Field
              label={currency ? `Monthly amount (${currency.toUpperCase()})` : "Monthly amount"}
              required
              error={errors.monthly}
            >
              <Input inputMode="decimal" {...field("monthly")} />
            </Field>
            <Field label="Start date" required error={errors.start}>
              <Input type="date" {...field("start")} />
            </Field>
            <Field label="Number of months" hint="Leave empty for no end date" error={errors.months}>
              <Input inputMode="numeric" maxLength={4} {...field("months")} />
            </Field>
          </div>
        )}
      </fieldset>
    </>
  );
}
