import { ShieldCheck } from "lucide-react";
import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { ClientLink } from "~/shared/client-link.tsx";
import { StaffLink } from "~/shared/staff-link.tsx";
import { RoleChip, StatusChip } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import { rowLinkClasses } from "~/ui/link.tsx";
import { TableCell, TableRow } from "~/ui/table.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import type { Person } from "./api.ts";
import { OpenLeads } from "./open-leads.tsx";
import { PersonMenu } from "./person-menu.tsx";

/** The company leaves its room to the columns that have nowhere else to be. */
export const WIDE_ONLY = "max-xl:hidden";

function TwoStepBadge() {
  return (
    <span title="Two-step sign-in is on" className="relative z-1 shrink-0 text-ok-fg">
      <ShieldCheck aria-hidden="true" className="size-3.5" />
      <span className="sr-only">Two-step sign-in is on</span>
    </span>
  );
}

/** The name links to the person's record or drawer and covers the whole row. */
const ROW_LINK = `static min-w-0 truncate text-ink ${rowLinkClasses}`;

type NameProps = { person: Person; isSelf?: boolean };

/** A person's picture and name, with the email and the company or account below it on a phone. A client's name opens their record, others a drawer. */
export function PersonName({ person, isSelf = false }: NameProps) {
  const { userId, name, email, company, roles, twoStep, onlyOwnerOf } = person;
  const business = company || onlyOwnerOf.join(", ");
  const NameLink = roles.some(({ role }) => role === "client") ? ClientLink : StaffLink;
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5 font-medium">
        <PersonAvatar userId={userId} name={name} size={24} className="mr-0.5" />
        <NameLink id={userId} className={ROW_LINK}>
          {name}
        </NameLink>
        {isSelf && <span className="shrink-0 font-normal text-ink-3">(you)</span>}
        {twoStep && <TwoStepBadge />}
      </span>
      {(name !== email || business) && (
        <span className="flex text-ink-3 text-xs md:hidden">
          {name !== email && <span className="min-w-0 truncate">{email}</span>}
          {name !== email && business && <span className="whitespace-pre"> · </span>}
          {business && <span className="min-w-16 truncate">{business}</span>}
        </span>
      )}
    </>
  );
}

/** One user. Long words are cut off, so that nothing is under the menu. The row's tooltip has them in full. On a phone, it has the name, the email, the roles with the last activity, and the menu. */
export function PersonRow({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const { name, email, company, roles, lastActive, createdAt } = person;
  return (
    <TableRow className="relative cursor-pointer">
      <TableCell
        title={[...new Set([name, email, company])].filter(Boolean).join(" · ")}
        className="w-1/4 max-w-0 phone:order-1 phone:w-auto phone:max-w-none"
      >
        <PersonName person={person} isSelf={isSelf} />
      </TableCell>
      <TableCell hideOnPhone className="w-1/4 max-w-0 truncate text-ink-2">
        {email}
      </TableCell>
      <TableCell className="phone:order-3 phone:col-span-2">
        <span className="flex flex-wrap items-center gap-1.5">
          {roles.length === 0 && <span className="text-ink-3 text-xs">No role</span>}
          {roles.map(({ role }) => (
            <RoleChip key={role} role={role} />
          ))}
          <span className="flex gap-1.5 md:hidden">
            {roles.map(({ role, status }) => (
              <StatusChip key={role} status={status} />
            ))}
          </span>
          {lastActive && (
            <span className="ml-auto whitespace-nowrap text-ink-3 text-xs md:hidden">
              Last active <TimeAgo at={lastActive} />
            </span>
          )}
        </span>
      </TableCell>
      <TableCell hideOnPhone>
        <span className="flex flex-wrap gap-1.5">
          {roles.map(({ role, status }) => (
            <StatusChip key={role} status={status} />
          ))}
        </span>
      </TableCell>
      <TableCell hideOnPhone className={cn("w-1/6 max-w-0 truncate text-ink-2", WIDE_ONLY)}>
        {company ?? "–"}
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        {lastActive ? <TimeAgo at={lastActive} /> : "never"}
      </TableCell>
      <TableCell numeric hideOnPhone>
        <OpenLeads person={person} none="–" className="relative z-1 no-underline hover:underline" />
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        <TimeAgo at={createdAt} />
      </TableCell>
      <TableCell pinned className="z-1 w-10 phone:relative phone:order-2 phone:w-auto phone:justify-self-end">
        <PersonMenu person={person} isSelf={isSelf} />
      </TableCell>
    </TableRow>
  );
}
