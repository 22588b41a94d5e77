import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { BLOCK_KINDS } from "../../../../domain/landing/block-kinds.ts";
import type {
  Block,
  BlockField,
  BlockItem,
  BlockValue,
  ItemsField,
  PlainField,
} from "../../../../domain/landing/block-types.ts";
import { newItem } from "../../../../domain/landing/blocks.ts";
import { safeAddress } from "../../../../domain/landing/markup.ts";
import { readPicture } from "../../../../domain/landing/picture.ts";
import { PictureField } from "../pictures/picture-field.tsx";

export type FieldGroup = "content" | "style" | "visibility";
type Props = { block: Block; group: FieldGroup; onEdit: (name: string, value: Block[string]) => void };

/** The fields of one group of a block. */
export const fieldsOf = (block: Block, group: FieldGroup): BlockField[] =>
  BLOCK_KINDS[block.type].fields.filter(
    (field) => groupOf(field) === group && field.kind !== "code" && isFieldVisible(block, field),
  );
const groupOf = (field: BlockField): FieldGroup => (field.kind === "items" ? "content" : (field.group ?? "content"));

/** The fields of a block. They come from the field definitions of its kind. */
export function BlockForm({ block, group, onEdit }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {fieldsOf(block, group).map((field) =>
        field.kind === "items" ? (
          <ItemsEditor
            key={field.name}
            field={field}
            items={Array.isArray(block[field.name]) ? (block[field.name] as BlockItem[]) : []}
            onChange={(items) => onEdit(field.name, items)}
          />
        ) : (
          <PlainFieldEditor
            key={field.name}
            field={field}
            value={block[field.name] as BlockValue}
            onChange={(value) => onEdit(field.name, value)}
          />
        ),
      )}
    </div>
  );
}

/** Hides the fields that other kinds of hero pictures use. */
function isFieldVisible(block: Block, { name }: BlockField): boolean {
  if (block.type !== "hero") return true;
  if (name === "image") return block.picture === "image";
  if (name === "lines" || name === "caption") return block.picture === "messages" || block.picture === "figures";
  return true;
}

type ItemsEditorProps = { field: ItemsField; items: readonly BlockItem[]; onChange: (items: BlockItem[]) => void };

/** A list in a block, such as questions, offers or form fields. */
function ItemsEditor({ field, items, onChange }: ItemsEditorProps) {
  const swap = (place: number, other: number) => {
    const next = [...items];
    const [one, two] = [next[place], next[other]];
    if (!one || !two) return;
    next[place] = two;
    next[other] = one;
    onChange(next);
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1.5 font-medium text-13">{field.label}</legend>
      {items.map((item, place) => {
        const named = `${field.itemLabel} ${place + 1}`;
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and do not move while being edited
            key={place}
            className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-line p-3"
          >
            <legend className="sr-only">{named}</legend>
            <div className="-mt-1 -mr-1 -mb-2 flex items-center">
              <span aria-hidden="true" className="min-w-0 flex-1 truncate text-ink-3 text-xs">
                {place + 1}
              </span>
              <IconButton
                size="sm"
                label={`Move ${named} up`}
                disabled={place === 0}
                onClick={() => swap(place, place - 1)}
              >
                <ArrowUp aria-hidden="true" />
              </IconButton>
              <IconButton
                size="sm"
                label={`Move ${named} down`}
                disabled={place === items.length - 1}
                onClick={() => swap(place, place + 1)}
              >
                <ArrowDown aria-hidden="true" />
              </IconButton>
              <IconButton
                size="sm"
                label={`Remove ${named}`}
                onClick={() => onChange(items.filter((_, other) => other !== place))}
              >
                <X aria-hidden="true" />
              </IconButton>
            </div>
            {field.fields
              .filter(({ name }) => name !== "options" || item.kind === "choice")
              .map((inner) => (
                <PlainFieldEditor
                  key={inner.name}
                  field={inner}
                  value={item[inner.name] ?? ""}
                  onChange={(value) =>
                    onChange(items.map((old, other) => (other === place ? { ...old, [inner.name]: value } : old)))
                  }
                />
              ))}
          </fieldset>
        );
      })}
      <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={() => onChange([...items, newItem(field.fields)])}>
        Add {field.itemLabel}
      </Button>
    </fieldset>
  );
}

type PlainFieldEditorProps = {
  field: PlainField;
  value: BlockValue;
  onChange: (value: BlockValue) => void;
};

function PlainFieldEditor({ field, value, onChange }: PlainFieldEditorProps) {
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
    <Field label={field.label} hint={field.hint ?? (field.rich ? MARKS_HINT : undefined)}>
      <Textarea value={text} rows={3} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

const MARKS_HINT = "**bold**, *italic*, [words](address)";

/** The problem with a link address. An invalid address stays as typed, but the page does not link to it. */
function addressProblem(text: string): string | undefined {
  if (text.trim() === "" || text.trim() === "#" || safeAddress(text) !== "#") return undefined;
  return "Enter a valid link: https://…, mailto:…, tel:…, #form, or /path";
}
