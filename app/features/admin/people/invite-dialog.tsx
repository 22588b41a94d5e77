import { UserPlus } from "lucide-react";
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
import { inviteUser } from "./api.ts";

const schema = z.object({
  email: z._default(z.string(), "").check(
    z.trim(),
    z.refine((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && value.length <= 320, {
      error: "Enter a valid email address",
    }),
  ),
  role: z.enum(["admin", "sales", "client"]),
});

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
      <Field label="Email" error={errors.email}>
        <Input name="email" type="email" autoComplete="off" />
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
          Send invitation
        </Button>
      </DialogFooter>
    </form>
  );
}
