import { ChartColumn, Import, SquareKanban, Sun, Table2 } from "lucide-react";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { useFollowCrm } from "~/shared/crm/use-follow-crm.ts";
import { fullName } from "~/shared/display-name.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { Avatar } from "~/ui/avatar.tsx";
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
  SidebarTrigger,
} from "~/ui/sidebar.tsx";
import { TopBar } from "~/ui/top-bar.tsx";
import type { Role } from "../../../domain/roles.ts";

const PAGES = [
  { to: "/crm", label: "Today", Icon: Sun },
  { to: "/crm/board", label: "Board", Icon: SquareKanban },
  { to: "/crm/leads", label: "Leads", Icon: Table2 },
  { to: "/crm/analytics", label: "Analytics", Icon: ChartColumn },
  { to: "/crm/import", label: "Import & export", Icon: Import },
];

type Props = { user: { id: string; email?: string | undefined }; role: Role | null; children: ReactNode };

/** The CRM's frame: its pages at the side, and everything in them followed while others work too. */
export function CrmShell({ user, role, children }: Props) {
  useFollowCrm();
  const name = fullName(useProfile(user.id).data, user.email);
  return (
    <SidebarProvider>
      <Sidebar>
        <SidebarHeader title="Sales" />
        <SidebarContent>
          <SidebarGroup label="Sales">
            {PAGES.map(({ to, label, Icon }) => (
              <SidebarItem key={to} label={label} icon={<Icon aria-hidden="true" />} asChild>
                <NavLink to={to} end={to === "/crm"}>
                  {label}
                </NavLink>
              </SidebarItem>
            ))}
          </SidebarGroup>
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
        </TopBar>
        <main className="min-w-0 flex-1">{children}</main>
      </SidebarMain>
    </SidebarProvider>
  );
}
