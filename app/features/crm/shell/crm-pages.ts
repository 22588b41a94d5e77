import { ChartColumn, Import, type LucideIcon, SquareKanban, Sun, Table2 } from "lucide-react";

type CrmPage = { to: string; label: string; Icon: LucideIcon; tab: boolean };

/** The pages of the CRM, in order; the first four are tabs on a phone. */
export const CRM_PAGES: CrmPage[] = [
  { to: "/crm", label: "Today", Icon: Sun, tab: true },
  { to: "/crm/board", label: "Board", Icon: SquareKanban, tab: true },
  { to: "/crm/leads", label: "Leads", Icon: Table2, tab: true },
  { to: "/crm/analytics", label: "Analytics", Icon: ChartColumn, tab: true },
  { to: "/crm/import", label: "Import & export", Icon: Import, tab: false },
];

/** What the top bar says on a page; a lead's page is one of Leads. */
export function pageTitle(path: string): string {
  const page = CRM_PAGES.toReversed().find(({ to }) => path === to || path.startsWith(`${to}/`));
  return page?.label ?? "Sales";
}
