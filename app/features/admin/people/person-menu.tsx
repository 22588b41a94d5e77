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
import type { Person } from "./api.ts";
import { EndAccessDialog, RejectDialog, ResetTwoStepDialog } from "./person-dialogs.tsx";
import { useDecidePendingRole, usePersonChange } from "./use-person-actions.ts";

type ActiveDialog = "reject" | "deactivate" | "client" | "reset" | "erase" | null;

/** The actions that an admin can take for a user. Admins cannot change themselves. */
export function PersonMenu({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const [dialog, setDialog] = useState<ActiveDialog>(null);
  const decide = useDecidePendingRole();
  const change = usePersonChange();
  if (isSelf) return null;
  const has = (status: string) => person.roles.some((row) => row.status === status);
  const is = (role: string) => person.roles.some((row) => row.role === role && row.status === "active");
  const become = (role: "admin" | "sales" | "client") => {
    if (role === "client" && person.openLeads > 0) setDialog("client");
    else void change.run({ kind: "role", userId: person.userId, role });
  };
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label={`Actions for ${person.name}`} disabled={change.busy}>
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
                  <Link to={`/admin/clients/${person.userId}/portal`}>View as client</Link>
                </DropdownMenuItem>
              )}
              <DropdownMenuSeparator />
            </>
          )}
          {has("pending") && (
            <>
              <DropdownMenuItem onSelect={() => void decide.run({ userId: person.userId, status: "active" })}>
                Approve
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={() => setDialog("reject")}>Reject…</DropdownMenuItem>
              <DropdownMenuSeparator />
            </>
          )}
          {!is("admin") && <DropdownMenuItem onSelect={() => become("admin")}>Make admin</DropdownMenuItem>}
          {!is("sales") && <DropdownMenuItem onSelect={() => become("sales")}>Make sales rep</DropdownMenuItem>}
          {!is("client") && <DropdownMenuItem onSelect={() => become("client")}>Make client</DropdownMenuItem>}
          <DropdownMenuSeparator />
          {person.twoStep && (
            <DropdownMenuItem onSelect={() => setDialog("reset")}>Reset two-step sign-in…</DropdownMenuItem>
          )}
          {has("inactive") && (
            <DropdownMenuItem onSelect={() => void change.run({ kind: "reactivate", userId: person.userId })}>
              Reactivate
            </DropdownMenuItem>
          )}
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
      {dialog === "reject" && <RejectDialog person={person} onClose={() => setDialog(null)} />}
      {dialog === "reset" && <ResetTwoStepDialog person={person} onClose={() => setDialog(null)} />}
      {(dialog === "deactivate" || dialog === "client") && (
        <EndAccessDialog person={person} change={dialog} onClose={() => setDialog(null)} />
      )}
      <FormDialog open={dialog === "erase"} onClose={() => setDialog(null)} className="md:max-w-[560px]">
        <EraseForm
          person={{ kind: "account", id: person.userId }}
          name={person.name}
          onErased={() => setDialog(null)}
        />
      </FormDialog>
    </>
  );
}
