import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { lastDayError } from "~/shared/day-range.ts";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { type AuditFilter, actorsQuery } from "./api.ts";
import { ACTIONS, TABLE_NAMES } from "./describe-entry.ts";

type Props = {
  filter: AuditFilter;
  onChange: (changes: Partial<AuditFilter>) => void;
  /** Undefined while nothing is filtered. */
  onClear: (() => void) | undefined;
};

/** The filter of the audit log: a labeled field for each part. */
export function AuditToolbar({ filter, onChange, onClear }: Props) {
  const { data: people = [] } = useQuery(actorsQuery);
  const actors = Object.fromEntries(people.map(({ id, name }) => [id, name]));
  return (
    <div
      className={cn(
        "grid items-start gap-x-3 gap-y-2.5 border-line border-b px-4 py-3 md:grid-cols-3 phone:grid-cols-2",
        onClear ? "xl:grid-cols-[repeat(5,minmax(0,1fr))_auto]" : "xl:grid-cols-5",
      )}
    >
      <Field label="Type">
        <Select value={filter.table} all="All types" onChange={(table) => onChange({ table })} options={TABLE_NAMES} />
      </Field>
      <Field label="Action">
        <Select value={filter.action} all="All actions" onChange={(action) => onChange({ action })} options={ACTIONS} />
      </Field>
      <Field label="Done by" className="phone:col-span-2">
        <Select value={filter.actor} all="Everyone" onChange={(actor) => onChange({ actor })} options={actors} />
      </Field>
      <Field label="From">
        <Input
          type="date"
          value={filter.from}
          max={filter.to || undefined}
          onChange={({ target }) => onChange({ from: target.value })}
        />
      </Field>
      <Field label="To" error={lastDayError(filter.from, filter.to)}>
        <Input
          type="date"
          value={filter.to}
          min={filter.from || undefined}
          onChange={({ target }) => onChange({ to: target.value })}
        />
      </Field>
      {onClear && (
        <Button variant="ghost" onClick={onClear} className="justify-self-start md:mt-6.5 phone:col-span-2">
          <X aria-hidden="true" />
          Clear filters
        </Button>
      )}
    </div>
  );
}

type SelectProps = {
  value: string;
  all: ReactNode;
  options: Record<string, string>;
  onChange: (value: string) => void;
};

function Select({ value, all, options, onChange }: SelectProps) {
  return (
    <NativeSelect value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{all}</option>
      {Object.entries(options).map(([key, label]) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}
