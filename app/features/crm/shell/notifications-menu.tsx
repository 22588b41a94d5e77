import { useQuery } from "@tanstack/react-query";
import { AlarmClock, Bell, BellRing, ChevronsUp, Inbox } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { safeLocalStorage } from "~/shared/safe-storage.ts";
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
import { useOpenLead } from "../lib/open-lead.ts";
import type { Pulse } from "../lib/pulse.ts";
import { newsQuery } from "./api.ts";

const LABELS = {
  started: { text: "is a new lead", Icon: Inbox },
  breached: { text: "is past target", Icon: AlarmClock },
  escalated: { text: "was escalated", Icon: ChevronsUp },
};
const STORAGE_KEY = "crm-news-seen";

/** The latest new leads, missed targets and escalations. A dot marks unseen ones. */
export function NotificationsMenu() {
  const notifications = useQuery(newsQuery);
  const { open } = useOpenLead();
  const [lastSeenId, setLastSeenId] = useState(readLastSeenId);
  const [canRequest, setCanRequest] = useState(canRequestNotifications);
  // The list is sorted by time, but the newest entry is the one with the highest id.
  const latest = Math.max(0, ...(notifications.data?.map(({ id }) => id) ?? []));
  const markSeen = () => {
    setLastSeenId(latest);
    safeLocalStorage.write(STORAGE_KEY, String(latest));
  };
  return (
    <DropdownMenu onOpenChange={(isOpen) => isOpen && markSeen()}>
      <span className="relative inline-flex">
        <DropdownMenuTrigger asChild>
          <IconButton label={latest > lastSeenId ? "Notifications, unread" : "Notifications"}>
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
          <p className="px-2 py-3 text-13 text-ink-3">
            No notifications yet. New leads and missed targets appear here.
          </p>
        )}
        {notifications.data?.map((item) => {
          const { text, Icon } = LABELS[item.event];
          return (
            <DropdownMenuItem
              key={item.id}
              className="h-auto min-h-8 py-1"
              onSelect={() => item.new_owner_name === null && open(item.lead_id)}
            >
              <Icon aria-hidden="true" />
              <span className="wrap-anywhere min-w-0 flex-1">
                <b className="font-medium">{leadName(item)}</b>{" "}
                {item.new_owner_name ? `was reassigned to ${item.new_owner_name}: no reply in time` : text}
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
              Turn on desktop notifications
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function readLastSeenId(): number {
  return Number(safeLocalStorage.read(STORAGE_KEY) ?? 0);
}

/** Whether the browser supports notifications and has not asked yet. */
function canRequestNotifications(): boolean {
  return typeof Notification !== "undefined" && Notification.permission === "default";
}

/** Call this only after a click, because browsers refuse other requests. */
async function requestNotifications(): Promise<void> {
  await Notification.requestPermission();
}

/** Shows the count in the tab's title. While the tab is hidden, also shows a notification for each new lead. */
export function useArrivalNotifications(pulse: Pulse | undefined, path: string): void {
  const count = pulse?.unanswered ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page sets its own title
  useEffect(() => {
    const plain = document.title.replace(/^\(\d+\) /, "");
    document.title = count > 0 ? `(${count}) ${plain}` : plain;
  }, [count, path]);
  const known = useRef<string | undefined>(undefined);
  const newest = pulse?.newest;
  useEffect(() => {
    if (!pulse) return;
    const before = known.current;
    known.current = newest?.arrived_at ?? before ?? pulse.now;
    if (!newest || before === undefined || newest.arrived_at <= before || !document.hidden) return;
    if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
    const note = new Notification(`${leadName(newest)} is waiting`, {
      body: newest.company ?? "A new lead",
      tag: newest.id,
    });
    note.onclick = () => {
      focus();
      location.assign(`/crm?lead=${newest.id}`);
    };
  }, [pulse, newest]);
}
