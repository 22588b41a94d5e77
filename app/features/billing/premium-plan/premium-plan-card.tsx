import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { queryClient } from "~/shared/query-client.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { useSubscription } from "~/shared/use-subscription.ts";
import { useViewAs } from "~/shared/view-as.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { isComingNext, premiumPlan } from "../../../../domain/premium-plan.ts";
import { createProviderUrl, useExternalRedirect } from "../lib/payment-page.ts";
import { type PlanRow, planRows } from "./plan-rows.ts";

type Person = { id: string; email?: string | undefined };

/** The plans of the user's accounts: which one, since when and until when, with a button to manage or start Premium. */
export function PremiumPlanCard({ user }: { user: Person }) {
  const { data: plan } = useSubscription(user);
  const agency = useAgencyContact();
  if (!plan || agency.isPending) return <Waiting />;
  const region = { timeZone: agency.data?.time_zone };
  const rows = planRows(plan, new Date(), region);
  const reload = () => void queryClient.invalidateQueries({ queryKey: queryKeys.subscription(user.id) });
  return (
    <div className="grid gap-3">
      {rows.map(({ key, action, subject, accountId, ...row }) => (
        <Row key={key} {...row}>
          {action && (
            <ProviderButton
              name={action === "Manage plan" ? "customer-portal" : "create-subscription"}
              label={subject ? `${action}: ${subject}` : undefined}
              body={accountId ? { account_id: accountId } : {}}
              onFailure={reload}
            >
              {action}
            </ProviderButton>
          )}
        </Row>
      ))}
    </div>
  );
}

type ButtonProps = {
  name: string;
  label: string | undefined;
  body: { account_id?: string };
  onFailure: () => void;
  children: ReactNode;
};

function ProviderButton({ name, label, body, onFailure, children }: ButtonProps) {
  const { busy, leave } = useExternalRedirect(() => createProviderUrl(name, body), onFailure);
  const viewedAs = useViewAs();
  return (
    <Button
      aria-label={label}
      loading={busy}
      disabled={viewedAs !== null}
      onClick={() => void leave()}
      className="phone:w-full"
    >
      <span>{children}</span>
    </Button>
  );
}

type RowProps = Omit<PlanRow, "key" | "action" | "subject" | "accountId"> & { children: ReactNode };

function Row({ label, title, text, note, features, children }: RowProps) {
  return (
    <Card role="region" aria-label={label} className={ROW}>
      <Sparkles aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold text-sm">{title}</h2>
        <p className="mt-0.5 text-13 text-ink-2">{text}</p>
        {note && <p className="mt-1 text-ink-3 text-xs">{note}</p>}
        {features && <Features />}
      </div>
      {children}
    </Card>
  );
}

/** What the plan has, and what it gets next. */
function Features() {
  const ready = premiumPlan.features.filter((feature) => !isComingNext(feature));
  return (
    <p className="mt-1 text-ink-3 text-xs">
      {ready.join(" · ")} · Coming soon: {premiumPlan.comingNext.join(", ")}
    </p>
  );
}

const ROW = "flex items-start gap-3 px-4 py-3.5 md:items-center phone:flex-wrap";

function Waiting() {
  return (
    <Card role="status" aria-label="Loading your plan" className={ROW}>
      <Skeleton className="size-4" />
      <div className="grid min-h-10 flex-1 content-center gap-2.5">
        <Skeleton className="w-40" />
        <Skeleton className="w-72 max-w-full" />
      </div>
      <Skeleton className="h-8 w-28 phone:hidden" />
    </Card>
  );
}
