import { Trash2 } from "lucide-react";
import { useId } from "react";
import { Checkbox } from "~/ui/checkbox.tsx";
import { Field, FieldError } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Input } from "~/ui/input.tsx";
import type { Pool, ShiftPerson } from "./api.ts";
import type { PoolProblems } from "./pool-problems.ts";

type Props = {
  pool: Pool;
  /** Just added, so the focus begins here. */
  isNew: boolean;
  people: ShiftPerson[];
  /** What keeps it from being saved, once the user tried. */
  problems: PoolProblems;
  /** A pool that a rule names stays. */
  isUsed: boolean;
  onChange: (pool: Pool) => void;
  onRemove: () => void;
};

/** A pool's name and people. */
export function PoolRow({ pool, isNew, people, problems, isUsed, onChange, onRemove }: Props) {
  const problemId = useId();
  const toggle = (id: string, isIn: boolean) =>
    onChange({ ...pool, people: isIn ? [...pool.people, id] : pool.people.filter((each) => each !== id) });
  return (
    <li
      aria-label={pool.name}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line-soft border-b px-4 py-3 last:border-b-0"
    >
      <Field label="Name" error={problems.name} className="w-52 phone:w-auto phone:flex-1">
        <Input
          autoFocus={isNew}
          // Typing replaces the name that it was given.
          onFocus={({ currentTarget }) => isNew && currentTarget.select()}
          maxLength={60}
          value={pool.name}
          onChange={({ currentTarget: { value } }) => onChange({ ...pool, name: value })}
        />
      </Field>
      <fieldset
        aria-describedby={problems.people ? problemId : undefined}
        className="order-last min-w-0 flex-1 basis-64 phone:basis-full md:order-none"
      >
        <legend className="mb-1.5 font-medium text-13">People</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {people.map(({ user_id, name }, at) => (
            <Checkbox
              key={user_id}
              data-invalid={problems.people && at === 0 ? "" : undefined}
              label={name}
              checked={pool.people.includes(user_id)}
              onChange={({ currentTarget: { checked } }) => toggle(user_id, checked)}
            />
          ))}
        </div>
        <div role="alert" className="mt-1.5 empty:hidden">
          <FieldError id={problemId}>{problems.people}</FieldError>
        </div>
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
