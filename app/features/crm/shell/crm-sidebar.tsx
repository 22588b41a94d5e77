import { CircleHelp, LogOut, Settings, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { signOut } from "~/shared/sign-out.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { RoleChip } from "~/ui/chip.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Sidebar, SidebarContent, SidebarFooter, SidebarGroup, SidebarHeader, SidebarItem } from "~/ui/sidebar.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { isWorkingTime } from "../../../../domain/working-time.ts";
import type { Pulse } from "../lib/pulse.ts";
import { CRM_PAGES } from "./crm-pages.ts";
import { NavCount, UnansweredBadge } from "./nav-counts.tsx";
import { OnShift } from "./on-shift.tsx";
import { SavedViews } from "./saved-views.tsx";
import { SimulateLead } from "./simulate-lead.tsx";

/** Whether these are the agency's working hours, by the database's time; without a calendar it never closes. */
const isOpen = ({ now, calendar }: Pulse) => calendar === null || isWorkingTime(Date.parse(now), calendar);

type Props = { name: string; role: Role | null; pulse: Pulse | undefined };

/** The CRM's pages with what waits in them, saved views, who is there, and the ways out. */
export function CrmSidebar({ name, role, pulse }: Props) {
  const ends: Record<string, ReactNode> = pulse
    ? { "/crm": <UnansweredBadge count={pulse.unanswered} />, "/crm/leads": <NavCount count={pulse.leads} /> }
    : {};
  return (
    <Sidebar label="Sales">
      <SidebarHeader title="Sales" />
      <SidebarContent>
        <SidebarGroup>
          {CRM_PAGES.map(({ to, label, Icon }) => (
            <SidebarItem
              key={to}
              label={label}
              icon={<Icon aria-hidden="true" />}
              end={ends[to]}
              alert={to === "/crm"}
              asChild
            >
              <NavLink to={to} end={to === "/crm"}>
                {label}
              </NavLink>
            </SidebarItem>
          ))}
        </SidebarGroup>
        <SavedViews />
        {pulse && <OnShift team={pulse.team} target={pulse.target_seconds} open={isOpen(pulse)} />}
        <SidebarGroup label="Account">
          {role === "admin" && (
            <SidebarItem label="Administration" icon={<ShieldCheck aria-hidden="true" />} asChild>
              <NavLink to="/admin">Administration</NavLink>
            </SidebarItem>
          )}
          <SidebarItem label="Settings" icon={<Settings aria-hidden="true" />} asChild>
            <NavLink to="/settings">Settings</NavLink>
          </SidebarItem>
          <SidebarItem label="Help" icon={<CircleHelp aria-hidden="true" />} asChild>
            <NavLink to="/help">Help</NavLink>
          </SidebarItem>
          <SimulateLead />
        </SidebarGroup>
      </SidebarContent>
      <SidebarFooter>
        <Avatar name={name} size={24} />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {role && <RoleChip role={role} />}
        <IconButton label="Sign Out" size="sm" side="top" onClick={() => void signOut()}>
          <LogOut aria-hidden="true" />
        </IconButton>
      </SidebarFooter>
    </Sidebar>
  );
}
