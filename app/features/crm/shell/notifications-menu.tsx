import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell, BellRing, Check } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { changeCached } from "~/shared/change-cached.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { crmPath } from "~/shared/workspace.ts";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { IconButton } from "~/ui/icon-button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "~/ui/popover.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { AccountChip } from "../lib/account-chip.tsx";
import { callSearch } from "../lib/calls.ts";
import { pathInAccount, useOpenLead } from "../lib/open-lead.ts";
import type { Pulse } from "../lib/pulse.ts";
import { markRead, type News, newsQuery } from "./api.ts";
import { groupNews, type NewsGroup } from "./news-groups.ts";
import { earlierText, NEWS_ICONS, newsText } from "./news-texts.ts";

/** Where no CRM polls. */
const REFRESH_MS = 60_000;

/** Opens a lead of this workspace where there is no drawer. */
type Props = { onOpenLead?: (leadId: string) => void };

/** The latest new leads, missed targets, escalations and changes of the user's calls, and for admins the hand-offs, their requests and the clients' payments. The bell counts the unread ones. */
export function NotificationsMenu({ onOpenLead }: Props) {
  const { data = [], isPending } = useQuery({ ...newsQuery, refetchInterval: onOpenLead ? REFRESH_MS : false });
  const [isOpen, setOpen] = useState(false);
  const groups = groupNews(data);
  const unread = groups.filter((group) => group.unread.length > 0).length;
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <span className="relative inline-flex">
        <PopoverTrigger asChild>
          <IconButton label={unread > 0 ? `Notifications, ${unread} unread` : "Notifications"}>
            <Bell aria-hidden="true" />
          </IconButton>
        </PopoverTrigger>
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute bottom-[calc(50%+1px)] left-[calc(50%+1px)] min-w-4 rounded-full bg-bad-solid px-1 text-center font-semibold text-[10px] text-on-bad leading-4 tabular-nums"
          >
            {unread > 9 ? "9+" : unread}
          </span>
        )}
      </span>
      <PopoverContent align="end" aria-label="Notifications" className="w-96 overflow-hidden p-0">
        <NotificationList
          groups={groups}
          isPending={isPending}
          onClose={() => setOpen(false)}
          onOpenLead={onOpenLead}
        />
      </PopoverContent>
    </Popover>
  );
}

type ListProps = {
  groups: NewsGroup[];
  isPending: boolean;
  onClose: () => void;
  onOpenLead: Props["onOpenLead"] | undefined;
};

function NotificationList({ groups, isPending, onClose, onOpenLead }: ListProps) {
  const { open } = useOpenLead();
  const navigate = useNavigate();
  const client = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const mark = useAction({
    action: markRead,
    errorMessage: "The notifications weren't marked as read",
    optimistic: (marked) => {
      const ids = new Set(marked.map(({ id }) => id));
      return changeCached(client, queryKeys.crmNews(), (shown: News[]) =>
        shown.map((item) => (ids.has(item.id) ? { ...item, is_read: true } : item)),
      );
    },
    invalidates: [queryKeys.crmNews()],
    whenBusy: "queue",
    canRetry: true,
  });
  const markUnread = (marked: News[]) => marked.length > 0 && void mark.run(marked);
  const unread = groups.flatMap((group) => group.unread);
  const select = ({ latest: item, unread: ofLead }: NewsGroup) => {
    markUnread(ofLead);
    // It's a colleague's now, and there is nothing more to see than the text.
    if (item.new_owner_name !== null || (item.event === "call_given" && item.call?.can_open !== true)) return;
    onClose();
    if (item.payment) return void navigate(`/admin/billing/${item.payment.invoice_id}`);
    if (item.event === "handed_off" || item.lead_id === null)
      return void navigate(`/admin/requests#request-${item.id}`);
    // A call that was canceled or is a colleague's isn't in the user's week, so its lead opens, if it can.
    const isGone = item.event === "call_canceled" || item.event === "call_given" || Boolean(item.call?.host);
    if (item.call && !(isGone && item.call.can_open)) {
      const path = `/calls${callSearch(item.call)}`;
      if (item.account) return location.assign(`/workspace/${item.account.slug}${path}`);
      // The week may be on the screen as it was before this change.
      void client.invalidateQueries({ queryKey: queryKeys.crmCallsOfAnyWeek() });
      return void navigate(crmPath(path));
    }
    if (onOpenLead && !item.account) return onOpenLead(item.lead_id);
    open(item.lead_id, item.account);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the buttons inside
    <div
      className="flex max-h-[min(28rem,var(--radix-popover-content-available-height))] flex-col"
      onKeyDown={moveFocus}
    >
      <div className="flex h-11 shrink-0 items-center justify-between gap-2 border-line border-b pr-1.5 pl-3">
        <h2 className="font-semibold text-13">Notifications</h2>
        {unread.length > 0 && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              // The button goes away with the last unread one.
              list.current?.querySelector("button")?.focus();
              markUnread(unread);
            }}
          >
            Mark all as read
          </Button>
        )}
      </div>
      {!isPending && groups.length === 0 && (
        <p className="px-3 py-4 text-13 text-ink-3">
          Nothing yet. New leads, missed targets and changes to your calls appear here.
        </p>
      )}
      <ul ref={list} className="min-h-0 flex-1 overflow-y-auto p-1">
        {groups.map((group) => (
          <NotificationRow
            key={(group.earlier.at(-1) ?? group.latest).id}
            group={group}
            onSelect={select}
            onMark={() => markUnread(group.unread)}
          />
        ))}
      </ul>
      <RequestNotifications />
    </div>
  );
}

