import { useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { toast } from "~/shared/toast.ts";
import { useForm } from "~/shared/use-form.ts";
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
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { inviteUser } from "./invitations.ts";

const schema = z.object({
  email: z._default(z.string(), "").check(
    z.trim(),
    z.refine((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && value.length <= 320, {
      error: "Enter a valid email address",
    }),
  ),
  role: z.enum(["admin", "sales", "client"]),
});

/** Invites somebody by e-mail to a role: a button and its dialog. */
export function InviteDialog() {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button>
          <UserPlus aria-hidden="true" />
          Invite
        </Button>
      </DialogTrigger>
      <DialogContent>
        <InviteForm onSent={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

function InviteForm({ onSent }: { onSent: () => void }) {
  const client = useQueryClient();
  const { props, errors, busy } = useForm({
    schema,
    onSubmit: async ({ email, role }) => {
      try {
        await inviteUser(email, role);
        void client.invalidateQueries({ queryKey: queryKeys.invitations() });
        toast.success("Invitation sent", { description: `${email} has seven days to accept it.` });
        onSent();
      } catch (error) {
        // What the database refuses belongs to the address; everything else may work a moment later.
        const refused = error instanceof ServiceError && ["PT409", "PT429", "22023"].includes(error.code ?? "");
        if (refused) return { email: error.message };
        toast.error("Failed to send the invitation", { description: "Please try again." });
      }
    },
  });
  return (
    <form {...props} className="grid gap-4">
      <DialogTitle>Invite somebody</DialogTitle>
      <DialogDescription>
        They get a link that works for seven days, and the role when they have confirmed the address.
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
