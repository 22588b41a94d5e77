import { Checkbox } from "~/ui/checkbox.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import type { BlockValue, PlainField } from "../../../../domain/landing/block-types.ts";
import { safeAddress } from "../../../../domain/landing/markup.ts";
import { readPicture } from "../../../../domain/landing/picture.ts";
import { PictureField } from "../pictures/picture-field.tsx";
import { MeetingSelect, OwnerSelect, ZoneField } from "./account-selects.tsx";

type PlainFieldEditorProps = {
  field: PlainField;
  value: BlockValue;
  /** What is wrong with a text. */
  error?: string | undefined;
  onChange: (value: BlockValue) => void;
};

/** The control of one field of a block or of an item. */
export function PlainFieldEditor({ field, value, error, onChange }: PlainFieldEditorProps) {
  if (field.kind === "picture")
    return <PictureField label={field.label} value={readPicture(value)} onChange={onChange} />;
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
  if (field.kind === "choice" && field.group && field.options.length <= 4)
    return (
      <div className="grid gap-1.5">
        <span aria-hidden="true" className="font-medium text-13">
          {field.label}
        </span>
        <SegmentedControl
          legend={field.label}
          options={field.options}
          value={text}
          onChange={onChange}
          className="flex w-full flex-wrap [&>label]:flex-1"
        />
        {field.hint && <p className="text-ink-3 text-xs">{field.hint}</p>}
      </div>
    );
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
  const Select = SELECTS[field.kind];
  if (Select) return <Select field={field} value={text} onChange={onChange} />;
  if (field.kind === "date" || field.kind === "time")
    return (
      <Field label={field.label} hint={field.hint}>
        <Input
          type={field.kind}
          max={field.kind === "date" ? "9999-12-31" : undefined}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    );
  if (field.kind === "line" || field.kind === "address")
    return (
      <Field label={field.label} hint={field.hint} error={field.kind === "address" ? addressProblem(text) : error}>
        <Input
          value={text}
          onChange={(event) => onChange(event.target.value)}
          {...(field.kind === "address" && { inputMode: "url", autoCapitalize: "none", spellCheck: false })}
        />
      </Field>
    );
  return (
    <Field label={field.label} hint={field.hint ?? (field.rich ? MARKS_HINT : undefined)} error={error}>
      <Textarea value={text} rows={3} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

const SELECTS: Partial<Record<PlainField["kind"], typeof ZoneField>> = {
  zone: ZoneField,
  meeting: MeetingSelect,
  owner: OwnerSelect,
};

const MARKS_HINT = "**bold**, *italic*, [text](URL)";

/** The problem with a link address. An invalid address stays as typed, but the page does not link to it. */
function addressProblem(text: string): string | undefined {
  if (text.trim() === "" || text.trim() === "#" || safeAddress(text) !== "#") return undefined;
  return "Enter a valid link: https://…, mailto:…, tel:…, #form, or /path";
}
