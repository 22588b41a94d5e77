import { Checkbox } from "~/ui/checkbox.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import type { ClientSetup } from "./client-setup.ts";

type Props = {
  setup: ClientSetup;
  errors: Partial<Record<keyof ClientSetup, string>>;
  currency: string;
  onChange: (setup: ClientSetup) => void;
};

/** Account, dashboard and retainer of a new client; the last two only where they are wanted. */
export function SetupFields({ setup, errors, currency, onChange }: Props) {
  const field = (name: keyof ClientSetup) => ({
    value: String(setup[name]),
    onChange: (event: { target: { value: string } }) => onChange({ ...setup, [name]: event.target.value }),
  });
  return (
    <>
      <Field label="Their e-mail" required error={errors.email} hint="They are invited with it, or found by it.">
        <Input type="email" autoComplete="off" {...field("email")} />
      </Field>
      <fieldset className="grid gap-3">
        <legend className="sr-only">Dashboard</legend>
        <Checkbox
          label="Lead dashboard"
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
          label="Retainer, as a draft"
          checked={setup.withRetainer}
          onChange={(event) => onChange({ ...setup, withRetainer: event.target.checked })}
        />
        {setup.withRetainer && (
          <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
            <Field label="Name" required error={errors.retainer}>
              <Input maxLength={200} {...field("retainer")} />
            </Field>
            <Field
              label={currency ? `Each month (${currency.toUpperCase()})` : "Each month"}
              required
              error={errors.monthly}
            >
              <Input inputMode="decimal" {...field("monthly")} />
            </Field>
            <Field label="From" required error={errors.start}>
              <Input type="date" {...field("start")} />
            </Field>
            <Field label="For how many months" hint="Nothing: without end" error={errors.months}>
              <Input inputMode="numeric" maxLength={4} {...field("months")} />
            </Field>
          </div>
        )}
      </fieldset>
    </>
  );
}
