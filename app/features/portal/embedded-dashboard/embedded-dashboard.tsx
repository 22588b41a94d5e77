import { CheckCheck, Clock, LayoutDashboard, PlugZap, Unplug } from "lucide-react";
import { type ReactNode, type RefObject, useCallback, useEffect, useId, useRef, useState } from "react";
import { useTheme } from "~/shared/use-theme.ts";
import { useViewAs } from "~/shared/view-as.tsx";
import { cn } from "~/ui/cn.ts";
import { formatClock, formatMoment } from "../../../../domain/format-date.ts";
import { type LeadDashboard, recordDashboardAccess } from "./api.ts";
import { useConnection } from "./connection.ts";
import { DashboardFrame, type FramePhase, frameSource } from "./dashboard-frame.tsx";
import { DashboardToolbar } from "./dashboard-toolbar.tsx";

type Props = { dashboard: LeadDashboard; isAdmin: boolean; demo: boolean };

/** Spec §2 Embedded dashboard card: a client's live Notion page in the portal. */
export function EmbeddedDashboard({ dashboard, isAdmin, demo }: Props) {
  const card = useRef<HTMLElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const source = frameSource(dashboard.notion_database_url, demo, useTheme()[0]);
  const [attempt, setAttempt] = useState(1);
  const [phase, setPhase] = useState<FramePhase>(source ? "loading" : "failed");
  const [loadedAt, setLoadedAt] = useState<number | null>(null);
  const { live, syncedAt, check } = useConnection(dashboard.id, phase);
  const [isFullScreen, toggleFullScreen] = useFullScreen(card);
  const viewedAs = useViewAs();
  const counts = !isAdmin && !viewedAs;
  useEffect(() => {
    if (counts) void recordDashboardAccess(dashboard.id);
  }, [dashboard.id, counts]);
  const changePhase = useCallback((next: FramePhase) => {
    setPhase(next);
    if (next === "loaded") setLoadedAt(Date.now());
  }, []);
  const reload = () => {
    setAttempt((last) => last + 1);
    setPhase(source ? "loading" : "failed");
    check();
  };
  return (
    <section
      ref={card}
      {...(isFullScreen && { role: "dialog", "aria-modal": true })}
      aria-labelledby={titleId}
      className={cn(
        "flex min-w-0 flex-col bg-surface",
        isFullScreen
          ? "fixed inset-0 z-40 overflow-y-auto overscroll-contain"
          : "overflow-hidden rounded-card border border-line shadow-[inset_0_1px_0_var(--sheen)]",
      )}
    >
      <DashboardToolbar
        {...{ dashboard, titleId, isAdmin, live, isFullScreen }}
        onRefresh={reload}
        onToggleFullScreen={toggleFullScreen}
      />
      {/* Spec §9: 600 px. Full screen leaves 120 px for the header and footer. */}
      <div
        ref={place}
        tabIndex={-1}
        className={cn("relative shrink-0 outline-none", isFullScreen ? "h-[calc(100vh-120px)]" : "h-[600px]")}
      >
        <DashboardFrame
          key={attempt}
          url={dashboard.notion_database_url}
          title={`${dashboard.dashboard_title}, ${dashboard.business_name}`}
          source={source}
          containerRef={place}
          onPhase={changePhase}
          onRetry={reload}
        />
      </div>
      <DashboardFooter {...{ loadedAt, live, syncedAt, isFullScreen }} />
    </section>
  );
}

type DashboardFooterProps = {
  loadedAt: number | null;
  live: boolean | null;
  syncedAt: number | null;
  isFullScreen: boolean;
};

/** Spec §2: last updated, Live Dashboard, Connected or Disconnected, the synced time, Powered by Notion. */
function DashboardFooter({ loadedAt, live, syncedAt, isFullScreen }: DashboardFooterProps) {
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

/**
 * Shows an element over the whole window. It stays in its place in the document, because a moved frame reloads. Everything around
 * it is inert until then. Escape closes it.
 */
function useFullScreen(ref: RefObject<HTMLElement | null>): [boolean, () => void] {
  const [isFullScreen, setFullScreen] = useState(false);
  useEffect(() => {
    if (!isFullScreen || !ref.current) return;
    const release = isolate(ref.current);
    const leave = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) setFullScreen(false);
    };
    addEventListener("keydown", leave);
    return () => {
      removeEventListener("keydown", leave);
      release();
    };
  }, [isFullScreen, ref]);
  return [isFullScreen, () => setFullScreen((was) => !was)];
}

/** Makes everything but the element inert and stops the page from scrolling. Live regions still speak to screen readers. */
function isolate(element: HTMLElement): () => void {
  const silenced: HTMLElement[] = [];
  for (let at: HTMLElement = element; at.parentElement && at !== document.body; at = at.parentElement)
    for (const sibling of at.parentElement.children)
      if (sibling !== at && sibling instanceof HTMLElement && !sibling.inert && !sibling.matches("[aria-live]")) {
        sibling.inert = true;
        silenced.push(sibling);
      }
  const { overflow } = document.documentElement.style;
  document.documentElement.style.overflow = "hidden";
  return () => {
    document.documentElement.style.overflow = overflow;
    for (const sibling of silenced) sibling.inert = false;
  };
}
