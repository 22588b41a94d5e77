import { CalendarX, Check, CircleQuestionMark, type LucideIcon } from "lucide-react";
import type { CSSProperties } from "react";
import { Avatar } from "~/ui/avatar.tsx";
import { cn } from "~/ui/cn.ts";
import { Popover, PopoverContent, PopoverTrigger } from "~/ui/popover.tsx";
import { formatCallTime, formatTime } from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { needsOutcome, STATE_TEXTS } from "../lib/calls.ts";
import type { ShownCall } from "./api.ts";
import { CallCard } from "./call-card.tsx";
import { returnsFocusToCall } from "./find-call.ts";
import type { Placed } from "./week.ts";

/** The state of a call as an icon, because a short call has one line. A call that is still to come has none. */
const STATE_ICONS: Partial<Record<ShownCall["state"], [LucideIcon, string]>> = {
  held: [Check, "text-ok-fg"],
  no_show: [CalendarX, "text-bad-fg"],
};
/**
 * A short call has one line, or two where its block is high enough: the name has the first one for itself. The container is the
 * block without its edges. Beside another call it is so narrow that the time has the second line for itself, and the host needs a
 * third one.
 */
const ROOMY = {
  line: "[@container(min-height:28px)]:flex-wrap [@container(min-height:28px)]:leading-3.5",
  name: "[@container(min-height:28px)]:order-first [@container(min-height:28px)]:basis-full",
  // In a very narrow line the name goes first: the place in the grid shows the time.
  // Beside an icon it takes what is left, because it would go to a third line.
  time: "[@container(max-width:83.9px)_and_(max-height:27.9px)]:hidden [@container(max-width:83.9px)]:flex-1",
  // 'AM' or 'PM', which the place in the grid shows.
  half: "[@container(max-width:75.9px)]:hidden",
  host: "-my-px [@container(max-width:83.9px)_and_(max-height:43.9px)]:hidden",
  // The hosts of one call may be more than a narrow line has room for.
  moreHosts: "[@container(max-width:83.9px)]:hidden",
  state: "[@container(max-width:63.9px)]:hidden",
  title: "[@container(max-width:83.9px)]:hidden",
};
const ASKS: [LucideIcon, string] = [CircleQuestionMark, "text-warn-fg"];

type BlockProps = {
  placed: Placed<ShownCall>;
  style: CSSProperties;
  /** Whether calls of several people stand side by side. */
  showsHosts: boolean;
  isCurrent: boolean;
  isShown: boolean;
  onFocus: (id: string) => void;
  onShow: (id: string | null) => void;
  onOpen: (call: ShownCall) => void;
  onDrag: (dragged: { call: ShownCall; grabbed: number } | null) => void;
};

/** A call in the week. A click shows its card. */
export function CallBlock(props: BlockProps) {
  const { placed, style, showsHosts, isCurrent, isShown, onFocus, onShow, onOpen, onDrag } = props;
  const { item: call, lane, lanes } = placed;
  const asks = needsOutcome(call);
  const state = asks ? "no outcome yet" : STATE_TEXTS[call.state];
  const [Icon, color] = (asks ? ASKS : STATE_ICONS[call.state]) ?? [];
  const hosts = showsHosts && call.hosts.length > 0 ? `, ${formatNames(call.hosts.map(({ name }) => name))}` : "";
  const icon = (
    <>
      {showsHosts &&
        call.hosts.map(({ id, name }, at) => (
          <Avatar
            key={id}
            name={name}
            size={20}
            className={cn("size-4! text-[8px]", ROOMY.host, at > 0 && ROOMY.moreHosts)}
          />
        ))}
      {Icon && <Icon aria-hidden="true" className={cn("size-3.5 shrink-0", color, ROOMY.state)} />}
    </>
  );
  const [clock, half] = formatTime(call.starts_at).split(/\s/);
  // Its block has room for one line, or two.
  const isShort = Date.parse(call.ends_at) - Date.parse(call.starts_at) < 45 * 60_000;
  return (
    <Popover open={isShown} onOpenChange={(open) => onShow(open ? call.id : null)}>
      <PopoverTrigger asChild>
        <button
          ref={returnsFocusToCall(call.id)}
          type="button"
          data-call={call.id}
          data-crm-row=""
          draggable={call.state === "booked"}
          title={[
            formatCallTime(call.starts_at),
            call.name,
            call.title,
            formatNames(call.hosts.map(({ name }) => name)),
            state,
          ]
            .filter(Boolean)
            .join(", ")}
          aria-label={`${call.title} with ${call.name}, ${formatCallTime(call.starts_at)}${hosts}, ${state}`}
          onFocus={() => onFocus(call.id)}
          onDragStart={(event) => {
            event.dataTransfer.setData("text/plain", call.id);
            event.dataTransfer.effectAllowed = "move";
            onDrag({ call, grabbed: event.clientY - event.currentTarget.getBoundingClientRect().top });
          }}
          onDragEnd={() => onDrag(null)}
          className={cn(
            "@container-size absolute z-[5] grid min-h-6 content-start overflow-hidden rounded-ctl border border-line bg-surface px-1.5 text-left text-xs shadow-sm hover:bg-hover",
            lanes > 1 && "px-1",
            isShort ? "content-center" : "py-0.5",
            call.state === "booked" && "border-l-4 border-l-accent",
            asks && "border-l-warn-solid",
            call.state !== "booked" && "opacity-80",
            isCurrent && "outline-2 outline-accent",
          )}
          style={{ ...style, left: `calc(${(lane / lanes) * 100}% + 2px)`, width: `calc(${100 / lanes}% - 4px)` }}
        >
          <span className={cn("flex min-w-0 items-center gap-x-1", ROOMY.line)}>
            {icon}
            <span className={cn("min-w-0 truncate font-medium", ROOMY.name)}>{call.name}</span>
            <span className={cn("min-w-0 shrink-[99] truncate text-ink-2", ROOMY.time)}>
              {clock}
              {half && <span className={ROOMY.half}> {half}</span>}
            </span>
            {!isShort && <span className={cn("min-w-0 flex-1 truncate text-ink-2", ROOMY.title)}>{call.title}</span>}
          </span>
        </button>
      </PopoverTrigger>
      <PopoverContent aria-label={`Call with ${call.name}`} data-crm-keys="" side="right" className="w-80 p-4">
        <CallCard call={call} onOpen={onOpen} />
      </PopoverContent>
    </Popover>
  );
}
