import { Keyboard, Plus, Search } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { ModKbd } from "~/ui/mod-kbd.tsx";
import { SidebarTrigger } from "~/ui/sidebar.tsx";
import { TopBar, TopBarTitle } from "~/ui/top-bar.tsx";
import { NotificationsMenu } from "./notifications-menu.tsx";

type Props = {
  title: string;
  /** A page with a heading of its own (a lead's) has none here. */
  heading: boolean;
  onSearch: () => void;
  onShowShortcuts: () => void;
  onNewLead: () => void;
};

/** Where one is, the way to everything else, and the way to a new lead. */
export function CrmTopBar({ title, heading, onSearch, onShowShortcuts, onNewLead }: Props) {
  return (
    <TopBar className="grid grid-cols-[minmax(min-content,1fr)_minmax(0,360px)_minmax(min-content,1fr)] phone:flex">
      <div className="flex min-w-0 items-center gap-2 phone:flex-1">
        <SidebarTrigger className="hidden" />
        {heading ? (
          <TopBarTitle>{title}</TopBarTitle>
        ) : (
          <p className="truncate font-display font-semibold text-base tracking-tight">{title}</p>
        )}
      </div>
      <button
        type="button"
        onClick={onSearch}
        className="flex h-8 min-w-0 cursor-pointer items-center gap-2 rounded-ctl border border-line bg-surface pr-1.5 pl-2.5 text-13 text-ink-3 hover:border-line-strong phone:hidden"
      >
        <Search aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="min-w-0 flex-1 truncate text-left">Search leads, views, actions</span>
        <ModKbd>K</ModKbd>
      </button>
      <div className="flex items-center justify-end gap-1">
        <IconButton label="Search" onClick={onSearch} className="md:hidden">
          <Search aria-hidden="true" />
        </IconButton>
        <NotificationsMenu />
        <IconButton label="Keyboard shortcuts" onClick={onShowShortcuts} className="phone:hidden touch:hidden">
          <Keyboard aria-hidden="true" />
        </IconButton>
        <Button onClick={onNewLead} aria-keyshortcuts="c" className="ml-1 phone:hidden">
          <Plus aria-hidden="true" />
          New lead <Kbd>C</Kbd>
        </Button>
        <IconButton label="New lead" onClick={onNewLead} className="md:hidden">
          <Plus aria-hidden="true" />
        </IconButton>
      </div>
    </TopBar>
  );
}
