import { useState } from "react";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { SelectMenu } from "~/ui/select-menu.tsx";
import { addTags, removeTag } from "../../../../domain/lead-tags.ts";
import { readAmount } from "../../../../domain/lead-values.ts";
import { formatInputAmount } from "../../../../domain/money.ts";
import type { FieldKind } from "./filter-fields.ts";
import type { FilterRule } from "./lead-filter.ts";
import { TagPicker } from "./tag-picker.tsx";
import type { Choice } from "./use-filter-choices.ts";

const TRUTHS = [
  { value: "true", label: "yes" },
  { value: "false", label: "no" },
] as const;

type Props = {
  rule: FilterRule;
  kind: FieldKind;
  choices: Choice[] | undefined;
  onChange: (rule: FilterRule) => void;
};

/** The control for a rule's value, which depends on the field's kind. An unfinished value counts as no value. */
export function FilterValueField({ rule, kind, choices, onChange }: Props) {
  const set = (value: FilterRule["value"]) =>
    onChange({ field: rule.field, is: rule.is, ...(value !== undefined && { value }) });
  if (kind === "reached") return <FurthestStageSelect rule={rule} stages={choices ?? []} onChange={set} />;
  if (choices) return <ChoicesSelect rule={rule} choices={choices} onChange={set} />;
  if (kind === "truth")
    return (
      <SegmentedControl
        legend="Value"
        options={TRUTHS}
        value={String(rule.value ?? true) === "true" ? "true" : "false"}
        onChange={(value) => set(value === "true")}
        className="my-1 phone:my-0"
      />
    );
  if (rule.is === "within_days")
    return <FilterTextField rule={rule} label="Days" mode="numeric" parse={parseWhole} onChange={set} />;
  if (kind === "money") return <AmountField rule={rule} onChange={set} />;
  if (kind === "minutes")
    return (
      <FilterTextField
        rule={rule}
        label="Minutes"
        mode="decimal"
        parse={(text) => parseMultiple(text, 60)}
        format={(seconds) => String(seconds / 60)}
        onChange={set}
      />
    );
  if (kind === "hour")
    return <FilterTextField rule={rule} label="Hour, 0–23" mode="numeric" parse={parseHour} onChange={set} />;
  if (kind === "moment" || kind === "coming")
    return <FilterMomentField key={`${rule.field} ${rule.is}`} rule={rule} onChange={set} />;
  if (rule.field === "tags") return <TagsField rule={rule} onChange={set} />;
  if (kind === "list")
    return <FilterTextField rule={rule} label="Values, separated by commas" parse={parseList} onChange={set} />;
  return <FilterTextField rule={rule} label="Text" parse={(text) => text.trim() || undefined} onChange={set} />;
}

const parseHour = (text: string) => (/^([01]?\d|2[0-3])$/.test(text.trim()) ? Number(text) : undefined);
const parseWhole = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined);
const parseList = (text: string) => {
  const words = text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
  return words.length > 0 ? words : undefined;
};
function parseMultiple(text: string, times: number): number | undefined {
  const plain = Number(text.replaceAll(",", ""));
  return text.trim() && Number.isFinite(plain) ? Math.round(plain * times) : undefined;
}

/** An amount in the agency's currency. Disabled until the currency is loaded. */
function AmountField({ rule, onChange }: { rule: FilterRule; onChange: (value: number | undefined) => void }) {
  const currency = useAgencyContact().data?.currency;
  if (!currency) return <Input aria-label="Amount" placeholder="Amount" disabled />;
  return (
    <FilterTextField
      rule={rule}
      label="Amount"
      mode="decimal"
      parse={(text) => readAmount(text, currency) ?? undefined}
      invalidText="Enter an amount, such as 4,450"
      format={(amount) => formatInputAmount({ amount, currency })}
      onChange={(value) => onChange(value === undefined ? undefined : Number(value))}
    />
  );
}

/** The tags of a rule. Only tags that leads have can be chosen; a link may name others. */
function TagsField({ rule, onChange }: { rule: FilterRule; onChange: (value: string[] | undefined) => void }) {
  const tags = Array.isArray(rule.value) ? rule.value : rule.value === undefined ? [] : [String(rule.value)];
  const set = (next: string[]) => onChange(next.length > 0 ? next : undefined);
  return (
    <TagPicker
      label="Tags"
      tags={tags}
      inline
      canCreate={false}
      placeholder="Choose tags"
      onAdd={(more) => set(addTags(tags, more))}
      onRemove={(tag) => set(removeTag(tags, tag))}
    />
  );
}

function ChoicesSelect({
  rule,
  choices,
  onChange,
}: {
  rule: FilterRule;
  choices: Choice[];
  onChange: (value: string[] | undefined) => void;
}) {
  const chosen = Array.isArray(rule.value) ? rule.value : rule.value === undefined ? [] : [String(rule.value)];
  const toggle = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    onChange(next.length > 0 ? next : undefined);
  };
  return (
    <fieldset className="flex max-h-40 flex-wrap gap-1 overflow-y-auto">
      <legend className="sr-only">Values</legend>
      {choices.map(({ value, label }) => (
        <label
          key={value}
          className={cn(
            "inline-flex h-7 cursor-pointer items-center rounded-sm border border-line bg-surface px-2 text-xs hover:wash phone:h-11 phone:px-3",
            "has-checked:border-accent has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1",
          )}
        >
          <input type="checkbox" className="sr-only" checked={chosen.includes(value)} onChange={() => toggle(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** A stage by its position, for 'further than' and 'not as far as'. */
function FurthestStageSelect({
  rule,
  stages,
  onChange,
}: {
  rule: FilterRule;
  stages: Choice[];
  onChange: (value: number) => void;
}) {
  return (
    <SelectMenu
      label="Stage"
      className="w-full"
      value={String(rule.value ?? "")}
      options={stages}
      onChange={(value) => onChange(Number(value))}
    />
  );
}

const RELATIVE_DAYS_PATTERN = /^([+-])(\d+)d$/;

type MomentProps = { rule: FilterRule; onChange: (value: FilterRule["value"] | undefined) => void };

/** A day, or a number of days ago if the rule started as one. */
function FilterMomentField({ rule, onChange }: MomentProps) {
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

type TextProps = {
  rule: FilterRule;
  label: string;
  mode?: "numeric" | "decimal";
  /** Shown when the text cannot be parsed. */
  invalidText?: string;
  format?: (value: number) => string;
  parse: (text: string) => FilterRule["value"] | undefined;
  onChange: (value: FilterRule["value"] | undefined) => void;
};

/** A text field for a value. An unfinished value counts as no value. */
function FilterTextField({ rule, label, mode, format, parse, invalidText, onChange }: TextProps) {
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
