import { X } from "lucide-react";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { FILTER_FIELDS, fieldOf, NEEDS_NO_VALUE, OPERATORS, operatorsOf } from "./filter-fields.ts";
import { FilterValueField } from "./filter-value.tsx";
import type { FilterOperator, FilterRule } from "./lead-filter.ts";
import type { Choice } from "./use-filter-choices.ts";

type Props = {
  rule: FilterRule;
  choices: Record<string, Choice[]>;
  onChange: (rule: FilterRule) => void;
  onRemove: () => void;
};

/** One rule: a field, how it is asked, and with what; a row that reads as a sentence. */
export function FilterRuleRow({ rule, choices, onChange, onRemove }: Props) {
  const known = fieldOf(rule.field);
  const fields = FILTER_FIELDS.some(({ field }) => field === rule.field) ? FILTER_FIELDS : [known, ...FILTER_FIELDS];
  return (
    <div className="grid grid-cols-[8.5rem_8.5rem_minmax(0,1fr)_auto] items-start gap-1.5 phone:grid-cols-[1fr_1fr_auto]">
      <Field label="Field" hideLabel>
        <NativeSelect
          value={rule.field}
          onChange={(event) => {
            const next = fieldOf(event.target.value);
            const [is] = Object.keys(OPERATORS[next.kind]) as FilterOperator[];
            onChange({ field: next.field, is: is ?? "eq", ...(next.kind === "truth" && { value: true }) });
          }}
        >
          {fields.map(({ field, label }) => (
            <option key={field} value={field}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label="How" hideLabel>
        <NativeSelect
          value={rule.is}
          onChange={(event) => {
            const is = event.target.value as FilterOperator;
            // A number of days is no day.
            const fits = !NEEDS_NO_VALUE.has(is) && (is === "within_days") === (rule.is === "within_days");
            onChange(fits ? { ...rule, is } : { field: rule.field, is });
          }}
        >
          {operatorsOf(known.kind, rule.is).map(([is, says]) => (
            <option key={is} value={is}>
              {says}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <div className="min-w-0 phone:order-4 phone:col-span-3">
        {!NEEDS_NO_VALUE.has(rule.is) && (
          <FilterValueField rule={rule} kind={known.kind} choices={choices[rule.field]} onChange={onChange} />
        )}
      </div>
      <IconButton label="Remove this rule" size="sm" className="mt-1 phone:mt-0" onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
