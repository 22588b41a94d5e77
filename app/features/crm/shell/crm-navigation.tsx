import { useQuery } from "@tanstack/react-query";
import { Lock, LogOut, Menu, Users } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { AccountLogo } from "~/shared/brand/account-logo.tsx";
import { useWithCameFrom } from "~/shared/came-from.ts";
import { AppSidebar, NavGroup } from "~/shared/shell/app-sidebar.tsx";
import { signOut } from "~/shared/sign-out.ts";
import { crmPath } from "~/shared/workspace.ts";
import { useIsReadOnly, useWorkspace } from "~/shared/workspace-context.ts";
import { cn } from "~/ui/cn.ts";
import { IconButton } from "~/ui/icon-button.tsx";
import { SidebarGroup, SidebarItem } from "~/ui/sidebar.tsx";
import { useSidebar } from "~/ui/sidebar-state.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { clockTime } from "../../../../domain/lead-clock.ts";
import { localZone } from "../../../../domain/zoned-time.ts";
import { type SavedView, savedViewsQuery } from "../lib/api.ts";
import { awayUntil, shortAwayUntil } from "../lib/away-text.ts";
import { ACCOUNT_PAGES, crmPages, homeOf, sidebarPages } from "../lib/crm-pages.ts";
import type { Pulse } from "../lib/pulse.ts";
import { PREMIUM_PAGES } from "../workspace/offer-premium.ts";
import { SimulateLead } from "./simulate-lead.tsx";
import { WorkspaceLinks } from "./workspace-links.tsx";

type Props = Pick<ComponentProps<typeof AppSidebar>, "user"> & { pulse: Pulse | undefined };

export function CrmSidebar({ user, pulse }: Props) {
  const { data: allViews = [] } = useQuery(savedViewsQuery);
  const views = allViews.slice(0, MAX_VIEWS);
  const workspace = useWorkspace();
  const isReadOnly = useIsReadOnly();
  const withCameFrom = useWithCameFrom();
  const view = new URLSearchParams(useLocation().search).get("view");
  const ends: Record<string, ReactNode> = pulse
    ? {
        [crmPath()]: <UnansweredBadge count={pulse.unanswered} />,
        [crmPath("/leads")]: <NavCount count={pulse.leads} />,
      }
    : {};
  if (isReadOnly) for (const path of PREMIUM_PAGES) ends[crmPath(path)] = <PremiumMark />;
  return (
    <AppSidebar
      label={workspace ? "Workspace" : "Sales"}
      title={workspace?.name ?? "Sales"}
      logo={workspace ? <AccountLogo name={workspace.name} logo={workspace.logo} /> : undefined}
      user={user}
      actions={
        <IconButton label="Sign Out" size="sm" side="top" onClick={() => void signOut()}>
          <LogOut aria-hidden="true" />
        </IconButton>
      }
    >
      <NavGroup
        pages={sidebarPages(workspace)}
        home={crmPath()}
        ends={ends}
        unmarked={views.some(({ id }) => id === view) && crmPath("/leads")}
      />
      <SavedViews views={views} current={view} />
      {pulse && <OnShift pulse={pulse} />}
      {user.role !== "admin" && <WorkspaceLinks />}
      <NavGroup
        label="Account"
        pages={[
          ...homeOf(user.role, workspace !== null),
          ...ACCOUNT_PAGES.map((page) => ({ ...page, to: withCameFrom(page.to) })),
        ]}
      >
        {!workspace && <SimulateLead />}
      </NavGroup>
    </AppSidebar>
  );
}

function PremiumMark() {
  return (
    <>
      <Lock aria-hidden="true" className="size-3.5 text-ink-3" />
      <span className="sr-only"> with Premium</span>
    </>
  );
}

const TAB = [
  "relative grid content-center justify-items-center gap-[3px] font-medium text-ink-3 text-xs aria-[current=page]:text-ink focus-visible:-outline-offset-2",
  "aria-[current=page]:before:absolute aria-[current=page]:before:-top-px aria-[current=page]:before:h-0.5 aria-[current=page]:before:w-8 aria-[current=page]:before:bg-accent [&_svg]:size-5",
].join(" ");

