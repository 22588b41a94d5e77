import * as z from "~/shared/schema.ts";
import { SaveBar } from "~/shared/settings/save-bar.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import type { AgencyFormProps } from "./agency-section.tsx";
import { ConflictBanner } from "./conflict-banner.tsx";
import { emailAddress, optionalText, requiredText } from "./field-schemas.ts";
import { useAgencyForm } from "./use-agency-form.ts";

const schema = z.object({
  agencyName: requiredText(200, "The agency needs a name"),
  email: emailAddress,
  phone: optionalText(50),
  address: optionalText(1000),
});

/** Who sends invoices and e-mails. */
export function DetailsForm({ row, onReset }: AgencyFormProps) {
  const { props, errors, busy, dirty, conflict } = useAgencyForm({
    loaded: row,
    onReset,
    schema,
    what: "The agency's details",
    toRow: (values) => ({
      agency_name: values.agencyName,
      email: values.email,
      phone: values.phone || null,
      address: values.address || null,
    }),
  });
  return (
    <form {...props} className="grid gap-4">
      {conflict && <ConflictBanner onLoaded={onReset} />}
      <Field label="Name" error={errors.agencyName} hint="On invoices and in the sender line of e-mails.">
        <Input name="agencyName" autoComplete="organization" defaultValue={row.agency_name} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="E-mail" error={errors.email} hint="Where clients write to.">
          <Input name="email" type="email" autoComplete="off" spellCheck={false} defaultValue={row.email} />
        </Field>
        <Field label="Phone" error={errors.phone}>
          <Input name="phone" type="tel" autoComplete="off" defaultValue={row.phone ?? ""} />
        </Field>
      </div>
      <Field label="Postal address" error={errors.address} hint="Printed on invoices as it stands here.">
        <Textarea name="address" rows={4} defaultValue={row.address ?? ""} />
      </Field>
      <SaveBar label="Save details" dirty={dirty} busy={busy} onDiscard={() => onReset()} />
    </form>
  );
}
