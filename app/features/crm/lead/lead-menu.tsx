import {
  Archive,
  ArchiveRestore,
  CalendarClock,
  CalendarPlus,
  Ellipsis,
  Handshake,
  Link2,
  Mail,
  Merge,
  MessageSquare,
  UserRoundCheck,
  UserRoundPlus,
  UserRoundX,
} from "lucide-react";
import { toast } from "~/shared/toast.ts";
import { crmPath } from "~/shared/workspace.ts";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { Button } from "~/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuShortcut,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { useChangeLeads } from "../lib/change-leads.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadDetail } from "../lib/lead-types.ts";

type Props = { lead: LeadDetail; onEmail: () => void; onText: () => void };

/** The less common actions. A merged lead is read-only, so users can only copy its link, and admins can also erase it. */
export function MoreMenu({ lead, onEmail, onText }: Props) {
  const actions = useLeadActions();
  const { run } = useChangeLeads({ canRetry: true });
  const isReadOnly = useIsReadOnly();
  const live = lead.merged_into === null && !isReadOnly;
  const archived = lead.archived_at !== null;
  const name = leadName(lead);
  // The next one: the calls have the latest first.
  const call = lead.calls.findLast(({ can_hand_over }) => can_hand_over);
  const archive = () =>
    run({
      leadIds: [lead.id],
      changes: { archived: !archived },
      text: archived ? `Restored ${name}` : `Archived ${name}`,
    });
  const copy = () =>
    navigator.clipboard
      .writeText(new URL(crmPath(`/leads/${lead.id}`), location.href).href)
      .then(() => toast.success("Link copied"))
      .catch(() => toast.error("Couldn't copy the link"));
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="More">
          <Ellipsis aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {live && (
          <>
            {" "}
            {lead.stage === "won" && (
              <DropdownMenuItem onSelect={() => actions.setUpClient(lead)}>
                <Handshake aria-hidden="true" /> Set up client…
              </DropdownMenuItem>
            )}
            <DropdownMenuItem onSelect={() => actions.assign([lead])}>
              <UserRoundPlus aria-hidden="true" /> Assign… <DropdownMenuShortcut>A</DropdownMenuShortcut>
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => actions.addTask(lead)}>
              <CalendarPlus aria-hidden="true" /> Add task… <DropdownMenuShortcut>T</DropdownMenuShortcut>
            </DropdownMenuItem>
            <DropdownMenuItem
              onSelect={() => actions.bookCall(lead)}
              disabled={archived}
              note={archived ? "Restore the lead first" : undefined}
            >
              <CalendarClock aria-hidden="true" /> Book a call… <DropdownMenuShortcut>B</DropdownMenuShortcut>
            </DropdownMenuItem>
            {call && (
              <DropdownMenuItem onSelect={() => actions.handOverCall({ call })}>
                <UserRoundCheck aria-hidden="true" /> Hand over the call…
              </DropdownMenuItem>
            )}
            <DropdownMenuItem
              onSelect={onText}
              disabled={!lead.phone}
              note={lead.phone ? undefined : "The lead has no phone number"}
            >
              <MessageSquare aria-hidden="true" /> Log SMS
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={onEmail}>
              <Mail aria-hidden="true" /> Write email <DropdownMenuShortcut>E</DropdownMenuShortcut>
            </DropdownMenuItem>
          </>
        )}
        {live && !archived && (
          <DropdownMenuItem onSelect={() => actions.mergeWith(lead)}>
            <Merge aria-hidden="true" /> Merge with another lead…
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={() => void copy()}>
          <Link2 aria-hidden="true" /> Copy link
        </DropdownMenuItem>
        {live && (
          <>
            {" "}
            <DropdownMenuSeparator />
            <DropdownMenuItem onSelect={archive}>
              {archived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
              {archived ? "Restore" : "Archive"}
            </DropdownMenuItem>
          </>
        )}
        {actions.erase && (
          <DropdownMenuItem variant="danger" onSelect={() => actions.erase?.(lead)}>
            <UserRoundX aria-hidden="true" /> Erase person…
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
