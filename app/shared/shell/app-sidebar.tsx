import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { RoleChip } from "~/ui/chip.tsx";
import {
  Sidebar,
  SidebarContent,
  SidebarFooter,
  SidebarGroup,
  SidebarHeader,
  SidebarItem,
  SidebarMain,
  SidebarProvider,
} from "~/ui/sidebar.tsx";
import { TopBar } from "~/ui/top-bar.tsx";
import type { Role } from "../../../domain/roles.ts";
import { SignedInPerson } from "../avatars/signed-in-person.tsx";
import { useIsSettled } from "../use-is-settled.ts";
import { AgencyLogo } from "./agency-logo.tsx";

export type NavPage = {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** A second path whose pages belong to this item, too. */
  also?: string;
};

type Props = {
  /** What the sidebar leads through: the name of the navigation. */
  label: string;
  title: string;
  /** Beside the title. The agency's by default. */
  logo?: ReactNode | undefined;
  user: { id: string; email?: string | undefined; role: Role | null };
  /** Buttons beside the user. */
  actions?: ReactNode;
  /** NavGroups, and what else belongs to the area. */
  children: ReactNode;
};

/** The sidebar of the administration and of the CRM: a title, groups of pages, and the user. */
export function AppSidebar({ label, title, logo = <AgencyLogo />, user, actions, children }: Props) {
  return (
    <Sidebar label={label}>
      <SidebarHeader title={title} logo={logo} />
      <SidebarContent>{children}</SidebarContent>
      <SidebarFooter>
        <SignedInPerson user={user} className="min-w-0 flex-1 truncate rail:hidden" />
        {user.role && (
          <span className="flex rail:hidden">
            <RoleChip role={user.role} />
          </span>
        )}
        {actions}
      </SidebarFooter>
    </Sidebar>
  );
}

type GroupProps = {
  label?: string;
  pages: readonly NavPage[];
  /** The page whose path begins the paths of others, so it is current only on its own. */
  home?: string;
  /** A page that isn't marked as current, because another item of the sidebar is a part of it and marked. */
  unmarked?: string | false;
  /** Counts at the end of a page's line, by path. */
  ends?: Record<string, ReactNode>;
  /** Further items of the group. */
  children?: ReactNode;
};

/**
 * A group of pages. In the rail, the home page keeps its count on the icon. The code of the pages is fetched early, so that they open
 * immediately, even without a network. Without its code, a page would leave the product.
 */
export function NavGroup({ label, pages, home, unmarked, ends = {}, children }: GroupProps) {
  const { pathname } = useLocation();
  const prefetch = useIsSettled() ? "render" : "intent";
  return (
    <SidebarGroup label={label}>
      {pages.map(({ to, label: name, Icon, also }) => (
        <SidebarItem
          // The address may change with the page where one is.
          key={name}
          label={name}
          icon={<Icon aria-hidden="true" />}
          end={ends[to]}
          alert={to === home}
          asChild
        >
          {also && isWithin(pathname, also) ? (
            <Link to={to} aria-current="page" prefetch={prefetch}>
              {name}
            </Link>
          ) : (
            <NavLink to={to} end={to === home} aria-current={to === unmarked ? "false" : "page"} prefetch={prefetch}>
              {name}
            </NavLink>
          )}
        </SidebarItem>
      ))}
      {children}
    </SidebarGroup>
  );
}

const isWithin = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);

/** How many things wait on a page. Nothing when none do. */
export function NavBadge({ count, text }: { count: number; text: string }) {
  if (count === 0) return null;
  return (
    <span className="inline-grid h-4.5 min-w-4.5 place-items-center rounded-sm bg-warn-bg px-1 font-medium font-mono text-2xs text-warn-fg tabular-nums">
      {count > 99 ? "99+" : count}
      <span className="sr-only"> {text}</span>
    </span>
  );
}

/** The frame of a sidebar's pages until the guard decides. */
export function AppShellSkeleton({ title = "", children }: { title?: string; children?: ReactNode }) {
  return (
    <SidebarProvider role="status" aria-label="Loading">
      <Sidebar>
        <SidebarHeader title={title} logo={null} />
      </Sidebar>
      <SidebarMain>
        <TopBar />
        {children}
      </SidebarMain>
    </SidebarProvider>
  );
}
