import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { fullName } from "~/shared/display-name.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { SidebarMain, SidebarProvider } from "~/ui/sidebar.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { pulseQuery, useCrmPolling } from "../lib/pulse.ts";
import { pauseShortcuts, useShortcuts } from "../lib/shortcuts.ts";
import { undoLatest } from "../lib/undo-stack.ts";
import { pageTitle } from "./crm-pages.ts";
import { CrmSidebar } from "./crm-sidebar.tsx";
import { CrmTopBar } from "./crm-top-bar.tsx";
import { useArrivalNotifications } from "./notify-arrivals.ts";
import { PhoneTabs } from "./phone-tabs.tsx";

/** What can be opened over any page; the route brings the features for it. */
export type Overlay = "palette" | "keys" | "new-lead" | null;

type Props = {
  user: { id: string; email?: string | undefined };
  role: Role | null;
  overlays: (open: Overlay, onOpen: (next: Overlay) => void) => ReactNode;
  children: ReactNode;
};

/** The CRM's frame: its pages at the side, what is over them, and everything followed while others work too. */
export function CrmShell({ user, role, overlays, children }: Props) {
  useCrmPolling();
  const { data: pulse } = useQuery(pulseQuery);
  const { pathname } = useLocation();
  const name = fullName(useProfile(user.id).data, user.email);
  const [open, setOpen] = useState<Overlay>(null);
  useEffect(() => {
    pauseShortcuts(open !== null);
    return () => pauseShortcuts(false);
  }, [open]);
  useArrivalNotifications(pulse, pathname);
  useShortcuts(
    {
      "mod+k": () => setOpen("palette"),
      "/": () => setOpen("palette"),
      c: () => setOpen("new-lead"),
      "?": () => setOpen("keys"),
      "mod+z": undoLatest,
    },
    {
      group: "Everywhere",
      help: { "mod+k": "Search and act", "/": "Search", c: "New lead", "mod+z": "Undo", "?": "All keys" },
    },
  );
  return (
    <SidebarProvider>
      <CrmSidebar name={name} role={role} pulse={pulse} />
      <SidebarMain>
        <CrmTopBar
          title={pageTitle(pathname)}
          heading={!pathname.startsWith("/crm/leads/")}
          onSearch={() => setOpen("palette")}
          onShowShortcuts={() => setOpen("keys")}
          onNewLead={() => setOpen("new-lead")}
        />
        <main className="min-w-0 flex-1 phone:pb-[calc(4rem+env(safe-area-inset-bottom))]">{children}</main>
      </SidebarMain>
      <PhoneTabs unanswered={pulse?.unanswered ?? 0} />
      {overlays(open, setOpen)}
    </SidebarProvider>
  );
}
