import * as z from "~/shared/schema.ts";
import { SaveBar } from "~/shared/settings/save-bar.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import type { AgencyFormProps } from "./agency-section.tsx";
import { ConflictBanner } from "./conflict-banner.tsx";
import { wholeNumber } from "./field-schemas.ts";
import { useAgencyForm } from "./use-agency-form.ts";

const schema = z.object({ days: wholeNumber(1, 365), idleDays: wholeNumber(1, 365) });

/** When everybody has to sign in again. */
export function SessionsForm({ row, onReset }: AgencyFormProps) {
  const { props, errors, busy, dirty, conflict } = useAgencyForm({
    loaded: row,
    onReset,
    schema,
    what: "Session length",
    toRow: (values) => ({ session_days: Number(values.days), session_idle_days: Number(values.idleDays) }),
  });
  return (
    <form {...props} className="grid gap-4">
      {conflict && <ConflictBanner onLoaded={onReset} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Days until people sign in again"
          error={errors.days}
          hint="Counted from the day they signed in. 30 is the default."
        >
          <Input name="days" inputMode="numeric" autoComplete="off" defaultValue={row.session_days} />
        </Field>
        <Field
          label="Days without use"
          error={errors.idleDays}
          hint="A session that nobody uses for this long ends. 14 is the default."
        >
          <Input name="idleDays" inputMode="numeric" autoComplete="off" defaultValue={row.session_idle_days} />
        </Field>
      </div>
      <SaveBar label="Save session length" dirty={dirty} busy={busy} onDiscard={() => onReset()} />
    </form>
  );
}
