import { ChevronDown } from "lucide-react";
import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Checkbox } from "~/ui/checkbox.tsx";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { formatNames } from "../../../../domain/format-list.ts";
import type { BlockItem, BlockValue, PlainField } from "../../../../domain/landing/block-types.ts";
import { newItem } from "../../../../domain/landing/blocks.ts";
import {
  answersTo,
  conditionProblem,
  deciderOf,
  hasCondition,
  isSame,
  type Typing,
  withFormValue,
} from "../../../../domain/landing/form-conditions.ts";
import { canDecide } from "../../../../domain/landing/form-fields.ts";
import { linesOf } from "../../../../domain/landing/markup.ts";
import { hasOptions, lacksOptions } from "../../../../domain/landing/missing-options.ts";
import { repeatedOptions } from "../../../../domain/landing/repeated-options.ts";
import { AddItemButton, ItemButtons } from "./item-buttons.tsx";
import type { ItemListProps } from "./item-list.tsx";
import { PlainFieldEditor } from "./plain-field.tsx";
import { Setting, useWantedSetting } from "./setting.tsx";

const textOf = (item: BlockItem, name: string) => (typeof item[name] === "string" ? (item[name] as string) : "");
const labelOf = (item: BlockItem) => textOf(item, "label").trim();

/** The fields of a form as compact rows: label, type and required. The rest is behind Details. */
export function FormRows({ field, items, onChange, moves }: ItemListProps) {
  return (
    <fieldset data-item-list="" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1.5 font-medium text-13">{field.label}</legend>
      {items.map((item, place) => (
        <FormRow
          // biome-ignore lint/suspicious/noArrayIndexKey: fields have no id, and their open details matter less than their words
          key={place}
          list={field.name}
          fields={field.fields}
          items={items}
          place={place}
          item={item}
          onChange={onChange}
          moves={moves}
        />
      ))}
      <div className="grid grid-cols-2 gap-2">
        <AddItemButton onAdd={() => onChange([...items, newItem(field.fields)])}>Add field</AddItemButton>
        <AddItemButton onAdd={() => onChange([...items, { ...newItem(field.fields), kind: "step" }])}>
          Add step
        </AddItemButton>
      </div>
    </fieldset>
  );
}

type RowProps = Pick<ItemListProps, "items" | "onChange" | "moves"> & {
  list: string;
  fields: readonly PlainField[];
  item: BlockItem;
  place: number;
};

function FormRow({ list, fields, items, item, place, onChange, moves }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const kind = textOf(item, "kind");
  const named = `field ${place + 1}`;
  const types = fields.find(({ name }) => name === "kind");
  const has = ({ onlyFor }: PlainField) => !onlyFor || onlyFor.includes(kind);
  const details = fields.filter(
    (field) => (field.isDetail || field.name === "options") && has(field) && isUsed(item, field),
  );
  const summary = summaryOf(item, items.slice(0, place));
  // Someone who empties a label or an option to write it anew still renames it. Someone who erases an option doesn't.
  const typing = useRef<{ name: string; now: BlockValue; typing: Typing } | null>(null);
  const set = (name: string, value: BlockValue) => {
    const { current } = typing;
    const isSameTyping = current?.name === name && current.now === item[name];
    const changed = withFormValue(items, place, name, value, isSameTyping ? current.typing : undefined);
    typing.current = { name, now: value, typing: changed.typing };
    onChange(changed.items);
  };
  const endTyping = () => {
    if (typing.current?.typing.from === typing.current?.now) typing.current = null;
  };
  const pathOf = (name: string) => `${list}.${place}.${name}`;
  // Arrow keys go through the types, so they must not lose the focus on the way.
  const lastKey = useRef("");
  const changeKind = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const lacks = lacksOptions({ ...item, kind: target.value });
    flushSync(() => {
      set("kind", target.value);
      if (lacks) setOpen(true);
    });
    if (lacks && (lastKey.current === "" || lastKey.current === "Enter"))
      target
        .closest("fieldset")
        ?.querySelector<HTMLElement>(`[data-setting="${pathOf("options")}"] textarea`)
        ?.focus();
  };
  const wanted = useWantedSetting();
  const isWanted = wanted !== null && details.some(({ name }) => pathOf(name) === wanted.path);
  useEffect(() => {
    if (isWanted) setOpen(true);
  }, [isWanted]);
  return (
    <fieldset
      // The page shows this field, whichever of its controls someone uses.
      data-setting={pathOf("kind")}
      onBlur={endTyping}
      className={cn(
        "grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 rounded-card border border-line p-2",
        kind === "step" && "border-line-strong bg-mute-bg",
      )}
    >
      <legend className="sr-only">{named}</legend>
      <div className="flex items-center">
        <Setting path={pathOf("label")}>
          <Field label={kind === "step" ? "Step title" : "Label"} hideLabel className="flex-1">
            <Input
              value={textOf(item, "label")}
              placeholder={kind === "step" ? "Step title" : "Label"}
              onChange={(event) => set("label", event.target.value)}
            />
          </Field>
        </Setting>
        <ItemButtons named={named} place={place} count={items.length} moves={moves} />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {/* Wide enough for each type. What doesn't fit beside it comes below. */}
        <Field label="Type" hideLabel className="min-w-52 flex-1">
          <NativeSelect
            value={kind}
            onPointerDown={() => {
              lastKey.current = "";
            }}
            onKeyDown={(event) => {
              lastKey.current = event.key;
            }}
            onChange={changeKind}
          >
            {types?.kind === "choice" &&
              types.options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </NativeSelect>
        </Field>
        {kind !== "step" && (
          <div className="flex grow items-center gap-2">
            {kind === "email" ? (
              <span className="text-ink-3 text-xs">Always required</span>
            ) : (
              <Checkbox
                label="Required"
                checked={item.needed === true}
                onChange={(event) => set("needed", event.target.checked)}
              />
            )}
            {details.length > 0 && (
              <IconButton
                size="sm"
                className="ml-auto"
                label={`Details of ${named}`}
                aria-expanded={isOpen}
                aria-controls={detailsId}
                onClick={() => setOpen(!isOpen)}
              >
                <ChevronDown aria-hidden="true" className={cn(isOpen && "rotate-180")} />
              </IconButton>
            )}
          </div>
        )}
      </div>
      {summary && !isOpen && <p className="truncate text-ink-3 text-xs">{summary}</p>}
      <div id={detailsId} hidden={!isOpen} className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-1">
        {isOpen &&
          details.map((field) => (
            <Setting key={field.name} path={pathOf(field.name)}>
              {field.name === "when" ? (
                <DecidingField field={field} items={items} place={place} onChange={set} />
              ) : field.name === "value" ? (
                <DecidingAnswer field={field} items={items} place={place} onChange={set} />
              ) : (
                <PlainFieldEditor
                  field={field}
                  value={item[field.name] ?? ""}
                  error={field.name === "options" ? repeatedProblem(textOf(item, "options")) : undefined}
                  onChange={(value) => set(field.name, value)}
                />
              )}
            </Setting>
          ))}
      </div>
    </fieldset>
  );
}

