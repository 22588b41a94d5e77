import { useState } from "react";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import type { FilterRule } from "./lead-filter.ts";

type Props = {
  rule: FilterRule;
  label: string;
  mode?: "numeric" | "decimal";
  /** What to say of text that cannot be read. */
  unread?: string;
  /** A value as it is typed. */
  show?: (value: number) => string;
  read: (text: string) => FilterRule["value"] | undefined;
  onChange: (value: FilterRule["value"] | undefined) => void;
};

/** A value that is typed; an unfinished one is none. */
export function FilterTypedField({ rule, label, mode, show, read, unread, onChange }: Props) {
  const value = rule.value;
  const shown =
    value === undefined ? "" : Array.isArray(value) ? value.join(", ") : show ? show(Number(value)) : String(value);
  const [typed, setTyped] = useState(shown);
  return (
    <Field
      label={label}
      hideLabel
      error={unread && typed.trim() !== "" && read(typed) === undefined ? unread : undefined}
    >
      <Input
        value={typed}
        inputMode={mode}
        placeholder={label}
        maxLength={200}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(read(event.target.value));
        }}
      />
    </Field>
  );
}
