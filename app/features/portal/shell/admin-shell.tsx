import {
  CircleHelp,
  LayoutDashboard,
  MessagesSquare,
  PanelsTopLeft,
  Receipt,
  Settings,
  SquareKanban,
  Users,
} from "lucide-react";
import type { ReactNode } from "react";
import { NavLink, useMatches } from "react-router";
import { fullName } from "~/shared/display-name.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { Chip, RoleChip } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import {
  Sidebar,
  SidebarContent,
  SidebarFooter,
  SidebarGroup,
  SidebarHeader,
  SidebarItem,
  SidebarMain,
  SidebarProvider,
  SidebarTrigger,
} from "~/ui/sidebar.tsx";
import { TopBar, TopBarTitle } from "~/ui/top-bar.tsx";
import { type Role, roleHome } from "../../../../domain/roles.ts";
import { ContentSkeleton } from "./page-skeleton.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

const ADMINISTRATION = [
  { to: "/admin", label: "Admin Dashboard", Icon: LayoutDashboard },
  { to: "/user-management", label: "User Management", Icon: Users },
  { to: "/admin/billing", label: "Billing", Icon: Receipt },
  { to: "/admin/requests", label: "Requests", Icon: MessagesSquare },
  { to: "/admin/landing-pages", label: "Landing Pages", Icon: PanelsTopLeft },
  { to: "/crm", label: "Sales", Icon: SquareKanban },
];
const SETTINGS = [
  { to: "/settings", label: "Account Settings", Icon: Settings },
  { to: "/help", label: "Help Center", Icon: CircleHelp },
];

type Props = { user: { id: string; email?: string | undefined }; role: Role | null; children: ReactNode };

/** Sidebar Client Portal and header Dashboard Overview (spec §2 Admin layout). */
export function AdminShell({ user, role, children }: Props) {
  const name = fullName(useProfile(user.id).data, user.email);
  // Wide pages use the full width. All others are most readable at 1200 px.
  const wide = useMatches().some((match) => (match.handle as { wide?: boolean } | undefined)?.wide);
  return (
    <SidebarProvider>
      <Sidebar>
        <SidebarHeader title="Client Portal" />
        <SidebarContent>
          {role === "admin" && <Group label="Administration" items={ADMINISTRATION} />}
          {/* Without this link, other roles could not leave settings and help. */}
          {role !== "admin" && <Group label="Portal" items={[homeOf(role)]} />}
          <Group label="Settings" items={SETTINGS} />
        </SidebarContent>
        <SidebarFooter>
          <Avatar name={name} size={24} />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          {role && <RoleChip role={role} />}
        </SidebarFooter>
      </Sidebar>
      <SidebarMain>
        <TopBar>
          <SidebarTrigger className="md:hidden" />
          <TopBarTitle>Dashboard Overview</TopBarTitle>
          {role === "admin" && <Chip tone="admin">Admin</Chip>}
          <div className="ml-auto">
            <SignOutButton compact />
          </div>
        </TopBar>
        <main
          className={cn(
            "mx-auto grid w-full",
            wide ? "grid-cols-[minmax(0,1fr)] content-start" : "max-w-wrap gap-5 px-4 py-5 md:px-6",
          )}
        >
          {children}
        </main>
      </SidebarMain>
    </SidebarProvider>
  );
}

function homeOf(role: Role | null) {
  return { to: roleHome(role), label: role === "sales" ? "Leads" : "Your Dashboard", Icon: LayoutDashboard };
}

/** The dashboard's path is a prefix of the other paths. `end` keeps it from appearing active on those pages. */
function Group({ label, items }: { label: string; items: typeof SETTINGS }) {
  return (
    <SidebarGroup label={label}>
      {items.map(({ to, label: name, Icon }) => (
        <SidebarItem key={to} label={name} icon={<Icon aria-hidden="true" />} asChild>
          <NavLink to={to} end={to === "/admin"}>
            {name}
          </NavLink>
        </SidebarItem>
      ))}
    </SidebarGroup>
  );
}

/** The admin layout until the guard decides: an empty sidebar and no page content. */
export function AdminShellSkeleton() {
  return (
    <SidebarProvider role="status" aria-label="Loading">
      <Sidebar>
        <SidebarHeader title="Client Portal" />
      </Sidebar>
      <SidebarMain>
        <TopBar />
        <div className="mx-auto grid w-full max-w-wrap gap-5 px-4 py-5 md:px-6">
          <ContentSkeleton />
        </div>
      </SidebarMain>
    </SidebarProvider>
  );
}

/** The title of a page in the admin layout, whose header always says Dashboard Overview (spec §2). */
export function PageTitle({ children }: { children: ReactNode }) {
  return <h2 className="font-display font-semibold text-xl tracking-tighter">{children}</h2>;
}
