import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { type Action, useAction } from "~/shared/use-action.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { AddressList, AddressRow } from "./address-list.tsx";
import { adminEmailsQuery, setAdminEmail } from "./api.ts";
import { emailAddress } from "./field-schemas.ts";

const ERROR_MESSAGE = "Couldn't save the address";

/** The addresses whose confirmed owners become admins at sign-in. */
export function AdminEmailsSection() {
  const emails = useQuery(adminEmailsQuery());
  const isListed = (email: string) => emails.data?.some((entry) => entry.email === email && entry.is_active);
  const { props, errors, busy } = useActionForm({
    schema: z.object({
      email: emailAddress.check(z.refine((email) => !isListed(email), "This address is already on the list")),
    }),
    action: ({ email }) => setAdminEmail(email, true),
    successMessage: (_, { email }) => `${email} added`,
    errorMessage: ERROR_MESSAGE,
    invalidates: [queryKeys.adminEmails()],
    resets: true,
  });
  return (
    <SettingsCard
      title="Admin emails"
      text="Anyone who signs in with one of these confirmed addresses becomes an admin. Turning an address off doesn't remove a role. Do that in User Management."
      flush
    >
      {/* The form is above the list, so that loading rows do not move it. */}
      <form {...props} className="flex items-start gap-2 border-line-soft border-t px-5 py-3 phone:px-4">
        <Field label="New admin address" hideLabel error={errors.email} className="flex-1">
          <Input name="email" type="email" autoComplete="off" spellCheck={false} placeholder="name@agency.com" />
        </Field>
        <Button type="submit" loading={busy} className="mt-0.5 phone:mt-0">
          <span>Add address</span>
        </Button>
      </form>
      <AddressList
        query={emails}
        label="Admin emails"
        name="addresses"
        empty={
          <EmptyState
            title="No admin addresses"
            text="Add one above. Its owner becomes an admin the next time they sign in."
          />
        }
      >
        {({ email, is_active, created_at }) => (
          <AdminEmail key={email} email={email} active={is_active} since={created_at} />
        )}
      </AddressList>
    </SettingsCard>
  );
}

function AdminEmail({ email, active, since }: { email: string; active: boolean; since: string }) {
  const change: Action<boolean, void> = useAction({
    action: (next: boolean) => setAdminEmail(email, next),
    successMessage: (_, next) =>
      next ? null : { title: `${email} turned off`, action: { label: "Undo", onClick: () => void change.run(true) } },
    errorMessage: ERROR_MESSAGE,
    invalidates: [queryKeys.adminEmails()],
  });
  const text = active ? "Turn off" : "Turn on";
  return (
    <AddressRow
      email={email}
      chip={!active && <Chip tone="neutral">off</Chip>}
      details={
        <>
          Added <TimeAgo at={since} />
        </>
      }
      action={{ text, label: `${text} ${email}`, busy: change.busy, run: () => void change.run(!active) }}
    />
  );
}
