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

type Asked =
  | { kind: "reject" }
  | { kind: "deactivate" }
  | { kind: "client" }
  | { kind: "reset" }
  | { kind: "erase" }
  | null;

/** What an admin may do to a person now; oneself stays as one is. */
export function PersonMenu({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const [asked, setAsked] = useState<Asked>(null);
  const decide = useDecidePendingRole();
  const change = usePersonChange();
  if (isSelf) return null;
  const has = (status: string) => person.roles.some((row) => row.status === status);
  const is = (role: string) => person.roles.some((row) => row.role === role && row.status === "active");
  const become = (role: "admin" | "sales" | "client") => {
    if (role === "client" && person.openLeads > 0) setAsked({ kind: "client" });
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
              <DropdownMenuItem onSelect={() => setAsked({ kind: "reject" })}>Reject…</DropdownMenuItem>
              <DropdownMenuSeparator />
            </>
          )}
          {!is("admin") && <DropdownMenuItem onSelect={() => become("admin")}>Make admin</DropdownMenuItem>}
          {!is("sales") && <DropdownMenuItem onSelect={() => become("sales")}>Make sales</DropdownMenuItem>}
          {!is("client") && <DropdownMenuItem onSelect={() => become("client")}>Make client</DropdownMenuItem>}
          <DropdownMenuSeparator />
          {person.twoStep && (
            <DropdownMenuItem onSelect={() => setAsked({ kind: "reset" })}>Reset two-step sign-in…</DropdownMenuItem>
          )}
          {has("inactive") && (
            <DropdownMenuItem onSelect={() => change.mutate({ kind: "reactivate", userId: person.userId })}>
              Reactivate
            </DropdownMenuItem>
          )}
          {has("active") && (
            <DropdownMenuItem variant="danger" onSelect={() => setAsked({ kind: "deactivate" })}>
              Deactivate…
            </DropdownMenuItem>
          )}
          <DropdownMenuItem variant="danger" onSelect={() => setAsked({ kind: "erase" })}>
            Erase person…
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {asked?.kind === "reject" && <RejectDialog person={person} onClose={() => setAsked(null)} />}
      {asked?.kind === "reset" && <ResetTwoStepDialog person={person} onClose={() => setAsked(null)} />}
      {(asked?.kind === "deactivate" || asked?.kind === "client") && (
        <EndAccessDialog person={person} change={asked.kind} onClose={() => setAsked(null)} />
      )}
      <FormDialog open={asked?.kind === "erase"} onClose={() => setAsked(null)} className="md:max-w-[560px]">
        <EraseForm person={{ kind: "account", id: person.userId }} name={person.name} onErased={() => setAsked(null)} />
      </FormDialog>
    </>
  );
}
