import { useState } from "react";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import type { FilterRule } from "./lead-filter.ts";

type Props = {
  rule: FilterRule;
  label: string;
  mode?: "numeric" | "decimal";
  /** What to say of text that cannot be read. */
  invalidText?: string;
  /** A value as it is typed. */
  format?: (value: number) => string;
  parse: (text: string) => FilterRule["value"] | undefined;
  onChange: (value: FilterRule["value"] | undefined) => void;
};

/** A value that is typed; an unfinished one is none. */
export function FilterTextField({ rule, label, mode, format, parse, invalidText, onChange }: Props) {
  const value = rule.value;
  const shown =
    value === undefined ? "" : Array.isArray(value) ? value.join(", ") : format ? format(Number(value)) : String(value);
  const [typed, setTyped] = useState(shown);
  return (
    <Field
      label={label}
      hideLabel
      error={invalidText && typed.trim() !== "" && parse(typed) === undefined ? invalidText : undefined}
    >
      <Input
        value={typed}
        inputMode={mode}
        placeholder={label}
        maxLength={200}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(parse(event.target.value));
        }}
      />
    </Field>
  );
}
