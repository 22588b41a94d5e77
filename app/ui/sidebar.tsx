import { PanelLeft } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ComponentProps, cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { cn } from "./cn.ts";
import { KeyText } from "./key-caps.tsx";
import { Sheet, SheetContent } from "./sheet.tsx";
import { SidebarContext, useSidebar, useSidebarState } from "./sidebar-state.ts";
import { Tooltip } from "./tooltip.tsx";

/** The page layout: a Sidebar and a SidebarMain. 16rem open, 3rem as a rail, an 18rem sheet below 768 px (spec §9). */
export function SidebarProvider({ className, ...props }: ComponentProps<"div">) {
  return (
    <SidebarContext value={useSidebarState()}>
      <div className={cn("flex min-h-dvh bg-page text-ink", className)} {...props} />
    </SidebarContext>
  );
}

export function Sidebar({ label = "Main", children }: { label?: string; children: ReactNode }) {
  const { openMobile, setOpenMobile } = useSidebar();
  return (
    <>
      <aside className="sticky top-0 flex h-dvh w-(--sidebar) shrink-0 flex-col overflow-hidden border-line border-r bg-sunken rail:w-(--sidebar-rail) phone:hidden">
        <nav aria-label={label} className="contents">
          {children}
        </nav>
      </aside>
      <Sheet open={openMobile} onOpenChange={setOpenMobile}>
        <SheetContent
          side="left"
          className="md:hidden"
          aria-describedby={undefined}
          // The sheet itself gets focus. On its close button, a tooltip would cover the links.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
        >
          <Radix.Title className="sr-only">{label} navigation</Radix.Title>
          <nav aria-label={label} className="contents">
            {children}
          </nav>
        </SheetContent>
      </Sheet>
    </>
  );
}

type HeaderProps = { title: ReactNode; logo: ReactNode };

/** Logo and title. As a rail, the logo, which becomes the trigger on hover and focus; on a touch screen, the trigger alone. */
export function SidebarHeader({ title, logo }: HeaderProps) {
  return (
    <div className="group relative flex h-12 shrink-0 items-center gap-2 pr-2 pl-4 font-display font-semibold text-[15px] tracking-tight rail:justify-center rail:px-0 phone:h-14">
      <span className="flex shrink-0 rail:group-focus-within:opacity-0 rail:group-hover:opacity-0 rail:touch:opacity-0">
        {logo}
      </span>
      <span className="min-w-0 flex-1 truncate rail:hidden">{title}</span>
      <SidebarTrigger className="rail:absolute rail:opacity-0 rail:focus-visible:opacity-100 rail:group-hover:opacity-100 rail:touch:opacity-100" />
    </div>
  );
}

export function SidebarContent({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={cn("flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overflow-x-hidden px-2 py-1", className)}
      {...props}
    />
  );
}

/** The user and what they can do. As a rail, one below the other, without texts. */
export function SidebarFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={cn(
        "flex min-h-13 shrink-0 items-center gap-2 border-line border-t px-3 py-2.5 text-13 rail:flex-col rail:justify-center rail:px-0",
        className,
      )}
      {...props}
    />
  );
}

export function SidebarGroup({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div className="not-first:rail:border-line not-first:rail:border-t not-first:rail:pt-3">
      {label && <p className="px-2 pt-2 pb-1 font-medium text-ink-3 text-xs rail:sr-only">{label}</p>}
      <ul aria-label={label} className="grid grid-cols-1 gap-px">
        {children}
      </ul>
    </div>
  );
}

type ItemProps = {
  label: string;
  icon: ReactNode;
  /** A count or shortcut at the end of the line. */
  end?: ReactNode;
  /** The end content needs attention, so the rail keeps it on the icon's corner. */
  alert?: boolean;
  /** With asChild, the only child is the link. A NavLink marks the current page itself. */
  asChild?: boolean;
  href?: string;
  current?: boolean;
  children?: ReactNode;
};

export function SidebarItem({ label, icon, end, alert, asChild, href, current, children }: ItemProps) {
  const { setOpenMobile } = useSidebar();
  const content = (
    <>
      {icon}
      <span className="min-w-0 flex-1 truncate rail:sr-only">{label}</span>
      {end && (
        <span
          className={cn("shrink-0", alert ? "rail:absolute rail:-top-1 rail:-right-1.5 rail:scale-90" : "rail:hidden")}
        >
          {end}
        </span>
      )}
    </>
  );
  const link =
    asChild && isValidElement(children) ? (children as ReactElement<ComponentProps<"a">>) : <a href={href}>{label}</a>;
  const props = {
    className: ITEM,
    onClick: () => setOpenMobile(false),
    ...(current && { "aria-current": "page" as const }),
  };
  return (
    <li>
      <Tooltip label={label} side="right" className="hidden rail:block">
        {cloneElement(link, props, content)}
      </Tooltip>
    </li>
  );
}

const ITEM = [
  "relative flex h-[30px] items-center gap-2 rounded-sm px-2 font-medium text-13 text-ink-2 phone:h-11 phone:text-sm touch:h-11",
  "hover:bg-hover hover:text-ink active:bg-press focus-visible:-outline-offset-1 rail:h-8 rail:w-8 rail:justify-center rail:px-0",
  "aria-[current=page]:bg-press aria-[current=page]:text-ink [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-3 aria-[current=page]:[&>svg]:text-ink",
  "aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-[7px] aria-[current=page]:before:-left-2 aria-[current=page]:before:w-0.5 aria-[current=page]:before:rounded-r-xs aria-[current=page]:before:bg-accent",
].join(" ");

export function SidebarTrigger({ className }: { className?: string }) {
  const { expanded, toggle } = useSidebar();
  return (
    <Tooltip
      label={
        <>
          Toggle sidebar (<KeyText keys="mod+b" />)
        </>
      }
    >
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Toggle sidebar"
        aria-expanded={expanded}
        aria-keyshortcuts="Control+B Meta+B"
        onClick={toggle}
        className={className}
      >
        <PanelLeft aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}

export function SidebarMain({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("flex min-w-0 flex-1 flex-col", className)} {...props} />;
}
