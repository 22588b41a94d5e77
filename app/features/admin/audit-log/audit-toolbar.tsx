import { useQuery } from "@tanstack/react-query";
import { ListFilter, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { lastDayError } from "~/shared/day-range.ts";
import { DebouncedSearchField } from "~/shared/debounced-search-field.tsx";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { type AuditFilter, actorsQuery } from "./api.ts";
import { ACTIONS } from "./describe-entry.ts";
import { TABLE_NAMES } from "./table-names.ts";

type Props = {
  filter: AuditFilter;
  onChange: (changes: Partial<AuditFilter>) => void;
  /** Undefined while nothing is filtered. */
  onClear: (() => void) | undefined;
};

/** One box for words, and a labeled field for each other part of the filter. On a phone, these open on demand. */
export function AuditToolbar({ filter, onChange, onClear }: Props) {
  const { data: people = [] } = useQuery(actorsQuery);
  const actors = Object.fromEntries(people.map(({ id, name }) => [id, name]));
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const { query, ...others } = filter;
  const count = Object.values(others).filter(Boolean).length;
  return (
    <div className="grid gap-2.5 border-line border-b px-4 py-3">
      <div className="flex gap-2">
        <DebouncedSearchField
          label="Search the audit log"
          value={query}
          onChange={(next) => onChange({ query: next })}
          className="relative min-w-0 flex-1"
        />
        <Button className="md:hidden" aria-expanded={isOpen} aria-controls={panelId} onClick={() => setOpen(!isOpen)}>
          <ListFilter aria-hidden="true" />
          Filters{count > 0 && <span className="num">{count}</span>}
        </Button>
      </div>
      <div
        id={panelId}
        className={cn(
          "grid items-start gap-x-3 gap-y-2.5 md:grid-cols-3 phone:grid-cols-2",
          onClear ? "xl:grid-cols-[repeat(5,minmax(0,1fr))_auto]" : "xl:grid-cols-5",
          !isOpen && "phone:hidden",
        )}
      >
        <Field label="Type">
          <Select
            value={filter.table}
            all="All types"
            onChange={(table) => onChange({ table })}
            options={TABLE_NAMES}
          />
        </Field>
        <Field label="Action">
          <Select
            value={filter.action}
            all="All actions"
            onChange={(action) => onChange({ action })}
            options={ACTIONS}
          />
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
