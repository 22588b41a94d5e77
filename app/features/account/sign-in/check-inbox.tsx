import { MailCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { AuthProblem, UNEXPECTED } from "~/shared/auth-problem.ts";
import { problemText } from "~/shared/problem-text.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { PasswordInput } from "~/ui/password-input.tsx";
import { signUp } from "./api.ts";
import { correctionSchema } from "./auth-schemas.ts";
import { ResendConfirmation } from "./resend-confirmation.tsx";
import type { SentSignUp } from "./sent-sign-up.ts";

type Props = {
  account: SentSignUp;
  /** Called when the link was sent again, or to the corrected address. */
  onSent: (account: SentSignUp) => void;
  onStartOver: () => void;
};

/** The end of a sign-up: where the link went, another one, and a way to correct the address. */
export function CheckInbox({ account, onSent, onStartOver }: Props) {
  const [isCorrecting, setCorrecting] = useState(false);
  // The form of the correction, which had the focus, is gone. At first, the page's heading has it.
  const sentTo = useRef<HTMLParagraphElement>(null);
  const shown = useRef(account.email);
  useEffect(() => {
    if (shown.current !== account.email) sentTo.current?.focus();
    shown.current = account.email;
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
          onSent={(corrected) => {
            setCorrecting(false);
            onSent(corrected);
          }}
        />
      ) : (
        <div className="grid gap-3">
          <ResendConfirmation
            key={account.email}
            email={account.email}
            sentAt={account.sentAt}
            onSent={(sentAt) => onSent({ ...account, sentAt })}
          />
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

type CorrectProps = Pick<Props, "account" | "onSent"> & { onCancel: () => void };

/** Moves the sign-up to another address. The link to the mistyped address stops working. */
function CorrectAddress({ account: { sentAt: _before, ...account }, onSent, onCancel }: CorrectProps) {
  const { props, errors, busy } = useActionForm({
    schema: correctionSchema,
    action: async ({ email, password }) => {
      const corrected = { ...account, email, password: account.password ?? password ?? "" };
      await signUp({ ...corrected, replaces: account.email });
      return { ...corrected, sentAt: Date.now() };
    },
    successMessage: (_, { email }) => `We sent a new link to ${email}`,
    errorMessage: UNEXPECTED,
    fieldErrors: (error) =>
      error instanceof AuthProblem && error.code === "already-registered"
        ? { email: problemText(error, UNEXPECTED) }
        : undefined,
    onSuccess: onSent,
  });
  return (
    <form {...props} className="grid gap-3">
      <Field label="Correct email" error={errors.email} hint="The link to the old address stops working.">
        <Input name="email" type="email" autoComplete="email" defaultValue={account.email} autoFocus />
      </Field>
      {account.password === undefined && (
        <Field label="Password" error={errors.password} hint="The one you chose when you signed up.">
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={busy}>
          Send link
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