function repeatedProblem(options: string): string | undefined {
  const repeated = repeatedOptions(options);
  if (repeated.length === 0) return undefined;
  return `${formatNames(repeated.map((option) => `“${option}”`))} ${repeated.length === 1 ? "is" : "are"} in the list more than once`;
}

/** What the details say, in a line. */
function summaryOf(item: BlockItem, above: readonly BlockItem[]): string {
  const options = hasOptions(item) ? linesOf(textOf(item, "options")) : null;
  const isDropped = conditionProblem(item, above) !== null;
  return [
    options && (options.length > 0 ? options.join(", ") : "No options yet"),
    isDropped && "Always shows: check its condition",
    hasCondition(item) &&
      !isDropped &&
      `Shows if ${textOf(item, "when")} ${item.show === "is" ? "is" : "contains"} ${textOf(item, "value")}`,
  ]
    .filter(Boolean)
    .join(". ");
}

/** The parts of a condition show only when there is one. */
const isUsed = (item: BlockItem, { name }: PlainField) => (name !== "when" && name !== "value") || hasCondition(item);

/** Only a field above decides. */
const decidersOf = (items: readonly BlockItem[], place: number) =>
  items.slice(0, place).filter((item) => canDecide(item) && labelOf(item));

type DeciderProps = {
  field: PlainField;
  items: readonly BlockItem[];
  place: number;
  onChange: (name: string, value: string) => void;
};

/** The field whose answer decides. */
function DecidingField({ field, items, place, onChange }: DeciderProps) {
  const value = textOf(items[place] ?? {}, "when");
  const labels = [...new Set(decidersOf(items, place).map(labelOf))];
  const known = labels.find((label) => isSame(label, value));
  return (
    <Field
      label={field.label}
      error={
        value.trim() && known === undefined ? "No field above has this label, so this field always shows." : undefined
      }
    >
      <NativeSelect value={known ?? value} onChange={(event) => onChange("when", event.target.value)}>
        {known === undefined && <option value={value}>{value.trim() || "Choose a field…"}</option>}
        {labels.map((label) => (
          <option key={label}>{label}</option>
        ))}
      </NativeSelect>
    </Field>
  );
}

/** The answer that shows the field: one of the options of a dropdown, Yes for a checkbox, or words. */
function DecidingAnswer({ field, items, place, onChange }: DeciderProps) {
  const item = items[place] ?? {};
  const above = items.slice(0, place);
  const value = textOf(item, "value");
  const decider = deciderOf(item, above);
  const answers = (decider && answersTo(decider)) ?? [];
  const isGone = conditionProblem(item, above) === "goneAnswer";
  const asked = `“${textOf(item, "when").trim()}”`;
  if (item.show === "has" || answers.length === 0)
    return (
      <PlainFieldEditor
        field={field}
        value={value}
        error={isGone ? `No answer to ${asked} contains this text, so this field always shows.` : undefined}
        onChange={(next) => onChange("value", String(next))}
      />
    );
  const known = answers.find((answer) => isSame(answer, value));
  return (
    <Field
      label="Answer"
      error={isGone ? `${asked} doesn't offer this answer, so this field always shows.` : undefined}
    >
      <NativeSelect value={known ?? value} onChange={(event) => onChange("value", event.target.value)}>
        {known === undefined && (
          <option value={value}>{value.trim() ? `${value.trim()} (no longer an option)` : "Choose an answer…"}</option>
        )}
        {answers.map((answer) => (
          <option key={answer}>{answer}</option>
        ))}
      </NativeSelect>
    </Field>
  );
}
