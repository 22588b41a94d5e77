import {
  CalendarClock,
  CalendarCog,
  CalendarDays,
  ChartColumn,
  CircleHelp,
  House,
  Import,
  PanelsTopLeft,
  Settings,
  ShieldCheck,
  SquareKanban,
  Sun,
  Table2,
  UsersRound,
} from "lucide-react";
import type { NavPage } from "~/shared/shell/app-sidebar.tsx";
import { crmPath } from "~/shared/workspace.ts";
import type { Workspace } from "~/shared/workspace-query.ts";
import type { Role } from "../../../../domain/roles.ts";

/** `key` opens a page after G. */
type KeyedPage = NavPage & { key?: string };

/** `tab` pages are tabs on a phone. */
export const crmPages = (): (KeyedPage & { tab: boolean })[] => [
  { to: crmPath(), label: "Today", Icon: Sun, tab: true, key: "t" },
  { to: crmPath("/board"), label: "Board", Icon: SquareKanban, tab: true, key: "b" },
  { to: crmPath("/leads"), label: "Leads", Icon: Table2, tab: true, key: "l" },
  { to: crmPath("/calls"), label: "Calls", Icon: CalendarDays, tab: false, key: "c" },
  { to: crmPath("/analytics"), label: "Analytics", Icon: ChartColumn, tab: true, key: "a" },
  { to: crmPath("/shifts"), label: "Shifts & routing", Icon: CalendarClock, tab: false, key: "s" },
  { to: crmPath("/import"), label: "Import & export", Icon: Import, tab: false, key: "i" },
];

/** Only in a client's account. The agency's people and pages are in the administration. */
const landingPages = (): NavPage => ({ to: crmPath("/pages"), label: "Pages", Icon: PanelsTopLeft });
const team = (): NavPage => ({ to: crmPath("/team"), label: "Team", Icon: UsersRound });

/** Lent sales reps answer leads. They don't work with the client's pages. */
const pagesOf = ({ role }: Workspace): NavPage[] => (role === "lent" ? [team()] : [landingPages(), team()]);

/** The way back to where the user's role has its home. */
export function homeOf(role: Role | null, isWorkspace: boolean): NavPage[] {
  if (role === "admin") return [ADMINISTRATION];
  if (!isWorkspace) return [];
  return [role === "sales" ? SALES : PORTAL];
}

const SALES: NavPage = { to: "/crm", label: "Sales", Icon: SquareKanban };
const PORTAL: NavPage = { to: "/client-dashboard", label: "Client Portal", Icon: House };
const ADMINISTRATION: NavPage = { to: "/admin", label: "Administration", Icon: ShieldCheck };
export const ACCOUNT_PAGES: NavPage[] = [
  { to: "/settings", label: "Settings", Icon: Settings },
  { to: "/help", label: "Help", Icon: CircleHelp },
];

/** The pages of the sidebar, in a client's account with the account's own. */
export const sidebarPages = (workspace: Workspace | null): KeyedPage[] =>
  workspace ? [...crmPages(), ...pagesOf(workspace)] : crmPages();

/** All pages that the search finds: those of the sidebar and those that open from one of them. */
export function searchablePages(workspace: Workspace | null): KeyedPage[] {
  const below: Record<string, NavPage> = {
    [crmPath("/calls")]: { to: crmPath("/calls/types"), label: "Meeting types", Icon: CalendarCog },
  };
  const pages = sidebarPages(workspace).flatMap((page) => [page, below[page.to] ?? []].flat());
  return [...pages, ...ACCOUNT_PAGES];
}

/** The title in the top bar. A lead's page has the title of Leads. */
export function pageTitle(path: string): string {
  const page = [...crmPages(), landingPages(), team()]
    .toReversed()
    .find(({ to }) => path === to || path.startsWith(`${to}/`));
  return page?.label ?? "Sales";
}
