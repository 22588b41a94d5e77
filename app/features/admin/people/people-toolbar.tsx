import { Download, Search } from "lucide-react";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { PhoneSort } from "~/ui/phone-sort.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import type { PeopleFilter } from "./api.ts";
import { exportPeople } from "./export-people.ts";

const PHONE_SORTS = [
  { sort: "created", descending: true, label: "Newest first" },
  { sort: "active", descending: true, label: "Last active, newest first" },
  { sort: "name", descending: false, label: "Name, A to Z" },
  { sort: "leads", descending: true, label: "Open leads, most first" },
] as const;

type Props = { filter: PeopleFilter; onChange: (change: Partial<PeopleFilter>) => void; total: number | undefined };

/** Search, role, status, the number of matches, and the export of all matches. */
export function PeopleToolbar({ filter, onChange, total }: Props) {
  const download = useAction({
    action: () => exportPeople(filter),
    errorMessage: ADMIN_TEXTS.loadFailed,
    explain: () => ADMIN_TEXTS.loadFailed,
  });
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
      <div className="relative min-w-0 flex-1 basis-56 phone:basis-full sm:max-w-72">
        <Search aria-hidden="true" className="absolute inset-y-0 left-3 z-1 my-auto size-4 text-ink-3" />
        <Field label="Search people" hideLabel>
          <Input
            type="search"
            className="pl-9"
            placeholder="Name, email or company"
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
      <PhoneSort
        sort={filter.sort}
        descending={filter.descending}
        options={PHONE_SORTS}
        onSort={(sort, descending) => onChange({ sort, descending })}
      />
      <span className="ml-auto text-ink-3 text-xs phone:ml-0 phone:flex-1" aria-live="polite">
        {total !== undefined && `${formatCount(total)} ${total === 1 ? "person" : "people"}`}
      </span>
      <Button variant="ghost" loading={download.busy} onClick={() => void download.run()}>
        <Download aria-hidden="true" />
        Export CSV
      </Button>
    </div>
  );
}
