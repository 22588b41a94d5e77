import { CircleHelp, Settings } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useWithCameFrom } from "~/shared/came-from.ts";
import { useAdminCounts } from "~/shared/shell/admin-counts.ts";
import { ADMIN_PAGES } from "~/shared/shell/admin-pages.ts";
import { AppShellSkeleton, AppSidebar, NavBadge, NavGroup, type NavPage } from "~/shared/shell/app-sidebar.tsx";
import { MailNotice } from "~/shared/shell/mail-notice.tsx";
import { usePageHandle } from "~/shared/shell/page-title.ts";
import { PhoneSearchButton, SEARCH_BAR, SearchButton } from "~/shared/shell/search-button.tsx";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { Chip } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import { SidebarMain, SidebarProvider, SidebarTrigger } from "~/ui/sidebar.tsx";
import { TopBar, TopBarTitle } from "~/ui/top-bar.tsx";
import { ContentSkeleton } from "./page-skeleton.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

const SETTINGS: NavPage[] = [
  { to: "/settings", label: "Account Settings", Icon: Settings },
  { to: "/help", label: "Help Center", Icon: CircleHelp },
];

type Props = {
  user: { id: string; email?: string | undefined };
  /** The search over clients, invoices, leads and pages. The route renders it, so that it loads when someone opens it. */
  search: (onClose: () => void) => ReactNode;
  /** The bell. The route renders it, because it is the CRM's, too. */
  notifications: ReactNode;
  children: ReactNode;
};

/** Sidebar Client Portal, and a header with the page's title: Dashboard Overview on /admin (spec §2 Admin layout). */
export function AdminShell({ user, search, notifications, children }: Props) {
  const { pending, requests, pages } = useAdminCounts();
  const [isSearching, setSearching] = useState(false);
  const withCameFrom = useWithCameFrom();
  const openSearch = () => setSearching(true);
  useSearchKey(openSearch);
  const { title = "Dashboard Overview", wide, bare } = usePageHandle();
  if (bare) return <main>{children}</main>;
  return (
    <SidebarProvider>
      <AppSidebar label="Main" title="Client Portal" user={{ ...user, role: "admin" }}>
        <NavGroup
          label="Administration"
          pages={ADMIN_PAGES}
          home="/admin"
          ends={{
            "/user-management": (
              <NavBadge count={pending} text={pending === 1 ? "sign-up to approve" : "sign-ups to approve"} />
            ),
            "/admin/requests": <NavBadge count={requests} text={requests === 1 ? "open request" : "open requests"} />,
            "/admin/landing-pages": (
              <NavBadge count={pages} text={pages === 1 ? "landing page to approve" : "landing pages to approve"} />
            ),
          }}
        />
        <NavGroup label="Settings" pages={SETTINGS.map((page) => ({ ...page, to: withCameFrom(page.to) }))} />
      </AppSidebar>
      <SidebarMain>
        <TopBar className={SEARCH_BAR}>
          <div className="flex min-w-0 items-center gap-2 phone:flex-1">
            <SidebarTrigger className="md:hidden" />
            <TopBarTitle className="phone:line-clamp-2 phone:whitespace-normal phone:text-sm phone:leading-tight">
              {title}
            </TopBarTitle>
            <Chip tone="admin">Admin</Chip>
          </div>
          <SearchButton isAdmin onClick={openSearch} />
          <div className="flex items-center justify-end gap-1">
            <PhoneSearchButton onClick={openSearch} />
            {notifications}
            <SignOutButton compact />
          </div>
        </TopBar>
        <MailNotice />
        <main
          className={cn(
            "mx-auto grid w-full",
            wide ? "grid-cols-[minmax(0,1fr)] content-start" : "max-w-wrap gap-5 px-4 py-5 md:px-6",
          )}
        >
          {children}
        </main>
      </SidebarMain>
      {isSearching && search(() => setSearching(false))}
    </SidebarProvider>
  );
}

/** Ctrl+K or ⌘K, except while a dialog is open. */
function useSearchKey(open: () => void): void {
  const onKeyDown = useEventCallback((event: KeyboardEvent) => {
    const isKey = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!isKey || event.defaultPrevented || document.querySelector("[role=dialog], [role=alertdialog]")) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [onKeyDown]);
}

/** The admin layout until the guard decides: an empty sidebar and no page content. A page without the shell is empty. */
export function AdminShellSkeleton() {
  const { bare } = usePageHandle();
  if (bare) return <div role="status" aria-label="Loading" className="min-h-dvh bg-page" />;
  return (
    <AppShellSkeleton title="Client Portal">
      <div className="mx-auto grid w-full max-w-wrap gap-5 px-4 py-5 md:px-6">
        <ContentSkeleton />
      </div>
    </AppShellSkeleton>
  );
}
