import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { EmailForm } from "./email-form.tsx";
import { loadEmailChange } from "./load-email-change.ts";
import { PendingEmail } from "./pending-email.tsx";

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
