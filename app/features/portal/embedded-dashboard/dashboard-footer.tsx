import { CheckCheck, Clock, LayoutDashboard, PlugZap, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import { formatClock, formatMoment } from "~/shared/format-date.ts";
import { cn } from "~/ui/cn.ts";

type Props = { loadedAt: number | null; live: boolean | null; syncedAt: number | null; isFullScreen: boolean };

/** Spec §2: last updated, Live Dashboard, Connected or Disconnected, the synced time, Powered by Notion. */
export function DashboardFooter({ loadedAt, live, syncedAt, isFullScreen }: Props) {
  return (
    <footer
      className={cn(
        "flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-4 py-2.5 text-ink-3 text-xs phone:gap-y-2",
        isFullScreen && "h-14 content-center py-0 phone:gap-x-3 phone:gap-y-0.5",
      )}
    >
      <Item icon={<Clock />}>
        Last updated <TimeItem at={loadedAt} />
      </Item>
      <Item icon={<LayoutDashboard />}>Live Dashboard</Item>
      {live === false ? (
        <Item icon={<Unplug />} className="text-bad-fg">
          Disconnected
        </Item>
      ) : (
        <Item icon={<PlugZap />} className={live ? "text-ok-fg" : undefined}>
          {live ? "Connected" : "Connecting"}
        </Item>
      )}
      <Item icon={<CheckCheck />}>
        Synced <TimeItem at={syncedAt} />
      </Item>
      <span className="md:ml-auto">Powered by Notion</span>
    </footer>
  );
}

function Item({ icon, className, children }: { icon: ReactNode; className?: string | undefined; children: ReactNode }) {
  return (
    <span className={cn("inline-flex items-center gap-1.5 whitespace-nowrap [&_svg]:size-3.5", className)}>
      {icon}
      <span>{children}</span>
    </span>
  );
}

function TimeItem({ at }: { at: number | null }) {
  if (at === null) return "–";
  const time = new Date(at);
  return (
    <time
      dateTime={time.toISOString()}
      title={formatMoment(time.toISOString())}
      className="ml-0.5 font-mono tabular-nums tracking-tighter"
    >
      {formatClock(time)}
    </time>
  );
}
