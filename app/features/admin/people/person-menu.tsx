import { MoreHorizontal } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { EraseForm } from "~/shared/erasure/erase-form.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { FormDialog } from "~/ui/form-dialog.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { useLeaveHere } from "../client-record/view-as-bar.tsx";
import { type AccessChange, restoredRole } from "./access-change.ts";
import { AccessDialog } from "./access-dialog.tsx";
import type { Person } from "./api.ts";
import { RejectDialog, ResetTwoStepDialog } from "./person-dialogs.tsx";

type ActiveDialog = AccessChange | "reject" | "reset" | "erase" | null;

/** The actions that an admin can take for a user. Admins cannot change themselves. */
export function PersonMenu({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const [dialog, setDialog] = useState<ActiveDialog>(null);
  const leaveHere = useLeaveHere();
  if (isSelf) return null;
  const has = (status: string) => person.roles.some((row) => row.status === status);
  const is = (role: string) => person.roles.some((row) => row.role === role && row.status === "active");
  const offers = (role: Role) => !is(role) && role !== restoredRole(person);
  const close = () => setDialog(null);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label={`Actions for ${person.name}`}>
            <MoreHorizontal aria-hidden="true" />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {person.roles.some(({ role }) => role === "client") && (
            <>
              <DropdownMenuItem asChild>
                <Link to={`/admin/clients/${person.userId}`}>Open client record</Link>
              </DropdownMenuItem>
              {is("client") && (
                <DropdownMenuItem asChild>
                  <Link to={`/admin/clients/${person.userId}/portal`} state={leaveHere}>
                    View as client
                  </Link>
                </DropdownMenuItem>
              )}
              <DropdownMenuSeparator />
            </>
          )}
          {has("pending") && (
            <>
              <DropdownMenuItem onSelect={() => setDialog("approve")}>Approve…</DropdownMenuItem>
              <DropdownMenuItem onSelect={() => setDialog("reject")}>Reject…</DropdownMenuItem>
              <DropdownMenuSeparator />
            </>
          )}
          {offers("admin") && <DropdownMenuItem onSelect={() => setDialog("admin")}>Make admin…</DropdownMenuItem>}
          {offers("sales") && <DropdownMenuItem onSelect={() => setDialog("sales")}>Make sales rep…</DropdownMenuItem>}
          {offers("client") && <DropdownMenuItem onSelect={() => setDialog("client")}>Make client…</DropdownMenuItem>}
          <DropdownMenuSeparator />
          {person.twoStep && (
            <DropdownMenuItem onSelect={() => setDialog("reset")}>Reset two-step sign-in…</DropdownMenuItem>
          )}
          {has("inactive") && <DropdownMenuItem onSelect={() => setDialog("reactivate")}>Reactivate…</DropdownMenuItem>}
          {has("active") && (
            <DropdownMenuItem variant="danger" onSelect={() => setDialog("deactivate")}>
              Deactivate…
            </DropdownMenuItem>
          )}
          <DropdownMenuItem variant="danger" onSelect={() => setDialog("erase")}>
            Erase person…
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <MenuDialog dialog={dialog} person={person} onClose={close} />
      <FormDialog open={dialog === "erase"} onClose={close} className="md:max-w-[560px]">
        <EraseForm person={{ kind: "account", id: person.userId }} name={person.name} onErased={close} />
      </FormDialog>
    </>
  );
}

type DialogProps = { dialog: ActiveDialog; person: Person; onClose: () => void };

function MenuDialog({ dialog, person, onClose }: DialogProps) {
  if (dialog === null || dialog === "erase") return null;
  if (dialog === "reject") return <RejectDialog person={person} onClose={onClose} />;
  if (dialog === "reset") return <ResetTwoStepDialog person={person} onClose={onClose} />;
  return <AccessDialog person={person} change={dialog} onClose={onClose} />;
}
