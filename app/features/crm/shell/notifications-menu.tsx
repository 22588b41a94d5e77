import { useQuery } from "@tanstack/react-query";
import { AlarmClock, Bell, BellRing, ChevronsUp, Inbox } from "lucide-react";
import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { callCrm } from "../lib/call-crm.ts";
import { useOpenLead } from "../lib/open-lead.ts";
import { canRequestNotifications, requestNotifications } from "./notify-arrivals.ts";

type Notification = {
  id: number;
  event: "started" | "breached" | "escalated";
  at: string;
  lead_id: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  company: string | null;
  /** To whom an escalation gave it; null while it is one's own to see. */
  handed_to: string | null;
};

const LABELS = {
  started: { text: "arrived", Icon: Inbox },
  breached: { text: "is past the target", Icon: AlarmClock },
  escalated: { text: "was escalated", Icon: ChevronsUp },
};
const STORAGE_KEY = "crm-news-seen";

/** What happened lately: arrivals, breaches, escalations. A dot says that there is something new. */
export function NotificationsMenu() {
  const notifications = useQuery({
    queryKey: queryKeys.crmNews(),
    queryFn: () => callCrm<Notification[]>("crm_news"),
    staleTime: 0,
  });
  const { open } = useOpenLead();
  const [lastSeenId, setLastSeenId] = useState(readLastSeenId);
  const [canRequest, setCanRequest] = useState(canRequestNotifications);
  // Listed by when it happened; what is new is what was written last.
  const latest = Math.max(0, ...(notifications.data?.map(({ id }) => id) ?? []));
  const markSeen = () => {
    setLastSeenId(latest);
    localStorage.setItem(STORAGE_KEY, String(latest));
  };
  return (
    <DropdownMenu onOpenChange={(isOpen) => isOpen && markSeen()}>
      <span className="relative inline-flex">
        <DropdownMenuTrigger asChild>
          <IconButton label={latest > lastSeenId ? "Notifications, new ones" : "Notifications"}>
            <Bell aria-hidden="true" />
          </IconButton>
        </DropdownMenuTrigger>
        {latest > lastSeenId && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-[calc(50%-10px)] left-[calc(50%+2px)] size-2 rounded-[2px] bg-bad-solid"
          />
        )}
      </span>
      <DropdownMenuContent className="max-h-96 w-80">
        <DropdownMenuLabel>Notifications</DropdownMenuLabel>
        {notifications.data?.length === 0 && (
          <p className="px-2 py-3 text-13 text-ink-3">Nothing yet. Arrivals and missed targets appear here.</p>
        )}
        {notifications.data?.map((item) => {
          const { text, Icon } = LABELS[item.event];
          return (
            <DropdownMenuItem
              key={item.id}
              className="h-auto min-h-8 py-1"
              onSelect={() => item.handed_to === null && open(item.lead_id)}
            >
              <Icon aria-hidden="true" />
              <span className="wrap-anywhere min-w-0 flex-1">
                <b className="font-medium">{leadName(item)}</b>{" "}
                {item.handed_to ? `went to ${item.handed_to}: nobody had answered` : text}
              </span>
              <TimeAgo at={item.at} className="shrink-0 text-ink-3 text-xs" />
            </DropdownMenuItem>
          );
        })}
        {canRequest && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem
              onSelect={() => void requestNotifications().then(() => setCanRequest(canRequestNotifications()))}
            >
              <BellRing aria-hidden="true" />
              Notify me on this computer
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function readLastSeenId(): number {
  return Number(typeof localStorage === "undefined" ? 0 : (localStorage.getItem(STORAGE_KEY) ?? 0));
}
