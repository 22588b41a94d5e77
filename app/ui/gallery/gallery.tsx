import {
  Blocks,
  Circle,
  Command,
  LayoutPanelTop,
  MessageSquareWarning,
  Palette,
  Table2,
  Tags,
  TextCursorInput,
} from "lucide-react";
import { useEffect, useState } from "react";
import { Avatar } from "../avatar.tsx";
import { Chip } from "../chip.tsx";
import { Logo } from "../logo.tsx";
import { SegmentedControl } from "../segmented-control.tsx";
import {
  Sidebar,
  SidebarContent,
  SidebarFooter,
  SidebarGroup,
  SidebarHeader,
  SidebarItem,
  SidebarMain,
  SidebarProvider,
  SidebarTrigger,
} from "../sidebar.tsx";
import { Toaster } from "../toaster.tsx";
import { TopBar, TopBarTitle } from "../top-bar.tsx";
import { Buttons } from "./buttons.tsx";
import { Feedback } from "./feedback.tsx";
import { Fields } from "./fields.tsx";
import { Foundations } from "./foundations.tsx";
import { Overlays } from "./overlays.tsx";
import { Statuses } from "./statuses.tsx";
import { Surfaces } from "./surfaces.tsx";
import { Tables } from "./tables.tsx";

const SECTIONS = [
  { id: "foundations", label: "Foundations", Icon: Palette },
  { id: "buttons", label: "Buttons and links", Icon: Command },
  { id: "fields", label: "Fields and choices", Icon: TextCursorInput },
  { id: "statuses", label: "Chips, people, numbers", Icon: Tags },
  { id: "surfaces", label: "Cards, stats, tabs", Icon: LayoutPanelTop },
  { id: "tables", label: "Tables", Icon: Table2 },
  { id: "feedback", label: "Feedback", Icon: MessageSquareWarning },
  { id: "overlays", label: "Dialogs, drawers, menus", Icon: Blocks },
];

/** All components and states, in the portal's layout. */
export function Gallery() {
  return (
    <SidebarProvider>
      <Sidebar label="Parts">
        <SidebarHeader title="Interface kit" logo={<Logo size={18} />} />
        <SidebarContent>
          <SidebarGroup label="Parts">
            {SECTIONS.map(({ id, label, Icon }) => (
              <SidebarItem
                key={id}
                label={label}
                href={`#${id}`}
                icon={<Icon aria-hidden="true" />}
                current={id === "buttons"}
              />
            ))}
          </SidebarGroup>
          <SidebarGroup label="States">
            <SidebarItem
              label="With a count"
              href="#statuses"
              icon={<Circle aria-hidden="true" />}
              end={<span className="num text-xs">12</span>}
            />
          </SidebarGroup>
        </SidebarContent>
        <SidebarFooter>
          <Avatar name="Anneke Koster" />
          <span className="min-w-0 flex-1 truncate">Anneke Koster</span>
          <Chip tone="admin">admin</Chip>
        </SidebarFooter>
      </Sidebar>
      <SidebarMain>
        <TopBar>
          <SidebarTrigger className="md:hidden" />
          <TopBarTitle>Interface kit</TopBarTitle>
          <ThemeSwitch />
        </TopBar>
        <main className="mx-auto grid w-full max-w-wrap gap-8 px-4 py-6 md:px-6">
          <Foundations />
          <Buttons />
          <Fields />
          <Statuses />
          <Surfaces />
          <Tables />
          <Feedback />
          <Overlays />
        </main>
      </SidebarMain>
      <Toaster />
    </SidebarProvider>
  );
}

type Theme = "system" | "light" | "dark";
const THEMES: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** For this page only, and not saved. ?theme=dark sets the initial theme. */
function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>("system");
  useEffect(() => {
    const themeParam = new URLSearchParams(location.search).get("theme");
    if (themeParam === "light" || themeParam === "dark") setTheme(themeParam);
  }, []);
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  return <SegmentedControl legend="Theme" value={theme} onChange={setTheme} options={THEMES} className="ml-auto" />;
}
