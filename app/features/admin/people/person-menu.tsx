import { MoreHorizontal } from "lucide-react";
import { useState } from "react";
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
import { EndAccessDialog } from "./end-access-dialog.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { ResetTwoStepDialog } from "./reset-two-step-dialog.tsx";
import type { Person } from "./search-people.ts";
import { useDecidePendingRole } from "./use-decide-pending-role.ts";
import { usePersonChange } from "./use-person-change.ts";

type ActiveDialog =
  | { kind: "reject" }
  | { kind: "deactivate" }
  | { kind: "client" }
  | { kind: "reset" }
  | { kind: "erase" }
  | null;

/** What an admin may do to a person now; oneself stays as one is. */
export function PersonMenu({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const [dialog, setDialog] = useState<ActiveDialog>(null);
  const decide = useDecidePendingRole();
  const change = usePersonChange();
  if (isSelf) return null;
  const has = (status: string) => person.roles.some((row) => row.status === status);
  const is = (role: string) => person.roles.some((row) => row.role === role && row.status === "active");
  const become = (role: "admin" | "sales" | "client") => {
    if (role === "client" && person.openLeads > 0) setDialog({ kind: "client" });
    else change.mutate({ kind: "role", userId: person.userId, role });
  };
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label={`Actions for ${person.name}`} disabled={change.isPending}>
            <MoreHorizontal aria-hidden="true" />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {has("pending") && (
            <>
              <DropdownMenuItem onSelect={() => decide.mutate({ userId: person.userId, status: "active" })}>
                Approve
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={() => setDialog({ kind: "reject" })}>Reject…</DropdownMenuItem>
              <DropdownMenuSeparator />
            </>
          )}
          {!is("admin") && <DropdownMenuItem onSelect={() => become("admin")}>Make admin</DropdownMenuItem>}
          {!is("sales") && <DropdownMenuItem onSelect={() => become("sales")}>Make sales</DropdownMenuItem>}
          {!is("client") && <DropdownMenuItem onSelect={() => become("client")}>Make client</DropdownMenuItem>}
          <DropdownMenuSeparator />
          {person.twoStep && (
            <DropdownMenuItem onSelect={() => setDialog({ kind: "reset" })}>Reset two-step sign-in…</DropdownMenuItem>
          )}
          {has("inactive") && (
            <DropdownMenuItem onSelect={() => change.mutate({ kind: "reactivate", userId: person.userId })}>
              Reactivate
            </DropdownMenuItem>
          )}
          {has("active") && (
            <DropdownMenuItem variant="danger" onSelect={() => setDialog({ kind: "deactivate" })}>
              Deactivate…
            </DropdownMenuItem>
          )}
          <DropdownMenuItem variant="danger" onSelect={() => setDialog({ kind: "erase" })}>
            Erase person…
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {dialog?.kind === "reject" && <RejectDialog person={person} onClose={() => setDialog(null)} />}
      {dialog?.kind === "reset" && <ResetTwoStepDialog person={person} onClose={() => setDialog(null)} />}
      {(dialog?.kind === "deactivate" || dialog?.kind === "client") && (
        <EndAccessDialog person={person} change={dialog.kind} onClose={() => setDialog(null)} />
      )}
      <FormDialog open={dialog?.kind === "erase"} onClose={() => setDialog(null)} className="md:max-w-[560px]">
        <EraseForm
          person={{ kind: "account", id: person.userId }}
          name={person.name}
          onErased={() => setDialog(null)}
        />
      </FormDialog>
    </>
  );
}
