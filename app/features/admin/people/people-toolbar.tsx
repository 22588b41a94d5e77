import { Download, Search } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { exportPeople } from "./export-people.ts";
import type { PeopleFilter } from "./search-people.ts";

type Props = { filter: PeopleFilter; onChange: (change: Partial<PeopleFilter>) => void; total: number | undefined };

/** Search as you type, role and status, how many match, and all of them as a file. */
export function PeopleToolbar({ filter, onChange, total }: Props) {
  const [exporting, setExporting] = useState(false);
  const download = async () => {
    setExporting(true);
    await exportPeople(filter).finally(() => setExporting(false));
  };
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
      <div className="relative min-w-0 flex-1 basis-56 phone:basis-full sm:max-w-72">
        <Search aria-hidden="true" className="absolute inset-y-0 left-3 z-1 my-auto size-4 text-ink-3" />
        <Field label="Search people" hideLabel>
          <Input
            type="search"
            className="pl-9"
            placeholder="Name, e-mail or company"
            defaultValue={filter.query}
            onChange={(event) => onChange({ query: event.target.value })}
          />
        </Field>
      </div>
      <Field label="Role" hideLabel className="phone:basis-[calc(50%-4px)]">
        <NativeSelect
          value={filter.role}
          onChange={(event) => onChange({ role: event.target.value as typeof filter.role })}
        >
          <option value="">All roles</option>
          <option value="admin">Admin</option>
          <option value="sales">Sales</option>
          <option value="client">Client</option>
        </NativeSelect>
      </Field>
      <Field label="Status" hideLabel className="phone:basis-[calc(50%-4px)]">
        <NativeSelect
          value={filter.status}
          onChange={(event) => onChange({ status: event.target.value as typeof filter.status })}
        >
          <option value="">Any status</option>
          <option value="active">Active</option>
          <option value="pending">Pending</option>
          <option value="inactive">Inactive</option>
        </NativeSelect>
      </Field>
      <span className="ml-auto text-ink-3 text-xs" aria-live="polite">
        {total !== undefined && `${new Intl.NumberFormat("en").format(total)} ${total === 1 ? "person" : "people"}`}
      </span>
      <Button variant="ghost" loading={exporting} onClick={() => void download()}>
        <Download aria-hidden="true" />
        Export CSV
      </Button>
    </div>
  );
}
