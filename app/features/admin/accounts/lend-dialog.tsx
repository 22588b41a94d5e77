import { useQuery } from "@tanstack/react-query";
import { UserRoundPlus } from "lucide-react";
import { useState } from "react";
import type { LentPerson } from "~/shared/accounts/account-people.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useAction } from "~/shared/use-action.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { Button } from "~/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
  DialogTrigger,
} from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { unhostedTypes } from "../../../../domain/unhosted-types.ts";
import { assigneesQuery } from "../people/api.ts";
import { type AccountRecord, endLoan, lendRep } from "./api.ts";

/** A button and a dialog that lends a sales rep of the agency to the account. */
export function LendDialog({ account }: { account: AccountRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button>
          <UserRoundPlus aria-hidden="true" />
          Add rep
        </Button>
      </DialogTrigger>
      <DialogContent>
        <LendForm account={account} onLent={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

const schema = z.object({ person: z.string().check(z.minLength(1, "Choose a rep")) });

function LendForm({ account, onLent }: { account: AccountRecord; onLent: () => void }) {
  const team = useQuery(assigneesQuery());
  const lent = new Set(account.people.lent.map(({ id }) => id));
  const free = team.data?.people.filter(({ userId }) => !lent.has(userId)) ?? [];
  const nameOf = (id: string) => free.find(({ userId }) => userId === id)?.name ?? "The rep";
  const { props, errors, busy } = useActionForm({
    schema,
    action: ({ person }) => lendRep(account.id, person),
    successMessage: (_, { person }) => `${nameOf(person)} now works in ${account.name}, too`,
    errorMessage: "Couldn't add the rep",
    fieldErrors: (error) => (error instanceof ServiceError && error.refusal ? { person: error.message } : undefined),
    invalidates: [queryKeys.accounts()],
    onSuccess: onLent,
  });
  return (
    <form {...props} className="grid gap-4">
      <DialogTitle>Add a rep from your agency</DialogTitle>
      <DialogDescription>
        They see and answer {account.name}'s leads as well as your agency's, during this account's working hours.
      </DialogDescription>
      <Field
        label="Rep"
        error={errors.person ?? (team.isError ? "The team couldn't be loaded. Close this and try again." : undefined)}
        hint={team.data && free.length === 0 ? "Everyone on your sales team already works in this account." : undefined}
      >
        <NativeSelect name="person" disabled={team.isSuccess && free.length === 0}>
          <option value="">{team.isPending ? "Loading…" : "Choose…"}</option>
          {free.map(({ userId, name, openLeads }) => (
            <option key={userId} value={userId}>
              {name} ({openLeads} open)
            </option>
          ))}
        </NativeSelect>
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button type="button">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={busy} disabled={free.length === 0}>
          Add rep
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Ends a loan after a question, because the person's open leads lose their owner, and meeting types perhaps their only host. */
export function EndLoanButton({ account, person }: { account: AccountRecord; person: LentPerson }) {
  const [isAsking, setAsking] = useState(false);
  const unhosted = unhostedTypes(person.only_host_of);
  const end = useAction({
    action: () => endLoan(account.id, person.id),
    successMessage: `${person.name} no longer works in ${account.name}`,
    errorMessage: "Couldn't remove the rep",
    invalidates: [queryKeys.accounts()],
    onSuccess: () => setAsking(false),
  });
  return (
    <>
      <Button size="sm" variant="ghost" aria-label={`Remove ${person.name}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      <Dialog open={isAsking} onOpenChange={setAsking}>
        <DialogContent>
          <DialogTitle>Remove {person.name} from this account?</DialogTitle>
          <DialogDescription>
            They no longer see the leads of {account.name}. Open leads that they own there become unassigned. Their work
            at your agency doesn't change.
            {unhosted && <span className="mt-2 block">{unhosted}</span>}
          </DialogDescription>
          <DialogFooter>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button variant="danger" loading={end.busy} onClick={() => void end.run()}>
              <span>Remove</span>
            </Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
    </>
  );
}
