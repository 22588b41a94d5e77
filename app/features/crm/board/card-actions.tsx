import {
  CalendarClock,
  CalendarPlus,
  Ellipsis,
  Hand,
  Mail,
  NotebookPen,
  Phone,
  SquareCheck,
  UserRoundPlus,
} from "lucide-react";
import { use } from "react";
import { cn } from "~/ui/cn.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuShortcut,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { callLink } from "../../../../domain/phone.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import { openLink } from "../lib/open-link.ts";
import { QUICK_BUTTON, QuickCall } from "../lib/quick-actions.tsx";
import { BoardContext } from "./board-context.ts";
import { endMenuOpenedByKey, findCard, returnsFocusToCard } from "./card-menu.ts";

type Props = {
  lead: LeadRow;
  /** Leaves the line to the company and the value. */
  menuOnly: boolean;
  selected: boolean;
  onToggle: () => void;
  onMenu: (open: boolean) => void;
};

/**
 * The common actions of a card, in the line of the company. They render only while the card has the pointer or the focus. On touch
 * screens, the menu is always there.
 */
export function CardActions({ lead, menuOnly, selected, onToggle, onMenu }: Props) {
  const { stages, onMenuMove } = use(BoardContext);
  const actions = useLeadActions();
  const ref = lead;
  return (
    <div
      ref={returnsFocusToCard(lead.id)}
      // Higher than its line by the gaps above and below, so that no other line moves and none is covered.
      className="relative z-1 -my-1 -mr-1 flex shrink-0 phone:-my-3.5 touch:-my-3.5"
    >
      {!menuOnly && lead.owner_id === null && (
        <button
          type="button"
          className={QUICK_BUTTON}
          title="Claim"
          aria-label="Claim"
          onClick={() => void actions.claim(ref)}
        >
          <Hand aria-hidden="true" />
        </button>
      )}
      {!menuOnly && <QuickCall lead={lead} />}
      <DropdownMenu onOpenChange={onMenu}>
        <DropdownMenuTrigger
          className={cn(QUICK_BUTTON, "touch:size-11")}
          title="More"
          aria-label="More"
          data-card-menu
        >
          <Ellipsis aria-hidden="true" />
        </DropdownMenuTrigger>
        <DropdownMenuContent
          onCloseAutoFocus={(event) => {
            const card = findCard(lead.id);
            if (!card || !endMenuOpenedByKey(card)) return;
            event.preventDefault();
            card.querySelector("a")?.focus();
          }}
        >
          <DropdownMenuLabel>Move to</DropdownMenuLabel>
          {stages.map((stage, at) => (
            <DropdownMenuItem
              key={stage.key}
              disabled={stage.key === lead.stage}
              onSelect={() => onMenuMove([lead], stage.key)}
            >
              <StageIcon stage={stage.key} />
              <span className="flex-1">{stage.label}</span>
              <Kbd>{at + 1}</Kbd>
            </DropdownMenuItem>
          ))}
          <DropdownMenuSeparator />
          <DropdownMenuItem
            disabled={!lead.phone}
            note={lead.phone ? undefined : "The lead has no phone number"}
            onSelect={() => {
              openLink(callLink(lead.phone ?? ""));
              actions.askOutcome(ref, { calling: true });
            }}
          >
            <Phone aria-hidden="true" /> Call
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => actions.writeEmail(ref)}>
            <Mail aria-hidden="true" /> Write email <DropdownMenuShortcut>E</DropdownMenuShortcut>
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => actions.bookCall(ref)}>
            <CalendarClock aria-hidden="true" /> Book a call… <DropdownMenuShortcut>B</DropdownMenuShortcut>
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => actions.assign([ref])}>
            <UserRoundPlus aria-hidden="true" /> Assign… <DropdownMenuShortcut>A</DropdownMenuShortcut>
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => actions.addTask(ref)}>
            <CalendarPlus aria-hidden="true" /> Add task… <DropdownMenuShortcut>T</DropdownMenuShortcut>
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => actions.addNote(ref)}>
            <NotebookPen aria-hidden="true" /> Add note… <DropdownMenuShortcut>N</DropdownMenuShortcut>
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={onToggle}>
            <SquareCheck aria-hidden="true" /> {selected ? "Deselect" : "Select"}{" "}
            <DropdownMenuShortcut>X</DropdownMenuShortcut>
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}
