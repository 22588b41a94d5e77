import { useEffect, useState } from "react";
import { BrandPreview } from "~/shared/brand/brand-preview.tsx";
import { ColorField, readAccent, STANDARD } from "~/shared/brand/color-field.tsx";
import * as z from "~/shared/schema.ts";
import { SaveBar } from "~/shared/settings/save-bar.tsx";
import { deriveAccent } from "../../../../domain/accent.ts";
import { type AgencyFormProps, ConflictBanner, useAgencyForm } from "./agency-form.tsx";

const colorSchema = z.object({
  accent: z.string().check(z.refine((typed) => readAccent(typed).problem === null, "Choose another color")),
});

/** The agency's color in the portal, in emails and on invoices. Accounts with a color of their own show that. */
export function ColorForm({ row, onReset }: AgencyFormProps) {
  const [typed, setTyped] = useState(row.accent ?? "");
  const { props, errors, busy, dirty, conflict, recheck } = useAgencyForm({
    loaded: row,
    onReset,
    schema: colorSchema,
    what: "Agency color",
    toRow: (values) => ({ accent: readAccent(values.accent).accent }),
  });
  // The picker and the suggestion cause no input event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the value
  useEffect(recheck, [typed]);
  const { accent } = readAccent(typed);
  return (
    <form {...props} className="grid gap-4">
      {conflict && <ConflictBanner onLoaded={onReset} />}
      <ColorField
        name="accent"
        typed={typed}
        onType={setTyped}
        standard={STANDARD}
        isChecked={errors.accent !== undefined}
      />
      <BrandPreview name={row.agency_name} shades={accent ? deriveAccent(accent) : null} />
      <SaveBar label="Save color" dirty={dirty} busy={busy} onDiscard={() => onReset()} />
    </form>
  );
}
