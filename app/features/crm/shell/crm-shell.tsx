import { useQuery } from "@tanstack/react-query";
import { Keyboard, Plus } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { shortcuts } from "~/content/shortcuts.ts";
import { AppShellSkeleton } from "~/shared/shell/app-sidebar.tsx";
import { MailNotice } from "~/shared/shell/mail-notice.tsx";
import { usePageHandle } from "~/shared/shell/page-title.ts";
import { PhoneSearchButton, SEARCH_BAR, SearchButton } from "~/shared/shell/search-button.tsx";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { crmPath } from "~/shared/workspace.ts";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { SidebarMain, SidebarProvider, SidebarTrigger } from "~/ui/sidebar.tsx";
import { TopBar, TopBarTitle } from "~/ui/top-bar.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { crmPages, pageTitle } from "../lib/crm-pages.ts";
import { NewLeadContext } from "../lib/new-lead.ts";
import { pulseQuery, useCrmPolling } from "../lib/pulse.ts";
import { pauseShortcuts, useShortcuts } from "../lib/shortcuts.ts";
import { undoLatest } from "../lib/undo-stack.ts";
import { offerPremium } from "../workspace/offer-premium.ts";
import { CrmSidebar, PhoneTabs } from "./crm-navigation.tsx";
import { NotificationsMenu, useArrivalNotifications } from "./notifications-menu.tsx";
import { PageNotices } from "./page-notices.tsx";

/** Overlays that open over any page. The route renders them, so that each can load lazily. */
export type Overlay = "palette" | "keys" | { newLead: string } | null;

type Props = {
  user: { id: string; email?: string | undefined };
  role: Role | null;
  overlays: (open: Overlay, onOpen: (next: Overlay) => void) => ReactNode;
  /** Above every page, such as where one is. */
  bar?: ReactNode;
  children: ReactNode;
};

/** The frame of every CRM page. It polls for changes by others. */
export function CrmShell({ user, role, overlays, bar, children }: Props) {
  useCrmPolling();
  const { data: pulse } = useQuery(pulseQuery);
  const { pathname } = useLocation();
  const { title: ownTitle, bare } = usePageHandle();
  const isReadOnly = useIsReadOnly();
  const navigate = useNavigate();
  const [going, setGoing] = useGoing();
  const [open, setOpen] = useState<Overlay>(null);
  const onNewLead = useEventCallback((searched: string) => setOpen({ newLead: searched }));
  useEffect(() => {
    pauseShortcuts(open !== null);
    return () => pauseShortcuts(false);
  }, [open]);
  useArrivalNotifications(pulse, pathname);
  useShortcuts(
    bare
      ? {}
      : {
          // A started lead stays.
          "mod+k": () => setOpen((now) => (now && typeof now === "object" ? now : "palette")),
          "/": () => setOpen("palette"),
          g: () => setGoing(true),
          c: () => (isReadOnly ? offerPremium() : onNewLead("")),
          "?": () => setOpen("keys"),
          "mod+z": () => void undoLatest(),
        },
    { help: shortcuts.crm },
  );
  useShortcuts(going ? pageKeys((to) => void navigate(to)) : {});
  if (bare) return <main>{children}</main>;
  return (
    <SidebarProvider>
      <CrmSidebar user={{ ...user, role }} pulse={pulse} />
      <SidebarMain>
        <CrmTopBar
          title={ownTitle ?? pageTitle(pathname)}
          isAdmin={role === "admin"}
          heading={!pathname.startsWith(crmPath("/leads/"))}
          onSearch={() => setOpen("palette")}
          onShowShortcuts={() => setOpen("keys")}
          onNewLead={isReadOnly ? null : () => onNewLead("")}
        />
        <main className="min-w-0 flex-1 phone:pb-[calc(4rem+env(safe-area-inset-bottom))]">
          <PageNotices>
            {role === "admin" && <MailNotice className="max-w-none pb-1 md:px-4" />}
            {bar}
          </PageNotices>
          <NewLeadContext value={isReadOnly ? null : onNewLead}>{children}</NewLeadContext>
        </main>
      </SidebarMain>
      <PhoneTabs unanswered={pulse?.unanswered ?? 0} />
      {overlays(open, setOpen)}
    </SidebarProvider>
  );
}

const GO_MS = 1_500;

/** Whether the person pressed G, so that the next key opens a page. After that key, or after a moment, keys act on leads again. */
function useGoing() {
  const [going, setGoing] = useState(false);
  useEffect(() => {
    if (!going) return;
    const stop = () => setGoing(false);
    const timer = setTimeout(stop, GO_MS);
    addEventListener("keydown", stop);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", stop);
    };
  }, [going]);
  return [going, setGoing] as const;
}

const pageKeys = (go: (to: string) => void) =>
  Object.fromEntries(crmPages().flatMap(({ key, to }) => (key ? [[key, () => go(to)]] : [])));

type CrmTopBarProps = {
  title: string;
  isAdmin: boolean;
  /** False when the page has its own h1. */
  heading: boolean;
  onSearch: () => void;
  onShowShortcuts: () => void;
  /** Null where the plan has no new leads. */
  onNewLead: (() => void) | null;
};

function CrmTopBar({ title, isAdmin, heading, onSearch, onShowShortcuts, onNewLead }: CrmTopBarProps) {
  return (
    <TopBar className={SEARCH_BAR}>
      <div className="flex min-w-0 items-center gap-2 phone:flex-1">
        <SidebarTrigger className="hidden" />
        {heading ? (
          <TopBarTitle>{title}</TopBarTitle>
        ) : (
          <p className="truncate font-display font-semibold text-base tracking-tight">{title}</p>
        )}
      </div>
      <SearchButton isAdmin={isAdmin} onClick={onSearch} />
      <div className="flex items-center justify-end gap-1">
        <PhoneSearchButton onClick={onSearch} />
        <NotificationsMenu />
        <IconButton label="Keyboard shortcuts" onClick={onShowShortcuts} className="phone:hidden touch:hidden">
          <Keyboard aria-hidden="true" />
        </IconButton>
        {onNewLead && (
          <>
            <Button onClick={onNewLead} aria-keyshortcuts="c" className="ml-1 phone:hidden">
              <Plus aria-hidden="true" />
              New lead <Kbd>C</Kbd>
            </Button>
            <IconButton label="New lead" onClick={onNewLead} className="md:hidden">
              <Plus aria-hidden="true" />
            </IconButton>
          </>
        )}
      </div>
    </TopBar>
  );
}

/** Shown until the guard has decided. */
export function CrmShellSkeleton() {
  return <AppShellSkeleton title="Sales" />;
}

/** The same in a client's account, whose name is not known yet. */
export function WorkspaceShellSkeleton() {
  return <AppShellSkeleton title="Workspace" />;
}