type RowProps = { group: NewsGroup; onSelect: (group: NewsGroup) => void; onMark: () => void };

function NotificationRow({ group, onSelect, onMark }: RowProps) {
  const { latest: item, earlier, unread } = group;
  const { Icon, color } = NEWS_ICONS[item.event];
  const isRead = unread.length === 0;
  return (
    <li className="group flex items-start rounded-ctl hover:bg-hover">
      <button
        type="button"
        data-row
        className="flex min-w-0 flex-1 cursor-pointer items-start gap-2.5 rounded-ctl px-2 py-2 text-left text-13 phone:py-3 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0"
        onClick={() => onSelect(group)}
      >
        <Icon aria-hidden="true" className={isRead ? "text-ink-3" : color} />
        <span className={cn("wrap-anywhere min-w-0 flex-1", isRead && "text-ink-2")}>
          {!isRead && <span className="sr-only">Unread: </span>}
          <b className={isRead ? "font-medium" : "font-semibold"}>{leadName(item)}</b> {newsText(item)}
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 text-ink-3 text-xs">
            <TimeAgo at={item.at} />
            {earlier.length > 0 && <span>{earlierText(earlier)}</span>}
            {item.account && <AccountChip account={item.account} />}
          </span>
        </span>
      </button>
      {!isRead && (
        <IconButton
          size="sm"
          label={`Mark as read: ${leadName(item)}`}
          className="m-1 shrink-0"
          onClick={(event) => {
            event.currentTarget.closest("li")?.querySelector<HTMLElement>("[data-row]")?.focus();
            onMark();
          }}
        >
          <span aria-hidden="true" className="size-2 rounded-full bg-accent group-hover:hidden" />
          <Check aria-hidden="true" className="hidden group-hover:block" />
        </IconButton>
      )}
    </li>
  );
}

/** Arrow keys, Home and End move between the rows. Tab also reaches the buttons beside them. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.findIndex((row) => row.closest("li")?.contains(document.activeElement));
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  rows[Math.max(0, Math.min(target, rows.length - 1))]?.focus();
}

/** Asks the browser for desktop notifications, until the user has decided. */
function RequestNotifications() {
  const [canRequest, setCanRequest] = useState(canRequestNotifications);
  if (!canRequest) return null;
  const request = () => void requestNotifications().then(() => setCanRequest(canRequestNotifications()));
  return (
    <div className="border-line border-t p-1">
      <Button variant="ghost" icon={<BellRing aria-hidden="true" />} onClick={request}>
        Notify me on this computer
      </Button>
    </div>
  );
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
      body: newest.account?.name ?? newest.company ?? "A new lead",
      tag: newest.id,
    });
    note.onclick = () => {
      focus();
      location.assign(newest.account ? pathInAccount(newest.account, newest.id) : crmPath(`?lead=${newest.id}`));
    };
  }, [pulse, newest]);
}
