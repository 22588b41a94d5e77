import { Checkbox } from "~/ui/checkbox.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { SOURCE_KEYS, sourceText } from "~/ui/source-icon.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { LEAD_LABELS } from "../../../../domain/lead-fields.ts";
import type { FieldProblem, LeadInput, TextField } from "./lead-input.ts";

type Props = {
  typed: LeadInput;
  /** Unknown for a moment: until then no amount is typed. */
  currency: string | undefined;
  problem: FieldProblem | null;
  onChange: (typed: LeadInput) => void;
};

/** What one knows of somebody new. */
export function NewLeadFields({ typed, currency, problem, onChange }: Props) {
  const wiring = (field: TextField) => ({
    name: field,
    autoComplete: "off",
    value: typed[field],
    onChange: (event: { target: { value: string } }) => onChange({ ...typed, [field]: event.target.value }),
  });
  const wrong = (field: TextField) => problem?.field === field && problem.text;
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Field label={LEAD_LABELS.first_name} error={wrong("first_name")}>
          <Input autoFocus maxLength={100} {...wiring("first_name")} />
        </Field>
        <Field label={LEAD_LABELS.last_name}>
          <Input maxLength={100} {...wiring("last_name")} />
        </Field>
        <Field label={LEAD_LABELS.email} error={wrong("email")}>
          <Input type="email" maxLength={320} {...wiring("email")} />
        </Field>
        <Field label={LEAD_LABELS.phone} error={wrong("phone")}>
          <Input type="tel" maxLength={50} {...wiring("phone")} />
        </Field>
        <Field label={LEAD_LABELS.company}>
          <Input maxLength={200} {...wiring("company")} />
        </Field>
        <Field label={LEAD_LABELS.source}>
          <NativeSelect value={typed.source} onChange={(event) => onChange({ ...typed, source: event.target.value })}>
            {SOURCE_KEYS.map((source) => (
              <option key={source} value={source}>
                {sourceText(source)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field
          label={LEAD_LABELS.value_cents}
          hint={currency && `Of the first year, in ${currency.toUpperCase()}`}
          error={wrong("value")}
        >
          <Input inputMode="decimal" maxLength={20} disabled={!currency} {...wiring("value")} />
        </Field>
      </div>
      <Field label="What they want">
        <Textarea rows={2} maxLength={10_000} {...wiring("goals")} />
      </Field>
      <Checkbox
        label="This lead is mine"
        checked={typed.mine}
        onChange={(event) => onChange({ ...typed, mine: event.target.checked })}
      />
    </>
  );
}
