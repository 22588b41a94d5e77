import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { toast } from "~/shared/toast.ts";
import { useForm } from "~/shared/use-form.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { listAdminEmails, setAdminEmail } from "./admin-emails.ts";
import { emailAddress } from "./field-schemas.ts";

const schema = z.object({ email: emailAddress });

/** Whose confirmed address makes them an admin when they sign in. */
export function AdminEmailsSection() {
  const client = useQueryClient();
  const emails = useQuery({ queryKey: queryKeys.adminEmails(), queryFn: listAdminEmails });
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.adminEmails() });
  const { props, errors, busy, reset } = useForm({
    schema,
    onSubmit: async ({ email }) => {
      if (emails.data?.some((entry) => entry.email === email && entry.is_active))
        return { email: "This address is in the list already" };
      try {
        await setAdminEmail(email, true);
        reset();
        toast.success(`${email} may become an admin.`);
      } catch (error) {
        toast.error(problemText(error, "The address could not be saved"));
      }
      await refresh();
    },
  });
  return (
    <SettingsCard
      title="Admin e-mails"
      text="Whoever signs in with one of these addresses, confirmed, becomes an admin. Switching one off takes no role away: do that in User Management."
      flush
    >
      {/* Before the list: what loads or grows must not move the form under a finger. */}
      <form {...props} className="flex items-start gap-2 border-line-soft border-t px-5 py-3 phone:px-4">
        <Field label="Another admin address" hideLabel error={errors.email} className="flex-1">
          <Input name="email" type="email" autoComplete="off" spellCheck={false} placeholder="name@agency.com" />
        </Field>
        <Button type="submit" loading={busy} className="mt-0.5 phone:mt-0">
          <span>Add address</span>
        </Button>
      </form>
      <QueryBoundary
        query={emails}
        errorMessage="The addresses could not be loaded"
        skeleton={
          <div className="px-5 pb-5">
            <FormSkeleton label="Loading the addresses" fields={2} />
          </div>
        }
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              title="No admin addresses"
              text="Add one above. Its owner becomes an admin at the next sign-in."
            />
          ) : (
            <ul aria-label="Admin e-mails" className="border-line-soft border-t">
              {list.map((entry) => (
                <Entry
                  key={entry.email}
                  email={entry.email}
                  active={entry.is_active}
                  since={entry.created_at}
                  onDone={refresh}
                />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </SettingsCard>
  );
}

type EntryProps = { email: string; active: boolean; since: string; onDone: () => Promise<unknown> };

function Entry({ email, active, since, onDone }: EntryProps) {
  const [busy, setBusy] = useState(false);
  const change = async (next: boolean) => {
    setBusy(true);
    try {
      await setAdminEmail(email, next);
      if (!next)
        toast.success(`${email} is switched off.`, { action: { label: "Undo", onClick: () => void change(true) } });
    } catch (error) {
      toast.error(problemText(error, "The address could not be saved"));
    }
    await onDone();
    setBusy(false);
  };
  return (
    <li className="flex items-center gap-3 border-line-soft border-b px-5 py-2.5 last:border-b-0 phone:px-4">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere text-13">
          {email} {!active && <Chip tone="neutral">off</Chip>}
        </p>
        <p className="text-ink-3 text-xs">
          Added <TimeAgo at={since} />
        </p>
      </div>
      <Button
        size="sm"
        loading={busy}
        aria-label={`${active ? "Switch off" : "Switch on"} ${email}`}
        onClick={() => void change(!active)}
      >
        <span>{active ? "Switch off" : "Switch on"}</span>
      </Button>
    </li>
  );
}