/** The navigation on a phone. */
export function PhoneTabs({ unanswered }: { unanswered: number }) {
  const { toggle, openMobile } = useSidebar();
  const { pathname } = useLocation();
  const tabs = crmPages().filter(({ tab }) => tab);
  const isInTab = tabs.some(({ to }) => pathname === to || (to !== crmPath() && pathname.startsWith(`${to}/`)));
  return (
    <nav
      aria-label="Sales pages"
      className="fixed inset-x-0 bottom-0 z-30 hidden h-[calc(4rem+env(safe-area-inset-bottom))] grid-cols-5 border-line border-t bg-surface pb-[max(6px,env(safe-area-inset-bottom))] phone:grid"
    >
      {tabs.map(({ to, label, Icon }) => (
        <NavLink key={to} to={to} end={to === crmPath()} className={TAB}>
          <Icon aria-hidden="true" />
          {label}
          {to === crmPath() && (
            <UnansweredBadge
              count={unanswered}
              className="absolute top-1.5 left-[calc(50%+6px)] h-4 min-w-4 bg-bad-solid text-on-bad ring-2 ring-surface"
            />
          )}
        </NavLink>
      ))}
      <button
        type="button"
        aria-expanded={openMobile}
        aria-current={isInTab ? undefined : "page"}
        onClick={toggle}
        className={TAB}
      >
        <Menu aria-hidden="true" />
        More
      </button>
    </nav>
  );
}

function UnansweredBadge({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <span
      className={cn(
        "inline-grid h-4.5 min-w-4.5 place-items-center rounded-sm bg-bad-bg px-1 font-medium font-mono text-2xs text-bad-fg tabular-nums",
        className,
      )}
    >
      {count > 99 ? "99+" : count}
      <span className="sr-only"> unanswered</span>
    </span>
  );
}

function NavCount({ count }: { count: number }) {
  return <span className="font-medium font-mono text-2xs text-ink-3 tabular-nums">{formatCount(count)}</span>;
}

/** The team with today's median response times: who is on shift first, then the others and until when they are away. */
function OnShift({ pulse: { team, target_seconds: target, calendar, now } }: { pulse: Pulse }) {
  const zone = calendar?.timeZone ?? localZone();
  if (team.length === 0) return null;
  const title = team.some((member) => member.on_shift) ? "On shift" : "Team";
  const sorted = [...team].sort((a, b) => Number(b.on_shift) - Number(a.on_shift));
  return (
    <section aria-label={title} className="rail:hidden">
      <h2 className="px-2 pt-2 pb-1 font-medium text-ink-3 text-xs">{title} · median today</h2>
      <ul>
        {sorted.slice(0, 8).map(({ user_id, name, median_seconds, on_shift, away_until }) => {
          const late = median_seconds !== null && median_seconds > target;
          return (
            <li
              key={user_id}
              title={away_until ? `${name} is away until ${awayUntil(away_until, zone)}` : name}
              className="flex h-[30px] items-center gap-2 px-2 text-13 text-ink-2"
            >
              <PersonAvatar userId={user_id} name={name} size={20} />
              <span className={cn("min-w-0 flex-1 truncate", !on_shift && "text-ink-3")}>{name}</span>
              {!on_shift && (
                <span className="shrink-0 text-2xs text-ink-3">
                  {away_until ? `away until ${shortAwayUntil(away_until, now, zone)}` : "off shift"}
                </span>
              )}
              <span
                className={cn(
                  !on_shift && "hidden",
                  "shrink-0 font-medium font-mono text-ink-3 text-2xs tabular-nums [word-spacing:-.28em]",
                  late && "text-bad-fg",
                )}
              >
                {median_seconds === null ? "none yet" : clockTime(median_seconds)}
                {late && <span className="sr-only"> over target</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const MAX_VIEWS = 8;

/** The caller's saved views and the team's shared ones. */
function SavedViews({ views, current }: { views: SavedView[]; current: string | null }) {
  if (views.length === 0) return null;
  return (
    <SidebarGroup label="Views">
      {views.map(({ id, name, isShared, to }) => (
        <SidebarItem
          key={id}
          label={name}
          icon={isShared ? <Users aria-hidden="true" /> : <Lock aria-hidden="true" />}
          current={id === current}
          asChild
        >
          <Link to={to}>{name}</Link>
        </SidebarItem>
      ))}
    </SidebarGroup>
  );
}
