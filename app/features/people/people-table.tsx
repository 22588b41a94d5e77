import { Search, Users } from "lucide-react";
import { useState } from "react";
import { ADMIN_TEXTS } from "~/shared/admin-messages.ts";
import { LoadFailure } from "~/shared/load-failure.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Card } from "~/ui/card.tsx";
import { RoleChip, StatusChip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import type { Person } from "./list-people.ts";
import { usePeople } from "./use-people.ts";

/** Everybody, newest first, found by name, company, role or status. */
export function PeopleTable() {
  const people = usePeople();
  const [filter, setFilter] = useState("");
  if (people.isPending) return <TableSkeleton label="Loading people" />;
  if (people.isError)
    return <LoadFailure text={ADMIN_TEXTS.loadFailed} error={people.error} onRetry={() => void people.refetch()} />;
  const shown = people.data.filter((person) => matches(person, filter));
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-2">
        <div className="relative flex-1 basis-48 sm:max-w-60">
          <Search aria-hidden="true" className="absolute inset-y-0 left-3 z-1 my-auto size-4 text-ink-3" />
          <Field label="Filter people" hideLabel>
            <Input
              type="search"
              className="pl-9"
              placeholder="Filter people"
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
            />
          </Field>
        </div>
        <span className="text-xs text-ink-3" aria-live="polite">
          {shown.length === people.data.length
            ? `${shown.length} people`
            : `${shown.length} of ${people.data.length} people`}
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={<Users />} title="Nobody found" text="No name, company, role or status matches." />
      ) : (
        <Rows people={shown} />
      )}
    </Card>
  );
}

function Rows({ people }: { people: Person[] }) {
  return (
    <Table aria-label="People" cards>
      <TableHeader>
        <TableRow>
          <TableHead>Name</TableHead>
          <TableHead>Signed up</TableHead>
          <TableHead>Role</TableHead>
          <TableHead>Company</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {people.map((person) => (
          <TableRow key={person.userId}>
            <TableCell className="max-w-72 truncate font-medium phone:max-w-none">{person.name}</TableCell>
            <TableCell className="whitespace-nowrap text-ink-2 phone:text-ink-3 phone:text-xs">
              <TimeAgo at={person.createdAt} />
            </TableCell>
            <TableCell>
              <Roles person={person} />
            </TableCell>
            <TableCell hideOnPhone className="max-w-72 truncate text-ink-2">
              {person.company ?? "–"}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Roles({ person }: { person: Person }) {
  if (person.roles.length === 0) return <span className="text-xs text-ink-3">No role</span>;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {person.roles.map(({ role, status }) => (
        <span key={role} className="flex gap-1.5">
          <RoleChip role={role} />
          <StatusChip status={status} />
        </span>
      ))}
    </span>
  );
}

function matches({ name, company, roles }: Person, filter: string): boolean {
  const text = [name, company, ...roles.flatMap(({ role, status }) => [role, status])].join(" ").toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
