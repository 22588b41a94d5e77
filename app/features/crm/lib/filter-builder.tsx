import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { IconButton } from "~/ui/icon-button.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { SelectMenu } from "~/ui/select-menu.tsx";
import { FILTER_FIELDS, fieldOf, NEEDS_NO_VALUE, OPERATORS, operatorsOf } from "./filter-fields.ts";
import { FilterValueField } from "./filter-value.tsx";
import { type FilterGroup, type FilterOperator, type FilterRule, isGroup, MAX_GROUP_DEPTH } from "./lead-filter.ts";
import type { Choice } from "./use-filter-choices.ts";

const JOINS = [
  { value: "and", label: "all" },
  { value: "or", label: "any" },
] as const;

type Props = {
  group: FilterGroup;
  choices: Record<string, Choice[]>;
  onChange: (group: FilterGroup) => void;
  onRemove?: (() => void) | undefined;
  depth?: number;
};

/** Rules and nested groups, joined by all or any. */
export function FilterBuilder({ group, choices, onChange, onRemove, depth = 1 }: Props) {
  const keys = useRef(new WeakMap<object, number>());
  const made = useRef(0);
  // Each keystroke in a rule creates a new object. The new object takes over the key of the old one.
  const put = (at: number, part: FilterRule | FilterGroup | null) => {
    const rules = group.rules.flatMap((one, index) => (index === at ? (part ? [part] : []) : [one]));
    const before = group.rules[at];
    if (part && before) keys.current.set(part, keyOf(before));
    onChange({ ...group, rules });
  };
  const keyOf = (part: object) => {
    const known = keys.current.get(part) ?? ++made.current;
    keys.current.set(part, known);
    return known;
  };
  const parts = useRef<HTMLDivElement>(null);
  // The focus goes to the field of the new rule.
  const add = (part: FilterRule | FilterGroup) => {
    flushSync(() => onChange({ ...group, rules: [...group.rules, part] }));
    parts.current?.lastElementChild?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus();
  };
  return (
    <div className={cn("grid gap-2", depth > 1 && "rounded-ctl border border-line bg-sunken p-2")}>
      <div className="flex items-center gap-2 text-ink-2">
        <span>Match</span>
        <SegmentedControl
          legend="Match all or any"
          options={JOINS}
          value={group.op}
          onChange={(op) => onChange({ ...group, op })}
        />
        <span className="flex-1">of the following</span>
        {onRemove && (
          <IconButton label="Remove group" size="sm" onClick={onRemove}>
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {group.rules.length > 0 && (
        <div ref={parts} className="grid gap-2">
          {group.rules.map((part, at) =>
            isGroup(part) ? (
              <FilterBuilder
                key={keyOf(part)}
                group={part}
                choices={choices}
                depth={depth + 1}
                onChange={(next) => put(at, next)}
                onRemove={() => put(at, null)}
              />
            ) : (
              <FilterRuleRow
                key={keyOf(part)}
                rule={part}
                choices={choices}
                onChange={(next) => put(at, next)}
                onRemove={() => put(at, null)}
              />
            ),
          )}
        </div>
      )}
      <div className="flex gap-1">
        <Button variant="ghost" size="sm" onClick={() => add({ field: "stage", is: "in" })}>
          <Plus aria-hidden="true" />
          Rule
        </Button>
        {depth < MAX_GROUP_DEPTH && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => add({ op: group.op === "and" ? "or" : "and", rules: [{ field: "stage", is: "in" }] })}
          >
            <Plus aria-hidden="true" />
            Group
          </Button>
        )}
      </div>
    </div>
  );
}

type RowProps = {
  rule: FilterRule;
  choices: Record<string, Choice[]>;
  onChange: (rule: FilterRule) => void;
  onRemove: () => void;
};

/** One rule as a row: field, operator and value. */
function FilterRuleRow({ rule, choices, onChange, onRemove }: RowProps) {
  const known = fieldOf(rule.field);
  const fields = FILTER_FIELDS.some(({ field }) => field === rule.field) ? FILTER_FIELDS : [known, ...FILTER_FIELDS];
  return (
    <div className="grid grid-cols-[8.5rem_8.5rem_minmax(0,1fr)_auto] items-start gap-1.5 phone:grid-cols-[1fr_1fr_auto]">
      <SelectMenu
        label="Field"
        value={rule.field}
        options={fields.map(({ field, label }) => ({ value: field, label }))}
        onChange={(field) => {
          const next = fieldOf(field);
          const [is] = Object.keys(OPERATORS[next.kind]) as FilterOperator[];
          onChange({ field: next.field, is: is ?? "eq", ...(next.kind === "truth" && { value: true }) });
        }}
      />
      <SelectMenu
        label="Condition"
        value={rule.is}
        options={operatorsOf(known.kind, rule.is).map(([value, label]) => ({ value, label }))}
        onChange={(is) => {
          // A number of days and a date are not interchangeable.
          const fits = !NEEDS_NO_VALUE.has(is) && (is === "within_days") === (rule.is === "within_days");
          onChange(fits ? { ...rule, is } : { field: rule.field, is });
        }}
      />
      <div className="min-w-0 phone:order-4 phone:col-span-3">
        {!NEEDS_NO_VALUE.has(rule.is) && (
          <FilterValueField rule={rule} kind={known.kind} choices={choices[rule.field]} onChange={onChange} />
        )}
      </div>
      <IconButton label="Remove rule" size="sm" className="mt-1 phone:mt-0" onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
