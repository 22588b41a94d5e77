import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Gift } from "lucide-react";
import { problemText } from "~/shared/problem-text.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { toast } from "~/shared/toast.ts";
import { useForm } from "~/shared/use-form.ts";
import { Button } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { dayOf, endOfDay } from "./end-of-day.ts";
import { emailAddress } from "./field-schemas.ts";
import { PremiumOverrideRow } from "./premium-override-row.tsx";
import { listPremiumOverrides, setPremiumOverride } from "./premium-overrides.ts";

const schema = z.object({
  email: emailAddress,
  until: z
    .string()
    .check(
      z.refine((day) => day === "" || (day >= dayOf(new Date()) && day <= "9999-12-31"), "Choose today or a later day"),
    ),
});

/** Who has premium for free, and until when. */
export function PremiumSection() {
  const client = useQueryClient();
  const overrides = useQuery({ queryKey: queryKeys.premiumOverrides(), queryFn: listPremiumOverrides });
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.premiumOverrides() });
  const { props, errors, busy, reset } = useForm({
    schema,
    onSubmit: async ({ email, until }) => {
      try {
        await setPremiumOverride(email, until ? endOfDay(until) : null);
        reset();
        toast.success(`${email} has premium.`);
      } catch (error) {
        toast.error(problemText(error, "The gift could not be saved"));
      }
      await refresh();
    },
  });
  return (
    <SettingsCard
      title="Premium overrides"
      text="Premium for free, by address: it counts for the confirmed owner, whether or not there is an account yet. A paid plan is not touched."
      flush
    >
      {/* Before the list: what loads or grows must not move the form under a finger. */}
      <form
        {...props}
        className="grid items-start gap-3 border-line-soft border-t px-5 py-4 sm:grid-cols-[minmax(0,1fr)_11rem_auto] phone:px-4"
      >
        <Field label="Address" error={errors.email}>
          <Input name="email" type="email" autoComplete="off" spellCheck={false} placeholder="name@company.com" />
        </Field>
        <Field label="Until (optional)" error={errors.until}>
          <Input name="until" type="date" max="9999-12-31" />
        </Field>
        <Button type="submit" loading={busy} className="sm:mt-6.5">
          <span>Give premium</span>
        </Button>
      </form>
      <QueryBoundary
        query={overrides}
        errorMessage="The overrides could not be loaded"
        skeleton={
          <div className="px-5 pb-5">
            <FormSkeleton label="Loading the overrides" fields={2} />
          </div>
        }
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={<Gift />} title="Nobody has premium for free" text="Give it to somebody above." />
          ) : (
            <ul aria-label="Premium overrides" className="border-line-soft border-t">
              {list.map((override) => (
                <PremiumOverrideRow key={override.email} override={override} onDone={refresh} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </SettingsCard>
  );
}
