import {
  Building2,
  CircleAlert,
  HandCoins,
  LayoutDashboard,
  MessagesSquare,
  PanelsTopLeft,
  Receipt,
  RefreshCcw,
  SquareKanban,
  UserCheck,
  UserPlus,
  Users,
} from "lucide-react";
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

/** What admins start from anywhere, by the search. Each opens the form on its page. */
export const ADMIN_ACTIONS: NavPage[] = [
  { to: "/admin/billing/new", label: "New invoice", Icon: Receipt },
  { to: "/admin/billing?tab=retainers&retainer=new", label: "New retainer", Icon: RefreshCcw },
  { to: "/admin/accounts?new=account", label: "New account", Icon: Building2 },
  { to: "/admin/landing-pages?new=page", label: "New page", Icon: PanelsTopLeft },
  { to: "/user-management?new=invitation", label: "Invite someone", Icon: UserPlus },
];

/** Work that begins on a page of the administration, by the words that people search for. */
export const ADMIN_TASKS: NavPage[] = [
  { to: "/admin/billing?status=overdue", label: "Overdue invoices", Icon: CircleAlert },
  { to: "/admin/billing?status=open", label: "Record a payment: open invoices", Icon: HandCoins },
  { to: "/admin/billing?status=attention", label: "Payment issues", Icon: CircleAlert },
  { to: "/user-management", label: "Approve or reject people", Icon: UserCheck },
  { to: "/admin/landing-pages?accounts=*waiting", label: "Approve landing pages of clients", Icon: PanelsTopLeft },
];
