import { useQuery } from "@tanstack/react-query";
import { Gift } from "lucide-react";
import { useMemo, useState } from "react";
import { useLocation } from "react-router";
import { ClientCombobox } from "~/shared/client-combobox.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { UnsavedChangesPrompt } from "~/shared/unsaved-changes-prompt.tsx";
import { useAction } from "~/shared/use-action.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { dayIn, localZone } from "../../../../domain/zoned-time.ts";
import { AddressList, AddressRow } from "./address-list.tsx";
import { deletePremiumOverride, type PremiumOverride, premiumOverridesQuery, setPremiumOverride } from "./api.ts";
import { endOfDay } from "./end-of-day.ts";
import { emailAddress } from "./field-schemas.ts";
import { endHint, type Grant, grantedText, isOver, isUnchanged, planNote } from "./premium-grant.ts";

/** Days of premium are the agency's, as in the client's record. */
const schemaIn = (zone: string) =>
  z.object({
    email: emailAddress,
    until: z
      .string()
      .check(
        z.refine(
          (day) => day === "" || (day >= dayIn(Date.now(), zone) && day <= "9999-12-31"),
          "Choose today or a later date",
        ),
      ),
  });

const WRITES = { errorMessage: "Couldn't save the override", invalidates: [queryKeys.premiumOverrides()] };

/** What a link from a client's record has in its state. */
const linkState = z.object({
  email: z.string(),
  /** The last day that their complimentary Premium has now; empty without one. */
  until: z.string(),
  /** The names of the accounts that it covers. */
  accounts: z.array(z.string()),
});
const NO_LINK = { email: "", until: "", accounts: [] };
/** Until a day is typed, the field has the end that the address has now, so that one click doesn't remove it. */
const NOTHING: { email: string; until: string | null } = { email: "", until: null };

/** Who has free premium, and until when. */
export function PremiumSection() {
  const overrides = useQuery(premiumOverridesQuery());
  const { timeZone: zone = localZone() } = useBillingRegion();
  const schema = useMemo(() => schemaIn(zone), [zone]);
  const region = useBillingRegion();
  const link = linkState.safeParse(useLocation().state).data ?? NO_LINK;
  const [typed, setTyped] = useState({ ...NOTHING, email: link.email });
  const undo = useAction<Grant>({
    action: ({ email, had, had_until }) => (had ? setPremiumOverride(email, had_until) : deletePremiumOverride(email)),
    ...WRITES,
  });
  const { props, errors, busy, dirty } = useActionForm({
    schema,
    action: async ({ email, until }) => ({
      ...(await setPremiumOverride(email, until ? endOfDay(until, zone) : null)),
      email,
      until: until || null,
    }),
    successMessage: (grant) => ({
      title: grantedText(grant, region),
      ...(grant.pays && { description: planNote(grant) }),
      // An end that has passed can't be restored.
      ...(!isOver(grant) &&
        !isUnchanged(grant, region) && { action: { label: "Undo", onClick: () => void undo.run(grant) } }),
    }),
    onSuccess: () => setTyped(NOTHING),
    resets: true,
    ...WRITES,
  });
  const known = overrides.data?.find(({ email }) => email === typed.email.trim().toLowerCase());
  const has = known !== undefined && !isOver({ had_until: known.expires_at });
  const heldUntil = has && known.expires_at ? dayIn(Date.parse(known.expires_at), zone) : "";
  const until = typed.until ?? (known || typed.email !== link.email ? heldUntil : link.until);
  const change = has && endHint({ ...known, until: until || null, had: true, had_until: known.expires_at }, region);
  const covered =
    typed.email === link.email && link.accounts.length > 0 && `Their Premium covers ${formatNames(link.accounts)}.`;
  return (
    <SettingsCard
      title="Premium overrides"
      text="Give an email address complimentary Premium. It applies once the owner confirms the address, with or without an account today. Paid plans aren't affected."
      flush
    >
      {/* The form is above the list, so that loading rows do not move it. */}
      <form
        {...props}
        className="grid items-start gap-3 border-line-soft border-t px-5 py-4 sm:grid-cols-[minmax(0,1fr)_11rem_auto] phone:px-4"
      >
        <ClientCombobox
          label="Email"
          name="email"
          type="email"
          typed={typed.email}
          onType={(email) => setTyped((now) => ({ ...now, email }))}
          onPick={({ email }) => setTyped((now) => ({ ...now, email: email ?? "" }))}
          required={false}
          anyAddress
          placeholder="Name, company or email"
          error={errors.email}
          hint={
            [has && "This address has complimentary Premium.", change, covered].filter(Boolean).join(" ") || undefined
          }
          empty="No matching clients. You can enter any address."
        />
        <Field label="End date (optional)" error={errors.until}>
          <Input
            name="until"
            type="date"
            max="9999-12-31"
            value={until}
            onChange={({ target: { value: until } }) => setTyped((now) => ({ ...now, until }))}
          />
        </Field>
        <Button type="submit" loading={busy} className="sm:mt-6.5">
          <span>{has ? "Change end date" : "Grant Premium"}</span>
        </Button>
        {dirty && <UnsavedChangesPrompt />}
      </form>
      <AddressList
        query={overrides}
        label="Premium overrides"
        name="overrides"
        empty={
          <EmptyState icon={<Gift />} title="No complimentary Premium" text="Grant it to an email address above." />
        }
      >
        {(override) => <Override key={override.email} override={override} />}
      </AddressList>
    </SettingsCard>
  );
}

function Override({ override }: { override: PremiumOverride }) {
  const { email, expires_at: until, created_at } = override;
  const region = useBillingRegion();
  const ended = until !== null && new Date(until) <= new Date();
  const giveBack = useAction({ action: () => setPremiumOverride(email, until), ...WRITES });
  const end = useAction({
    action: () => deletePremiumOverride(email),
    successMessage: {
      title: `Complimentary Premium ended for ${email}`,
      // An expired override cannot be restored, because its end must be in the future.
      ...(!ended && { action: { label: "Undo", onClick: () => void giveBack.run() } }),
    },
    ...WRITES,
  });
  return (
    <AddressRow
      email={email}
      chip={ended && <Chip tone="bad">ended</Chip>}
      details={
        <>
          {until ? `${ended ? "Ended on" : "Through"} ${formatDay(until, region)}` : "No end date"}, granted on{" "}
          {formatDay(created_at, region)}
        </>
      }
      action={{
        text: ended ? "Remove" : "End",
        label: `End Premium for ${email}`,
        busy: end.busy,
        run: () => void end.run(),
      }}
    />
  );
}
