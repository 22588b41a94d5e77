import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { queryKeys } from "../query-keys.ts";
import * as z from "../schema.ts";
import { ServiceError } from "../service-error.ts";
import { useActionForm } from "../use-action-form.ts";
import { type AccountInvitation, accountPeopleQuery, hasExpired, inviteMember, sentMessage } from "./account-people.ts";
import { ACCOUNT_ROLES, type AccountRole, accountRole } from "./account-roles.ts";

type Props = {
  account: { id: string; name: string };
  /** The role that an invitation begins with. */
  initialRole?: AccountRole;
  variant?: "default" | "primary";
};

/** A button and a dialog that invites a person to an account by email. */
export function InviteMemberDialog({ account, initialRole = "member", variant = "default" }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} variant={variant}>
        <UserPlus aria-hidden="true" />
        {initialRole === "owner" ? "Invite owner" : "Invite"}
      </Button>
      <FormDialog open={isOpen} onClose={() => setOpen(false)}>
        <InviteForm account={account} initialRole={initialRole} onSent={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}

const schema = z.object({
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Enter an email address"),
      z.maxLength(320, "Use at most 320 characters"),
      z.regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, "Enter a valid email address"),
    ),
  role: z.enum(["owner", "member", "billing"]),
});

/** Refusals that are about the address. Any other failure may succeed on retry. */
const ABOUT_ADDRESS = ["PT409", "PT429", "22023"];

type FormProps = { account: Props["account"]; initialRole: AccountRole; onSent: () => void };

function InviteForm({ account, initialRole, onSent }: FormProps) {
  const [role, setRole] = useState(initialRole);
  const [typed, setTyped] = useState("");
  const invitations = useQuery(accountPeopleQuery(account.id)).data?.invitations ?? [];
  const earlierTo = (email: string) =>
    invitations.find((one) => one.email.toLowerCase() === email.trim().toLowerCase());
  // The link of an invitation that has expired no longer works anyway.
  const replaced = [earlierTo(typed)].find((one) => one && !hasExpired(one));
  const { props, errors, busy, dirty } = useActionForm({
    schema,
    action: async (values) => {
      const isAgain = earlierTo(values.email) !== undefined;
      await inviteMember(account.id, values);
      return isAgain;
    },
    successMessage: (isAgain, { email }) => sentMessage(email, isAgain),
    errorMessage: "Couldn't send the invitation",
    fieldErrors: (error) =>
      error instanceof ServiceError && ABOUT_ADDRESS.includes(error.code ?? "") ? { email: error.message } : undefined,
    isFree: true,
    invalidates: [queryKeys.accounts()],
    onSuccess: onSent,
  });
  useUnsavedChanges(dirty && !busy ? "this invitation" : null);
  return (
    <form {...props} className="grid gap-4">
      <DialogTitle>Invite someone to {account.name}</DialogTitle>
      <DialogDescription>
        We'll email them a link that works for seven days. Only the person with this address can use it.
      </DialogDescription>
      <Field label="Email" error={errors.email} hint={replaced && replacesText(replaced)}>
        <Input
          name="email"
          type="email"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Field label="Role" error={errors.role} hint={accountRole(role)?.text}>
        <NativeSelect
          name="role"
          value={role}
          onChange={(event) =>
            setRole(ACCOUNT_ROLES.find((one) => one.role === event.target.value)?.role ?? initialRole)
          }
        >
          {ACCOUNT_ROLES.map((one) => (
            <option key={one.role} value={one.role}>
              {one.label}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button type="button">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={busy}>
          {replaced ? "Replace invitation" : "Send invitation"}
        </Button>
      </DialogFooter>
    </form>
  );
}

const replacesText = ({ role }: AccountInvitation) =>
  `Already invited as ${accountRole(role)?.noun}. A new invitation replaces that one, and its link stops working.`;
