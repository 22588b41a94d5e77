import { MailCheck } from "lucide-react";
import { useState } from "react";
import { UNEXPECTED } from "~/shared/auth-problem.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { AUTH_SUCCESS } from "../lib/auth-success.ts";
import { requestPasswordReset } from "./api.ts";
import { resetSchema } from "./auth-schemas.ts";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; defaultEmail: string };

/** Spec §2: email, Send Reset Email (disabled while empty) and Cancel. After sending, it shows a confirmation with Close. */
export default function ResetPasswordDialog({ open, onOpenChange, defaultEmail }: Props) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent>
        {sentTo ? <Sent email={sentTo} /> : <RequestForm defaultEmail={defaultEmail} onSent={setSentTo} />}
      </DialogContent>
    </Dialog>
  );
}

function RequestForm({ defaultEmail, onSent }: { defaultEmail: string; onSent: (email: string) => void }) {
  const [email, setEmail] = useState(defaultEmail);
  const { props, errors, busy } = useActionForm({
    schema: resetSchema,
    action: ({ email }) => requestPasswordReset(email),
    successMessage: AUTH_SUCCESS.resetEmail,
    errorMessage: UNEXPECTED,
    onSuccess: (_, values) => onSent(values.email),
  });
  return (
    <form {...props} className="grid gap-4">
      <DialogTitle>Reset Password</DialogTitle>
      <DialogDescription>Enter your email, and we'll send you a link to choose a new password.</DialogDescription>
      <Field label="Email" error={errors.email}>
        <Input
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button type="button">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={!email.trim()} loading={busy}>
          Send Reset Email
        </Button>
      </DialogFooter>
    </form>
  );
}

function Sent({ email }: { email: string }) {
  return (
    <div className="grid gap-4">
      <MailCheck size={20} aria-hidden="true" className="text-ok-fg" />
      <DialogTitle>Check your email</DialogTitle>
      <DialogDescription>
        If there's an account for <strong className="text-ink">{email}</strong>, a link to choose a new password is on
        its way. It works for 10 minutes.
      </DialogDescription>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="primary">Close</Button>
        </DialogClose>
      </DialogFooter>
    </div>
  );
}
