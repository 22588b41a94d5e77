import { Menu } from "lucide-react";
import { NavLink } from "react-router";
import { useSidebar } from "~/ui/sidebar-state.ts";
import { CRM_PAGES } from "./crm-pages.ts";
import { UnansweredBadge } from "./nav-counts.tsx";

const TAB = [
  "relative grid content-center justify-items-center gap-[3px] font-medium text-ink-3 text-xs aria-[current=page]:text-ink focus-visible:-outline-offset-2",
  "aria-[current=page]:before:absolute aria-[current=page]:before:-top-px aria-[current=page]:before:h-0.5 aria-[current=page]:before:w-8 aria-[current=page]:before:bg-accent [&_svg]:size-5",
].join(" ");

/** On a phone the pages are tabs under the thumb; the rest is one tap away. */
export function PhoneTabs({ unanswered }: { unanswered: number }) {
  const { toggle, openMobile } = useSidebar();
  return (
    <nav
      aria-label="Sales pages"
      className="fixed inset-x-0 bottom-0 z-30 hidden h-[calc(4rem+env(safe-area-inset-bottom))] grid-cols-5 border-line border-t bg-surface pb-[max(6px,env(safe-area-inset-bottom))] phone:grid"
    >
      {CRM_PAGES.filter(({ tab }) => tab).map(({ to, label, Icon }) => (
        <NavLink key={to} to={to} end={to === "/crm"} className={TAB}>
          <Icon aria-hidden="true" />
          {label}
          {to === "/crm" && (
            <UnansweredBadge
              count={unanswered}
              className="absolute top-1.5 left-[calc(50%+6px)] h-4 min-w-4 bg-bad-solid text-on-bad ring-2 ring-surface"
            />
          )}
        </NavLink>
      ))}
      <button type="button" aria-expanded={openMobile} onClick={toggle} className={TAB}>
        <Menu aria-hidden="true" />
        More
      </button>
    </nav>
  );
}
