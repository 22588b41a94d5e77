import { Building2, LayoutDashboard, MessagesSquare, PanelsTopLeft, Receipt, SquareKanban, Users } from "lucide-react";
import type { NavPage } from "./app-sidebar.tsx";

/** The pages of the administration, for its navigation and for the search. */
export const ADMIN_PAGES: NavPage[] = [
  { to: "/admin", label: "Admin Dashboard", Icon: LayoutDashboard },
  { to: "/user-management", label: "User Management", Icon: Users },
  { to: "/admin/clients", label: "Clients", Icon: Building2, also: "/admin/accounts" },
  { to: "/admin/billing", label: "Billing", Icon: Receipt },
  { to: "/admin/requests", label: "Requests", Icon: MessagesSquare },
  { to: "/admin/landing-pages", label: "Landing Pages", Icon: PanelsTopLeft },
  { to: "/crm", label: "Sales", Icon: SquareKanban },
];
