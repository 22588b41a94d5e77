import { UserPlus } from "lucide-react";
import { type MouseEvent, memo, useState } from "react";
import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { ClockChip } from "~/ui/clock-chip.tsx";
import { cn } from "~/ui/cn.ts";
import { SourceIcon, sourceText } from "~/ui/source-icon.tsx";
import { useMediaQuery } from "~/ui/use-media-query.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { formatWholeMoney } from "../../../../domain/money.ts";
import { formatAge } from "../lib/crm-format.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import { NextStep } from "../lib/next-step.tsx";
import { CardActions } from "./card-actions.tsx";
import { returnsFocusToCard } from "./card-menu.ts";

export const CARD_HEIGHT = 82;
export const CARD_GAP = 6;
const DAY_MS = 86_400_000;
/** The board's time moves once a minute, so it has no seconds to show. */
const MINUTE_MS = 60_000;

type Props = {
  lead: LeadRow;
  currency: string;
  /** Changes once a minute for all cards. */
  now: number;
  rotsAfterDays: number | null;
  selected: boolean;
  open: boolean;
  dragged: boolean;
  href: string;
  onOpen: (lead: LeadRow, event: MouseEvent) => void;
  onToggle: (id: string) => void;
};

/** A lead on the board, 82 px high. */
export const LeadCard = memo(function LeadCard(props: Props) {
  const { lead, currency, now, rotsAfterDays, selected, open, dragged, href, onOpen, onToggle } = props;
  const [near, setNear] = useState(false);
  // The menu renders in a portal. The actions of its card stay visible while it is open.
  const [menu, setMenu] = useState(false);
  // A finger has no hover, and doesn't drag a card.
  const isTouch = useMediaQuery("(pointer: coarse)");
  const name = leadName(lead);
  // A lead without a person's name has the company's.
  const company = lead.company === name ? null : lead.company;
  const stayed = now - Date.parse(lead.stage_entered_at);
  const quiet = now - Date.parse(lead.last_activity_at ?? lead.stage_entered_at);
  const rotting = rotsAfterDays !== null && Math.min(stayed, quiet) > rotsAfterDays * DAY_MS;
  return (
    <article
      ref={returnsFocusToCard(lead.id)}
      data-lead={lead.id}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
      onFocus={() => setNear(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setNear(false)}
      className={cn(
        "relative grid h-[82px] grid-cols-1 content-between rounded-card border border-line bg-surface px-2.5 py-2 text-xs shadow-[var(--shadow-card),inset_0_1px_0_var(--sheen)] phone:h-24 phone:px-3.5 touch:h-24",
        "hover:border-line-strong",
        rotting &&
          "before:absolute before:inset-y-2 before:left-[-1px] before:border-warn-dot before:border-l-2 before:border-dashed",
        (selected || open) &&
          "border-accent bg-[linear-gradient(var(--accent-tint),var(--accent-tint))] shadow-[0_0_0_.5px_var(--accent)]",
        dragged && "opacity-40",
      )}
    >
      {/* biome-ignore lint/a11y/useAnchorContent: its label names it; the card around it is visible */}
      <a
        href={href}
        draggable={false}
        onClick={(event) => onOpen(lead, event)}
        // The link has the outline, because `:has(:focus-visible)` on the card slows down every frame while scrolling.
        className="absolute -inset-px rounded-card outline-0 focus-visible:outline-2 focus-visible:outline-focus focus-visible:outline-offset-1"
        title={company ? `${name}, ${company}` : name}
        aria-label={`${name}${company ? `, ${company}` : ""}${selected ? ", selected" : ""}`}
      />
      <p className="flex h-5 items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium text-13">{name}</span>
        {lead.clock && <ClockChip clock={lead.clock} />}
      </p>
      <div className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-ink-3">{company}</span>
        {lead.value_cents !== null && (
          <span className="num whitespace-nowrap">{formatWholeMoney({ amount: lead.value_cents, currency })}</span>
        )}
        {/* At the edge, because people click and drag a card by its middle. */}
        {(near || menu || isTouch) && (
          <CardActions
            lead={lead}
            menuOnly={isTouch}
            selected={selected}
            onToggle={() => onToggle(lead.id)}
            onMenu={setMenu}
          />
        )}
      </div>
      <p className="flex h-5 min-w-0 items-center gap-1.5 text-ink-3">
        <SourceIcon source={lead.source} />
        {/* Reversed, so that the source disappears first when there is no room for both. */}
        <span className="flex h-5 min-w-0 flex-1 flex-row-reverse flex-wrap items-center justify-end gap-x-1 overflow-hidden leading-5">
          <span className={cn("whitespace-nowrap", rotting && "text-warn-fg")}>
            {stayed < MINUTE_MS ? (
              "now"
            ) : (
              <>
                <span className="sr-only">{rotting ? "Stalled for" : "For"} </span>
                {formatAge(stayed)}
              </>
            )}
          </span>
          <span className="whitespace-nowrap">
            {sourceText(lead.source, { short: true })} <span aria-hidden="true">·</span>
          </span>
        </span>
        <span className="flex shrink-0 items-center gap-1.5">
          <NextStep lead={lead} now={now} />
          <Owner id={lead.owner_id} name={lead.owner_name} />
        </span>
      </p>
    </article>
  );
});

function Owner({ id, name }: { id: string | null; name: string | null }) {
  return name ? (
    <span title={name}>
      <PersonAvatar userId={id} name={name} size={20} />
      <span className="sr-only">{name}</span>
    </span>
  ) : (
    <span
      title="Unowned"
      className="inline-grid size-5 place-items-center rounded-full border border-line-strong text-ink-3"
    >
      <UserPlus aria-hidden="true" className="size-3" />
      <span className="sr-only">Unowned</span>
    </span>
  );
}
