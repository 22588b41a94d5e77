import { useQuery } from "@tanstack/react-query";
import { AuthProblem, UNEXPECTED } from "~/shared/auth-problem.ts";
import { portalRightsQuery } from "~/shared/portal-rights.ts";
import { problemText } from "~/shared/problem-text.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { useAction } from "~/shared/use-action.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { returnsFocusToHeading } from "~/ui/keep-focus.ts";
import { TimeAgo } from "~/ui/time-ago.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { cancelEmailChange, changeEmail, type EmailChange, emailChangeQuery, resendEmailChange } from "./api.ts";
import { CurrentPasswordField } from "./current-password-field.tsx";
import { FactorCodeFields, factorCodeShape, readFactorCode } from "./factor-code-fields.tsx";

/** The sign-in address and its pending change. */
export function EmailSection({ userId, email, role }: { userId: string; email: string; role: Role | null }) {
  const rights = useQuery({ ...portalRightsQuery(userId), enabled: role === "client" }).data;
  const change = useQuery(emailChangeQuery(userId));
  return (
    <SettingsCard
      title="Email"
      text={
        <>
          You sign in with <b className="wrap-anywhere font-medium text-ink">{email}</b>.{" "}
          {role === "client"
            ? rights?.is_billed
              ? "Invoices and replies"
              : "Replies to your requests"
            : "Notifications"}{" "}
          go there too.
        </>
      }
    >
      <QueryBoundary
        query={change}
        errorMessage="Your email couldn't be loaded"
        skeleton={<FormSkeleton label="Loading your email" fields={2} />}
      >
        {(pending) => (
          <div className="grid gap-5">
            {pending && <PendingEmail userId={userId} email={email} pending={pending} />}
            <EmailForm key={pending?.newEmail} userId={userId} email={email} />
          </div>
        )}
      </QueryBoundary>
    </SettingsCard>
  );
}

const schemaFor = (present: string) =>
  z.object({
    newEmail: z.string().check(
      z.trim(),
      z.minLength(1, "Enter your new email"),
      z.maxLength(320, "Use at most 320 characters"),
      z.regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, "Enter a valid email address"),
      z.refine((value) => value.toLowerCase() !== present.toLowerCase(), "This is already your email"),
    ),
    current: z.string().check(z.minLength(1, "Enter your current password")),
    ...factorCodeShape,
  });

function EmailForm({ userId, email }: { userId: string; email: string }) {
  const { props, errors, busy } = useActionForm({
    schema: schemaFor(email),
    action: ({ newEmail, current, ...code }) =>
      changeEmail({ email, newEmail, current, factorCode: readFactorCode(code) }),
    successMessage: (_, { newEmail }) => `We sent a link to ${newEmail}. Open the link there to finish.`,
    errorMessage: UNEXPECTED,
    fieldErrors,
    // The app may no longer exist.
    invalidates: [queryKeys.emailChange(userId), queryKeys.authenticatorApps(userId)],
  });
  return (
    <form {...props} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="New address" error={errors.newEmail}>
          <Input name="newEmail" type="email" autoComplete="email" spellCheck={false} />
        </Field>
        <CurrentPasswordField email={email} error={errors.current} />
      </div>
      <FactorCodeFields userId={userId} error={errors.code} />
      <p className="max-w-[65ch] text-13 text-ink-3">
        We send a link to the new address and a notice to the current one. Nothing changes until you open the link. Then
        you're signed in there, and signed out everywhere else.
      </p>
      <Button type="submit" variant="primary" className="justify-self-start phone:w-full" loading={busy}>
        <span>Change email</span>
      </Button>
    </form>
  );
}

function fieldErrors(error: unknown) {
  const { code, field } = error instanceof AuthProblem ? error : { code: null, field: null };
  if (code === "invalid-credentials") return { current: "This isn't your current password" };
  const text = problemText(error, UNEXPECTED);
  if (field === "code") return { code: text };
  if (field === null && code === "already-registered") return { newEmail: "An account with this email already exists" };
  return undefined;
}

type Props = { userId: string; email: string; pending: EmailChange };

function PendingEmail({ userId, email, pending }: Props) {
  const invalidates = [queryKeys.emailChange(userId)];
  const resend = useAction({
    action: () => resendEmailChange(email),
    successMessage: `Sent to ${pending.newEmail} again.`,
    errorMessage: UNEXPECTED,
    invalidates,
  });
  const cancel = useAction({
    action: cancelEmailChange,
    successMessage: "Change canceled. Your email stays the same.",
    errorMessage: "The change couldn't be canceled",
    invalidates,
  });
  return (
    <Banner
      tone="warn"
      title={<span className="wrap-anywhere">{pending.newEmail} isn't confirmed yet</span>}
      action={
        <span ref={returnsFocusToHeading} className="flex gap-1.5 py-px phone:grid phone:grid-cols-2">
          <Button size="sm" loading={resend.busy} disabled={cancel.busy} onClick={() => void resend.run()}>
            <span>Send again</span>
          </Button>
          <Button
            size="sm"
            variant="ghost"
            loading={cancel.busy}
            disabled={resend.busy}
            onClick={() => void cancel.run()}
          >
            <span>Cancel change</span>
          </Button>
        </span>
      }
    >
      Open the link we sent there
      {pending.sentAt && (
        <>
          {" "}
          (sent <TimeAgo at={pending.sentAt} />)
        </>
      )}
      . Until then, you sign in with your current email.
    </Banner>
  );
}
