import { useCallback, useEffect, useId, useRef, useState } from "react";
import { useTheme } from "~/shared/use-theme.ts";
import { cn } from "~/ui/cn.ts";
import { DashboardFooter } from "./dashboard-footer.tsx";
import { DashboardFrame, type FramePhase } from "./dashboard-frame.tsx";
import { DashboardToolbar } from "./dashboard-toolbar.tsx";
import { frameSource } from "./frame-source.ts";
import type { LeadDashboard } from "./load-dashboard.ts";
import { recordDashboardAccess } from "./record-access.ts";
import { useConnection } from "./use-connection.ts";
import { useFullScreen } from "./use-full-screen.ts";

type Props = { dashboard: LeadDashboard; isAdmin: boolean; demo: boolean };

/** Spec §2 Embedded dashboard card: a client's Notion page, live inside the portal. */
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
  useEffect(() => {
    if (!isAdmin) void recordDashboardAccess(dashboard.id);
  }, [dashboard.id, isAdmin]);
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
      {/* Spec §9: 600 px, in full screen all but 120 px, which the head and the foot take. */}
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
