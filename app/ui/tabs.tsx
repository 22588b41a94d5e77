import { Tabs as Radix } from "radix-ui";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { cn } from "./cn.ts";

export function Tabs({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root className={cn("min-w-0", className)} {...props} />;
}

/** The underline extends to the edges on a phone, where long tab lists scroll sideways. Give it an aria-label. */
export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef<{ tab?: Element; width: number }>({ width: 0 });
  // Keeps the selected tab fully in view, even after a count widens its neighbors. The page itself does not scroll.
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>("[data-state=active]");
    if (!row || !tab || (tab === shown.current.tab && row.scrollWidth === shown.current.width)) return;
    shown.current = { tab, width: row.scrollWidth };
    const { left, width } = tab.getBoundingClientRect();
    const edge = row.getBoundingClientRect();
    row.scrollLeft += left - edge.left - (edge.width - width) / 2;
  });
  return (
    <Radix.List
      ref={list}
      className={cn(
        // The focus ring needs the padding of the tabs, so the list is wider than its labels. The line below starts with them.
        "flex gap-2 overflow-x-auto overflow-y-hidden [scrollbar-width:none] [&::-webkit-scrollbar]:hidden",
        "-mx-1.5 bg-[linear-gradient(var(--line),var(--line))] bg-[length:calc(100%-0.75rem)_1px] bg-bottom bg-no-repeat",
        className,
      )}
      {...props}
    />
  );
}

/** A TabsList and the page's action on one line; on a phone, the action is above. */
export function TabsBar({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-end gap-4 border-line border-b phone:flex-col-reverse phone:items-stretch [&>[role=tablist]]:min-w-0 [&>[role=tablist]]:flex-1 [&>[role=tablist]]:bg-none">
      {children}
      <div className="grid pb-1.5 phone:pb-2">{action}</div>
    </div>
  );
}

/** Radix moves the focus in code, and browsers show a ring for that even after a click. So a click turns the ring off. */
export function TabsTrigger({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      onPointerDown={({ currentTarget }) => currentTarget.setAttribute("data-clicked", "")}
      onKeyDown={({ currentTarget }) => currentTarget.removeAttribute("data-clicked")}
      onBlur={({ currentTarget }) => currentTarget.removeAttribute("data-clicked")}
      className={cn(
        "relative inline-flex h-10 shrink-0 cursor-pointer items-center gap-1.5 whitespace-nowrap rounded-xs px-1.5 font-medium text-ink-3 text-sm phone:h-11",
        "hover:text-ink focus-visible:-outline-offset-2 data-clicked:outline-0 active:text-ink data-[state=active]:text-ink",
        "after:absolute after:inset-x-1.5 after:bottom-0 after:h-0.5 data-[state=active]:after:bg-accent",
        "disabled:cursor-not-allowed disabled:text-ink-4 [&_svg]:size-4",
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn("rounded-xs focus-visible:outline-offset-4", className)} {...props} />;
}

const TONES = {
  plain: "text-ink-3",
  neutral: "min-w-[18px] rounded-[5px] bg-mute-bg px-[5px] text-ink-2",
  warn: "min-w-[18px] rounded-[5px] bg-warn-bg px-[5px] text-warn-fg",
  bad: "min-w-[18px] rounded-[5px] bg-bad-bg px-[5px] text-bad-fg",
};

/** The number of items in a tab. With a tone, it is a badge that needs attention. */
export function TabsCount({
  tone = "plain",
  className,
  ...props
}: ComponentProps<"span"> & { tone?: keyof typeof TONES }) {
  return (
    <span
      className={cn(
        "inline-grid h-[18px] place-items-center font-medium font-mono text-2xs tabular-nums tracking-tighter",
        TONES[tone],
        className,
      )}
      {...props}
    />
  );
}
