import { useQuery } from "@tanstack/react-query";
import { Building2, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { accountRole } from "~/shared/accounts/account-roles.ts";
import { type PortalRights, portalRightsQuery } from "~/shared/portal-rights.ts";
import { useViewAs } from "~/shared/view-as.tsx";
import { Button } from "~/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";

/**
 * The account whose portal this is. A person with several sees how many, and opens their workspaces from here. Someone without an
 * account left it or was removed, so no name is shown, not even the company in their profile, which may be that account's.
 */
export function HeaderAccount({ userId }: { userId: string }) {
  const { data: rights, isPending } = useQuery(portalRightsQuery(userId));
  const isVisit = useViewAs() !== null;
  // It keeps its place. On a phone, that is a line of its own.
  if (isPending) return <CompanyName name={<Skeleton className="my-1.5 w-28" />} />;
  const accounts = rights?.accounts ?? [];
  const [only, ...others] = accounts;
  if (!only) return null;
  if (others.length === 0) return <CompanyName name={only.name} />;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm" className="min-w-0 max-[420px]:shrink-0 min-[421px]:shrink">
          <span className="truncate phone:hidden">{accounts.map(({ name }) => name).join(", ")}</span>
          {/* There, the number alone would say nothing. */}
          <Building2 aria-hidden="true" className="hidden max-[420px]:block" />
          <span className="hidden phone:inline">
            {accounts.length}
            <span className="max-[420px]:sr-only"> accounts</span>
          </span>
          <ChevronDown aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="max-w-80">
        <DropdownMenuLabel>Your accounts</DropdownMenuLabel>
        {accounts.map((account) => (
          <AccountItem key={account.slug} account={account} isVisit={isVisit} />
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type ItemProps = { account: PortalRights["accounts"][number]; isVisit: boolean };

/** Billing people have no workspace, and an admin who views the portal enters none as someone else. */
function AccountItem({ account: { name, slug, role }, isVisit }: ItemProps) {
  const label = accountRole(role)?.label;
  if (role === "billing" || isVisit)
    return (
      <DropdownMenuItem disabled note={`${label} · Invoices are on this page`}>
        <span className="min-w-0 truncate">{name}</span>
      </DropdownMenuItem>
    );
  return (
    <DropdownMenuItem asChild>
      <a href={`/workspace/${slug}`}>
        <span className="grid min-w-0">
          <span className="truncate">{name}</span>
          <span className="text-ink-3 text-xs">{label} · Open workspace</span>
        </span>
      </a>
    </DropdownMenuItem>
  );
}

export function CompanyName({ name }: { name: ReactNode }) {
  return (
    <span className="min-w-0 truncate text-13 text-ink-3 max-[420px]:order-last max-[420px]:w-full min-[421px]:border-line min-[421px]:border-l min-[421px]:pl-3">
      {name}
    </span>
  );
}
