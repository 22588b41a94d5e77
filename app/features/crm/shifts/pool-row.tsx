import { Trash2 } from "lucide-react";
import { Checkbox } from "~/ui/checkbox.tsx";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Input } from "~/ui/input.tsx";
import type { Pool, ShiftPerson } from "./api.ts";

type Props = {
  pool: Pool;
  /** Just added, so the focus begins here. */
  isNew: boolean;
  people: ShiftPerson[];
  /** A pool that a rule names stays. */
  isUsed: boolean;
  onChange: (pool: Pool) => void;
  onRemove: () => void;
};

/** A pool's name and people. */
export function PoolRow({ pool, isNew, people, isUsed, onChange, onRemove }: Props) {
  const toggle = (id: string, isIn: boolean) =>
    onChange({ ...pool, people: isIn ? [...pool.people, id] : pool.people.filter((each) => each !== id) });
  return (
    <li
      aria-label={pool.name}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line-soft border-b px-4 py-3 last:border-b-0"
    >
      <Field label="Name" className="w-52 phone:w-auto phone:flex-1">
        <Input
          autoFocus={isNew}
          maxLength={60}
          value={pool.name}
          onChange={({ currentTarget: { value } }) => onChange({ ...pool, name: value })}
        />
      </Field>
      <fieldset className="order-last min-w-0 flex-1 basis-64 phone:basis-full md:order-none">
        <legend className="mb-1.5 font-medium text-13">People</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {people.map(({ user_id, name }) => (
            <Checkbox
              key={user_id}
              label={name}
              checked={pool.people.includes(user_id)}
              onChange={({ currentTarget: { checked } }) => toggle(user_id, checked)}
            />
          ))}
        </div>
        {pool.people.length === 0 && (
          <p className="mt-1.5 text-warn-fg text-xs">Choose at least one person. Until then, its leads stay unowned.</p>
        )}
      </fieldset>
      <IconButton
        label={isUsed ? `A rule uses ${pool.name}` : `Remove ${pool.name}`}
        size="sm"
        disabled={isUsed}
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}
