import { MailCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { AuthProblem, UNEXPECTED } from "~/shared/auth-problem.ts";
import { problemText } from "~/shared/problem-text.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { type NewAccount, signUp } from "./api.ts";
import { emailSchema } from "./auth-schemas.ts";
import { ResendConfirmation } from "./resend-confirmation.tsx";

type Props = {
  account: NewAccount;
  /** Called with the account at its corrected address. */
  onCorrected: (account: NewAccount) => void;
  onStartOver: () => void;
};

/** The end of a sign-up: where the link went, another one, and a way to correct the address. */
export function CheckInbox({ account, onCorrected, onStartOver }: Props) {
  const [isCorrecting, setCorrecting] = useState(false);
  // The form that had the focus is gone.
  const sentTo = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (account.email) sentTo.current?.focus();
  }, [account.email]);
  return (
    <section aria-label="Confirm your email" className="grid gap-5">
      <div className="flex gap-3 rounded-lg border border-line bg-surface p-4">
        <MailCheck size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-ok-fg" />
        <div className="grid min-w-0 gap-1 text-sm">
          <p ref={sentTo} tabIndex={-1} className="wrap-anywhere outline-none">
            We sent a confirmation link to <strong className="font-semibold">{account.email}</strong>.
          </p>
          <p className="text-ink-2">Open it within 24 hours to finish. Can't find it? Check your spam folder.</p>
        </div>
      </div>
      {isCorrecting ? (
        <CorrectAddress
          account={account}
          onCancel={() => setCorrecting(false)}
          onCorrected={(corrected) => {
            setCorrecting(false);
            onCorrected(corrected);
          }}
        />
      ) : (
        <div className="grid gap-3">
          <ResendConfirmation key={account.email} email={account.email} waitsFirst />
          {/* An invitation belongs to its address. */}
          {!account.invitationToken && (
            <Button variant="ghost" onClick={() => setCorrecting(true)}>
              Wrong address? Change it
            </Button>
          )}
          <Button variant="ghost" onClick={onStartOver}>
            Use a different account
          </Button>
        </div>
      )}
    </section>
  );
}

type CorrectProps = Pick<Props, "account" | "onCorrected"> & { onCancel: () => void };

/** Moves the sign-up to another address. The link to the mistyped address stops working. */
function CorrectAddress({ account, onCorrected, onCancel }: CorrectProps) {
  const { props, errors, busy } = useActionForm({
    schema: emailSchema,
    action: async ({ email }) => {
      const corrected = { ...account, email, replaces: account.email };
      await signUp(corrected);
      return corrected;
    },
    successMessage: (_, { email }) => `We sent a new link to ${email}`,
    errorMessage: UNEXPECTED,
    fieldErrors: (error) =>
      error instanceof AuthProblem && error.code === "already-registered"
        ? { email: problemText(error, UNEXPECTED) }
        : undefined,
    onSuccess: onCorrected,
  });
  return (
    <form {...props} className="grid gap-3">
      <Field label="Correct email" error={errors.email} hint="The link to the old address stops working.">
        <Input name="email" type="email" autoComplete="email" defaultValue={account.email} autoFocus />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={busy}>
          Send link
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
