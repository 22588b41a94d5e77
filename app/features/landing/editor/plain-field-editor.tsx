import { Checkbox } from "~/ui/checkbox.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import type { PlainField } from "../../../../domain/landing/block-types.ts";
import { safeAddress } from "../../../../domain/landing/markup.ts";

type Props = { field: PlainField; value: string | boolean; onChange: (value: string | boolean) => void };

/** One field of a block, by its kind. */
export function PlainFieldEditor({ field, value, onChange }: Props) {
  if (field.kind === "flag")
    return (
      <Checkbox
        label={field.label}
        hint={field.hint}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  const text = typeof value === "string" ? value : "";
  if (field.kind === "choice")
    return (
      <Field label={field.label} hint={field.hint}>
        <NativeSelect value={text} onChange={(event) => onChange(event.target.value)}>
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      </Field>
    );
  if (field.kind === "line" || field.kind === "address")
    return (
      <Field label={field.label} hint={field.hint} error={field.kind === "address" ? addressProblem(text) : undefined}>
        <Input
          value={text}
          onChange={(event) => onChange(event.target.value)}
          {...(field.kind === "address" && { inputMode: "url", autoCapitalize: "none", spellCheck: false })}
        />
      </Field>
    );
  return (
    <Field label={field.label} hint={field.hint}>
      <Textarea
        value={text}
        rows={field.kind === "code" ? 8 : 3}
        spellCheck={field.kind !== "code"}
        className={field.kind === "code" ? "font-mono text-xs" : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** What cannot lead anywhere is kept as typed, and said: on the page it leads nowhere. */
function addressProblem(text: string): string | undefined {
  if (text.trim() === "" || text.trim() === "#" || safeAddress(text) !== "#") return undefined;
  return "This is no address: https://…, mailto:…, tel:…, #form or /path";
}
