import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import type { Pool, Rule, ShiftPerson } from "./api.ts";
import { RuleConditions } from "./rule-conditions.tsx";
import { ruleSentence } from "./rule-sentence.ts";

type Props = {
  rule: Rule;
  /** Just added, so the focus begins here. */
  isNew: boolean;
  number: number;
  pools: Pool[];
  people: ShiftPerson[];
  currency: string;
  isLast: boolean;
  /** Someone wanted to save the rules. */
  isTried: boolean;
  onChange: (rule: Rule) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
};

/** A rule: its conditions, and who gets the leads that fit all of them. */
export function RuleRow(props: Props) {
  const { rule, isNew, number, pools, people, currency, isLast, isTried, onChange, onMove, onRemove } = props;
  const setTarget = (value: string) => {
    const [kind = "pool", id = ""] = value.split(" ");
    onChange({ ...rule, to: kind === "pool" ? { pool: id } : { person: id } });
  };
  const [up, down] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const moved = useRef(0);
  const move = (by: number) => {
    moved.current = by;
    onMove(by);
  };
  // The focus follows the rule. At the end of the list, the pressed arrow is disabled and the other one has it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the rule has its new place
  useLayoutEffect(() => {
    if (moved.current === 0) return;
    const [pressed, other] = moved.current < 0 ? [up, down] : [down, up];
    moved.current = 0;
    (pressed.current?.disabled ? other : pressed).current?.focus();
  }, [number]);
  return (
    <li aria-label={`Rule ${number}`} className="grid gap-3 border-line-soft border-b px-4 py-4 last:border-b-0">
      <div className="flex items-center gap-1">
        <h3 className="flex-1 font-medium text-13">Rule {number}</h3>
        <IconButton
          ref={up}
          label={`Move rule ${number} up`}
          size="sm"
          disabled={number === 1}
          onClick={() => move(-1)}
        >
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton ref={down} label={`Move rule ${number} down`} size="sm" disabled={isLast} onClick={() => move(1)}>
          <ArrowDown aria-hidden="true" />
        </IconButton>
        <IconButton label={`Remove rule ${number}`} size="sm" onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <p className="wrap-anywhere -mt-2 text-pretty text-13 text-ink-2">
        {ruleSentence(rule, { pools, people, currency })}
      </p>
      <RuleConditions
        when={rule.when}
        currency={currency}
        isTried={isTried}
        onChange={(when) => onChange({ ...rule, when })}
      />
      <Field label="Goes to" className="max-w-sm">
        <NativeSelect
          autoFocus={isNew}
          value={rule.to.pool ? `pool ${rule.to.pool}` : `person ${rule.to.person}`}
          onChange={({ currentTarget: { value } }) => setTarget(value)}
        >
          <optgroup label="Pools">
            {pools.map(({ id, name }) => (
              <option key={id} value={`pool ${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
          <optgroup label="People">
            {people.map(({ user_id, name }) => (
              <option key={user_id} value={`person ${user_id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </NativeSelect>
      </Field>
    </li>
  );
}
