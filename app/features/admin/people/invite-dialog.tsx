import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { invitationsQuery, inviteUser } from "./api.ts";

const schema = z.object({
  email: z._default(z.string(), "").check(
    z.trim(),
    z.refine((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && value.length <= 320, {
      error: "Enter a valid email address",
    }),
  ),
  role: z.enum(["admin", "sales", "client"]),
});

const NOUNS: Record<Role, string> = { admin: "an admin", sales: "a sales rep", client: "a client" };

const REFUSED = ["PT409", "PT429", "22023"];

/** A button and a dialog that invites a user to a role by email. */
export function InviteDialog() {
  const { read, change } = useUrlState();
  const close = () => change({ new: "" });
  return (
    <>
      <Button onClick={() => change({ new: "invitation" }, { push: true })}>
        <UserPlus aria-hidden="true" />
        Invite
      </Button>
      <FormDialog open={read("new") === "invitation"} inAddress onClose={close}>
        <InviteForm onSent={close} />
      </FormDialog>
    </>
  );
}

function InviteForm({ onSent }: { onSent: () => void }) {
  const [typed, setTyped] = useState("");
  const replaced = useQuery(invitationsQuery()).data?.find(
    ({ email, account_id, state }) => account_id === null && state === "open" && email === typed.trim().toLowerCase(),
  );
  const { props, errors, busy, dirty } = useActionForm({
    schema,
    action: inviteUser,
    successMessage: (_, { email }) => ({
      title: "Invitation sent",
      description: `${email} has seven days to accept.`,
    }),
    errorMessage: "Failed to send invitation",
    describeError: () => "Please try again.",
    // A refusal concerns the address. Any other failure may succeed on retry.
    fieldErrors: (error) =>
      error instanceof ServiceError && REFUSED.includes(error.code ?? "") ? { email: error.message } : undefined,
    invalidates: [queryKeys.invitations()],
    onSuccess: onSent,
  });
  useUnsavedChanges(dirty && !busy ? "this invitation" : null);
  return (
    <form {...props} className="grid gap-4">
      <DialogTitle>Invite someone</DialogTitle>
      <DialogDescription>
        We'll email them a link that works for seven days. They get the role when they accept it.
      </DialogDescription>
      <Field
        label="Email"
        error={errors.email}
        hint={
          replaced &&
          `Already invited as ${NOUNS[replaced.role]}. A new invitation replaces that one, and its link stops working.`
        }
      >
        <Input name="email" type="email" autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <Field label="Role" error={errors.role}>
        <NativeSelect name="role" defaultValue="sales">
          <option value="sales">Sales</option>
          <option value="client">Client</option>
          <option value="admin">Admin</option>
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
