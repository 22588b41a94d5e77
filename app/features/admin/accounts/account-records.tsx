import { Link as RouterLink } from "react-router";
import { accountRole } from "~/shared/accounts/account-roles.ts";
import { ClientLink } from "~/shared/client-link.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Link } from "~/ui/link.tsx";
import type { AccountRecord } from "./api.ts";

/** The client record of each person, with their dashboard and plan, and their part of each list in the administration. */
export function RecordsCard({ account: { people } }: { account: AccountRecord }) {
  if (people.members.length === 0) return null;
  return (
    <Card role="region" aria-label="Client records" className="overflow-hidden">
      <CardHeader>
        <CardTitle level={3}>Client records</CardTitle>
      </CardHeader>
      <ul className="max-h-96 divide-y divide-line-soft overflow-y-auto">
        {people.members.map(({ id, name, email, role }) => {
          const query = encodeURIComponent(email);
          return (
            <li key={id} className="grid gap-0.5 px-4 py-2.5 text-13">
              <span className="flex min-w-0 items-baseline gap-2">
                <ClientLink id={id} className="truncate font-medium">
                  {name}
                </ClientLink>
                <span className="shrink-0 text-ink-3 text-xs">{accountRole(role)?.label}</span>
              </span>
              <span className="flex flex-wrap gap-x-3 phone:[&>a]:inline-flex phone:[&>a]:min-h-11 phone:[&>a]:items-center">
                <ListLink to={`/admin/billing?client=${id}`} label="Invoices" of={name} />
                <ListLink to={`/admin/billing?tab=retainers&q=${query}`} label="Retainers" of={name} />
                <ListLink to={`/admin/requests?q=${query}`} label="Requests" of={name} />
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function ListLink({ to, label, of }: { to: string; label: string; of: string }) {
  return (
    <Link asChild subtle className="text-xs">
      <RouterLink to={to}>
        {label}
        <span className="sr-only"> of {of}</span>
      </RouterLink>
    </Link>
  );
}
