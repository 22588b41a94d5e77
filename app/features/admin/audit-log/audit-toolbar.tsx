import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { TABLE_NAMES } from "./describe-entry.ts";
import type { AuditFilter } from "./list-audit-entries.ts";

type Props = { filter: AuditFilter; onChange: (change: Partial<AuditFilter>) => void };

/** What was changed, how, by whom and since when. */
export function AuditToolbar({ filter, onChange }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 phone:[&>*]:flex-1 phone:[&>*]:basis-40">
      <Field label="What" hideLabel>
        <NativeSelect value={filter.table} onChange={(event) => onChange({ table: event.target.value })}>
          <option value="">Everything</option>
          {Object.entries(TABLE_NAMES).map(([table, name]) => (
            <option key={table} value={table}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label="How" hideLabel>
        <NativeSelect value={filter.action} onChange={(event) => onChange({ action: event.target.value })}>
          <option value="">Any change</option>
          <option value="insert">Added</option>
          <option value="update">Changed</option>
          <option value="delete">Deleted</option>
        </NativeSelect>
      </Field>
      <Field label="Who" hideLabel>
        <Input
          type="search"
          placeholder="E-mail of who did it"
          onChange={(event) => onChange({ actor: event.target.value })}
        />
      </Field>
      <Field label="Since" hideLabel>
        <Input type="date" value={filter.from} onChange={(event) => onChange({ from: event.target.value })} />
      </Field>
    </div>
  );
}
