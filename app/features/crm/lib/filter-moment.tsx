import { useState } from "react";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { FilterTextField } from "./filter-text-field.tsx";
import type { FilterRule } from "./lead-filter.ts";

const RELATIVE_DAYS_PATTERN = /^([+-])(\d+)d$/;

type Props = { rule: FilterRule; onChange: (value: FilterRule["value"] | undefined) => void };

/** A day; or how many days ago, where the rule came with that and as long as it is written on. */
export function FilterMomentField({ rule, onChange }: Props) {
  const value = typeof rule.value === "string" ? rule.value : "";
  const [sign] = useState(() => RELATIVE_DAYS_PATTERN.exec(value)?.[1]);
  if (!sign)
    return (
      <Field label="Day" hideLabel>
        <Input
          type="date"
          value={/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : ""}
          onChange={(event) => onChange(event.target.value || undefined)}
        />
      </Field>
    );
  const words = sign === "-" ? "days ago" : "days from now";
  return (
    <div className="flex items-center gap-2">
      <FilterTextField
        rule={{ ...rule, value: RELATIVE_DAYS_PATTERN.exec(value)?.[2] ?? "" }}
        label={words}
        mode="numeric"
        parse={(text) => (/^\d{1,4}$/.test(text.trim()) ? `${sign}${Number(text)}d` : undefined)}
        onChange={onChange}
      />
      <span aria-hidden="true" className="shrink-0 text-ink-2">
        {words}
      </span>
    </div>
  );
}
