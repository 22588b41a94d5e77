import { ExternalLink, Maximize, Minimize, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import { IconButton } from "~/ui/icon-button.tsx";
import { Tooltip } from "~/ui/tooltip.tsx";
import type { LeadDashboard } from "./api.ts";

type Props = {
  dashboard: LeadDashboard;
  titleId: string;
  isAdmin: boolean;
  live: boolean | null;
  isFullScreen: boolean;
  onRefresh: () => void;
  onToggleFullScreen: () => void;
};

/** The card's header: the dashboard's name, its live status and its actions (spec §2). */
export function DashboardToolbar({
  dashboard,
  titleId,
  isAdmin,
  live,
  isFullScreen,
  onRefresh,
  onToggleFullScreen,
}: Props) {
  const [isRefreshing, refresh] = useRefresh(onRefresh);
  return (
    <header
      className={cn(
        "flex min-h-14 shrink-0 items-center gap-1 border-line border-b py-1.5 pr-2 pl-4 phone:gap-0 phone:pr-1",
        isFullScreen && "h-16",
      )}
    >
      {/* On a phone, the badge has its own line, because the title needs the width. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <h2 id={titleId} className="min-w-0 truncate font-semibold text-sm">
          {dashboard.dashboard_title}
        </h2>
        {isAdmin && (
          <Chip tone="admin" className="phone:order-last">
            Admin View
          </Chip>
        )}
        <p className="w-full truncate text-ink-3 text-xs">{dashboard.business_name}</p>
      </div>
      <ConnectionIndicator live={live} />
      <span aria-hidden="true" className="mx-2 h-5 border-line border-l phone:mr-0" />
      <IconButton label="Refresh" loading={isRefreshing} onClick={refresh}>
        <RefreshCw aria-hidden="true" />
      </IconButton>
      <Tooltip label="Open in new tab">
        <Button asChild variant="ghost" size="icon">
          <a
            href={dashboard.notion_database_url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label="Open in new tab"
          >
            <ExternalLink aria-hidden="true" />
          </a>
        </Button>
      </Tooltip>
      <IconButton label={isFullScreen ? "Exit full screen" : "Full screen"} onClick={onToggleFullScreen}>
        {isFullScreen ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
      </IconButton>
    </header>
  );
}

/** Spec §9: the refresh spinner runs for 1 second. */
const SPINNER_MS = 1_000;

function useRefresh(onRefresh: () => void): [boolean, () => void] {
  const [isRefreshing, setRefreshing] = useState(false);
  useEffect(() => {
    if (!isRefreshing) return;
    const end = setTimeout(() => setRefreshing(false), SPINNER_MS);
    return () => clearTimeout(end);
  }, [isRefreshing]);
  const refresh = () => {
    setRefreshing(true);
    onRefresh();
  };
  return [isRefreshing, refresh];
}

/** A filled or empty dot and a word, because color alone is not enough. */
function ConnectionIndicator({ live }: { live: boolean | null }) {
  const isOffline = live === false;
  return (
    <span
      role="status"
      className={cn(
        "inline-flex shrink-0 items-center gap-2 font-medium text-xs",
        live ? "text-ok-fg" : isOffline ? "text-bad-fg" : "text-ink-3",
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          "size-[7px] rounded-full forced:border",
          live && "bg-ok-dot ring-3 ring-ok-bg",
          isOffline && "border-2 border-bad-dot",
          live === null && "bg-mute-dot",
        )}
      />
      {live ? "Live" : isOffline ? "Offline" : "Checking"}
    </span>
  );
}
