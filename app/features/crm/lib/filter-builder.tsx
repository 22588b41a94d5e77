import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { IconButton } from "~/ui/icon-button.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { FilterRuleRow } from "./filter-rule-row.tsx";
import { type FilterGroup, type FilterRule, isGroup, MAX_GROUP_DEPTH } from "./lead-filter.ts";
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

/** Rules that all must hold, or any of them, with groups in between. */
export function FilterBuilder({ group, choices, onChange, onRemove, depth = 1 }: Props) {
  const keys = useRef(new WeakMap<object, number>());
  const made = useRef(0);
  // A rule that is typed into is a new object each time; its place in the group is who it is.
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
  const add = (part: FilterRule | FilterGroup) => onChange({ ...group, rules: [...group.rules, part] });
  return (
    <div className={cn("grid gap-2", depth > 1 && "rounded-ctl border border-line bg-sunken p-2")}>
      <div className="flex items-center gap-2 text-ink-2">
        <span>Leads for which</span>
        <SegmentedControl
          legend="How the rules are joined"
          options={JOINS}
          value={group.op}
          onChange={(op) => onChange({ ...group, op })}
        />
        <span className="flex-1">of these hold</span>
        {onRemove && (
          <IconButton label="Remove this group" size="sm" onClick={onRemove}>
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
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
