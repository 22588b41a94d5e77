import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { authProblemText } from "~/shared/auth-messages.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { factorProblemText } from "~/shared/second-factor/factor-problem.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { toast } from "~/shared/toast.ts";
import { useForm } from "~/shared/use-form.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { PasswordInput } from "~/ui/password-input.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import {
  cancelEmailChange,
  changeEmail,
  type EmailChange,
  type EmailChangeError,
  loadEmailChange,
  resendEmailChange,
} from "./api.ts";
import { FactorCodeFields, factorCodeShape, readFactorCode } from "./factor-code-fields.tsx";

/** The address one signs in with, and a change of it that waits for the new mailbox. */
export function EmailSection({ userId, email }: { userId: string; email: string }) {
  const change = useQuery({ queryKey: queryKeys.emailChange(userId), queryFn: loadEmailChange, staleTime: 0 });
  return (
    <SettingsCard
      title="E-mail address"
      text={
        <>
          You sign in with <b className="wrap-anywhere font-medium text-ink">{email}</b>. Invoices and answers go there
          as well.
        </>
      }
    >
      <QueryBoundary
        query={change}
        errorMessage="Your address could not be loaded"
        skeleton={<FormSkeleton label="Loading your address" fields={2} />}
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
      z.minLength(1, "Enter the new address"),
      z.maxLength(320, "Use at most 320 characters"),
      z.regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, "This is not an e-mail address"),
      z.refine((value) => value.toLowerCase() !== present.toLowerCase(), "This is your address already"),
    ),
    current: z.string().check(z.minLength(1, "Your current password is required")),
    ...factorCodeShape,
  });

/** A new address and what proves who asks: the password, with the code of two-step sign-in where it is on. */
function EmailForm({ userId, email }: { userId: string; email: string }) {
  const client = useQueryClient();
  const { props, errors, busy } = useForm({
    schema: schemaFor(email),
    onSubmit: async ({ newEmail, current, ...code }) => {
      const refused = await changeEmail({ email, newEmail, current, factorCode: readFactorCode(code) }).catch(
        () => ({ field: "email", problem: { code: "unexpected" } }) as const,
      );
      if (refused?.field === "code") await client.invalidateQueries({ queryKey: queryKeys.authenticatorApps(userId) });
      if (refused) return explain(refused);
      await client.invalidateQueries({ queryKey: queryKeys.emailChange(userId) });
      toast.success(`We wrote to ${newEmail}. Open the link there to finish.`);
    },
  });
  return (
    <form {...props} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="New address" error={errors.newEmail}>
          <Input name="newEmail" type="email" autoComplete="email" spellCheck={false} />
        </Field>
        <Field label="Current password" error={errors.current}>
          <PasswordInput name="current" autoComplete="current-password" />
        </Field>
      </div>
      <FactorCodeFields userId={userId} error={errors.code} />
      <p className="max-w-[65ch] text-13 text-ink-3">
        The new mailbox must confirm; until then nothing changes. We tell the present one. After the confirmation every
        device is signed out and you sign in with the new address.
      </p>
      <Button type="submit" variant="primary" className="justify-self-start phone:w-full" loading={busy}>
        <span>Change address</span>
      </Button>
    </form>
  );
}

function explain({ field, problem }: EmailChangeError) {
  if (problem.code === "invalid-credentials") return { current: "This is not your current password" };
  if (field === "code") return { code: factorProblemText(problem) };
  if (field === "email" && problem.code === "already-registered")
    return { newEmail: "An account with this address exists already" };
  toast.error(factorProblemText(problem));
}

type Props = { userId: string; email: string; pending: EmailChange };

/** Which mailbox has to confirm, with another try and a way back. */
function PendingEmail({ userId, email, pending }: Props) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<"resend" | "cancel" | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.emailChange(userId) });
  const resend = useSingleFlight(async () => {
    setBusy("resend");
    const problem = await resendEmailChange(email).catch(() => ({ code: "unexpected" }) as const);
    if (problem) toast.error(authProblemText(problem));
    else toast.success(`Sent to ${pending.newEmail} once more.`);
    await refresh();
    setBusy(null);
  });
  const cancel = useSingleFlight(async () => {
    setBusy("cancel");
    try {
      await cancelEmailChange();
      toast.success("The change is taken back. Your address stays as it is.");
    } catch {
      toast.error("The change could not be taken back. Please try again.");
    }
    await refresh();
    setBusy(null);
  });
  return (
    <Banner
      tone="warn"
      title={<span className="wrap-anywhere">{pending.newEmail} has not confirmed yet</span>}
      action={
        <span className="flex gap-1.5 py-px phone:grid phone:grid-cols-2">
          <Button size="sm" loading={busy === "resend"} disabled={busy === "cancel"} onClick={() => void resend()}>
            <span>Send again</span>
          </Button>
          <Button
            size="sm"
            variant="ghost"
            loading={busy === "cancel"}
            disabled={busy === "resend"}
            onClick={() => void cancel()}
          >
            <span>Cancel change</span>
          </Button>
        </span>
      }
    >
      Open the link in that mailbox
      {pending.sentAt && (
        <>
          {" "}
          (sent <TimeAgo at={pending.sentAt} />)
        </>
      )}
      . You keep signing in with the present address until then.
    </Banner>
  );
}
