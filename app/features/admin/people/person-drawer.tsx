import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { isUuid } from "~/shared/is-uuid.ts";
import { LoadError } from "~/shared/load-error.tsx";
import { AUDIT_LOG_PAGE } from "~/shared/settings/settings-sections.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { RoleChip, StatusChip } from "~/ui/chip.tsx";
import { Link } from "~/ui/link.tsx";
import { Sheet, SheetBody, SheetContent, SheetHeader, SheetTitle } from "~/ui/sheet.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { mailLink } from "../../../../domain/mail-link.ts";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { type Person, personQuery } from "./api.ts";
import { OpenLeads } from "./open-leads.tsx";
import { PersonMenu } from "./person-menu.tsx";

/** The person in the address, over the list: someone of the team, or a client with a link to their record. */
export function PersonDrawer({ adminId }: { adminId: string }) {
  const { read, change } = useUrlState();
  const id = read("person");
  const found = useQuery({ ...personQuery(id), enabled: isUuid(id) });
  const person = found.data;
  return (
    <Sheet open={isUuid(id)} onOpenChange={(open) => !open && change({ person: "" })}>
      <SheetContent aria-describedby={undefined}>
        <SheetHeader>
          <SheetTitle>{person?.name ?? (found.isPending ? "Loading…" : "Person")}</SheetTitle>
        </SheetHeader>
        <SheetBody className="grid content-start gap-5">
          {found.isError && (
            <LoadError text={ADMIN_TEXTS.loadFailed} error={found.error} onRetry={() => void found.refetch()} />
          )}
          {found.isPending && <DrawerSkeleton />}
          {person === null && (
            <p className="text-ink-2 text-sm">Person not found. They may have been erased, or the link is wrong.</p>
          )}
          {person && <Details person={person} isSelf={person.userId === adminId} />}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

function Details({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const { userId, name, email, company, roles, lastActive, twoStep, createdAt } = person;
  const isClient = roles.some(({ role }) => role === "client");
  const isStaff = roles.some(({ role }) => role !== "client");
  return (
    <>
      <div className="flex items-start gap-3">
        <PersonAvatar userId={userId} name={name} size={40} />
        <div className="grid min-w-0 flex-1 gap-1.5">
          <Link href={mailLink(email)} className="wrap-anywhere text-13">
            {email}
          </Link>
          <span className="flex flex-wrap gap-1.5">
            {roles.length === 0 && <span className="text-ink-3 text-xs">No role</span>}
            {roles.map(({ role, status }) => (
              <span key={role} className="flex gap-1.5">
                <RoleChip role={role} />
                <StatusChip status={status} />
              </span>
            ))}
          </span>
        </div>
        <PersonMenu person={person} isSelf={isSelf} />
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5 text-13">
        {company && <Fact label="Company">{company}</Fact>}
        <Fact label="Last active">{lastActive ? <TimeAgo at={lastActive} /> : "never"}</Fact>
        <Fact label="Created">
          <TimeAgo at={createdAt} />
        </Fact>
        <Fact label="Two-step sign-in">{twoStep ? "On" : "Off"}</Fact>
        {isStaff && (
          <Fact label="Open leads">
            <OpenLeads person={person} none="None" />
          </Fact>
        )}
      </dl>
      <ul className="grid gap-1 text-13 phone:[&_a]:inline-flex phone:[&_a]:min-h-11 phone:[&_a]:items-center">
        {isClient && (
          <li>
            <Link asChild>
              <RouterLink to={`/admin/clients/${userId}`}>Client record</RouterLink>
            </Link>
          </li>
        )}
        {isStaff && (
          <li>
            <Link asChild>
              <RouterLink to={`${AUDIT_LOG_PAGE}&actor=${userId}`}>Their changes in the audit log</RouterLink>
            </Link>
          </li>
        )}
      </ul>
      {isSelf && (
        <p className="text-13 text-ink-3">
          This is you. Change your name, email and password in{" "}
          <Link asChild>
            <RouterLink to="/settings">Account Settings</RouterLink>
          </Link>
          .
        </p>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function DrawerSkeleton() {
  return (
    <div role="status" aria-label="Loading the person" className="grid gap-3">
      <Skeleton className="h-10 w-56" />
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-4 w-48" />
      <Skeleton className="h-4 w-36" />
    </div>
  );
}
