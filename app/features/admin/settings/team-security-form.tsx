import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router";
import { useWithCameFrom } from "~/shared/came-from.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { loadSecondFactorState } from "~/shared/second-factor/load-state.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { SaveBar } from "~/shared/settings/save-bar.tsx";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { type AgencyFormProps, ConflictBanner, useAgencyForm } from "./agency-form.tsx";

// An unchecked box sends no value.
const box = z._default(z.string(), "");
const schema = z.object({ admins: box, sales: box });

const OWN_FACTOR_FIRST = "Before you can require two-step sign-in, you need to sign in with a code yourself.";

/** Who must use two-step sign-in. Only an admin who signed in with a code can turn on the requirement. */
export function TeamSecurityForm({ row, onReset }: AgencyFormProps) {
  const own = useQuery({ queryKey: queryKeys.secondFactorState(), queryFn: loadSecondFactorState, staleTime: 0 });
  const { props, errors, busy, dirty, conflict } = useAgencyForm({
    loaded: row,
    onReset,
    schema,
    what: "Team security",
    toRow: ({ admins, sales }) => ({
      require_factor_of_admins: admins !== "",
      require_factor_of_sales: sales !== "",
    }),
    validationError: (error) =>
      error instanceof ServiceError && error.refusal?.code === "own_factor_first" ? OWN_FACTOR_FIRST : null,
  });
  return (
    <form {...props} className="grid gap-5">
      {conflict && <ConflictBanner onLoaded={onReset} />}
      {own.data !== undefined && own.data !== "given" && <OwnFirst />}
      <fieldset className="grid gap-4">
        <legend className="sr-only">Require two-step sign-in for</legend>
        <Requirement
          name="admins"
          label="Require two-step sign-in for admins"
          text="Admins see all leads, invoices and settings. We recommend this for every agency."
          checked={row.require_factor_of_admins}
          error={errors.admins}
        />
        <Requirement
          name="sales"
          label="Require two-step sign-in for sales reps"
          text="Sales reps see leads' phone numbers and addresses."
          checked={row.require_factor_of_sales}
          error={errors.sales}
        />
      </fieldset>
      <p className="max-w-[65ch] text-13 text-ink-3">
        People without an authenticator app keep their accounts. The next time they open a page, they have to set one up
        before they can continue.
      </p>
      <SaveBar label="Save team security" dirty={dirty} busy={busy} onDiscard={() => onReset()} />
    </form>
  );
}

function OwnFirst() {
  const withCameFrom = useWithCameFrom();
  return (
    <Banner
      title="Set up your own account first"
      action={
        <Button asChild size="sm">
          <RouterLink to={withCameFrom("/settings?section=security")}>Set up two-step sign-in</RouterLink>
        </Button>
      }
    >
      {OWN_FACTOR_FIRST}
    </Banner>
  );
}

type Props = { name: string; label: string; text: string; checked: boolean; error: string | undefined };

function Requirement({ name, label, text, checked, error }: Props) {
  return (
    <Checkbox
      name={name}
      defaultChecked={checked}
      label={<span className="font-medium">{label}</span>}
      hint={<span className="block pl-6">{text}</span>}
      error={error}
    />
  );
}
