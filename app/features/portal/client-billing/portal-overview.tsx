import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import { LoadError } from "~/shared/load-error.tsx";
import { portalRightsQuery } from "~/shared/portal-rights.ts";
import { Button } from "~/ui/button.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { AccountSummary } from "./account-summary.tsx";
import type { Due } from "./api.ts";
import { useAccountMoney } from "./use-account-money.ts";

const PARTS = [
  ["invoices", "Invoices"],
  ["retainers", "Retainers"],
  ["communication", "Requests"],
] as const;

type Props = { user: { id: string; email?: string | undefined }; payAll: (due: Due) => ReactNode };

/** For a client on /dashboard: what they owe, and the way to the rest of their portal. */
export function PortalOverview({ user, payAll }: Props) {
  const money = useAccountMoney(user);
  const rightsQuery = useQuery(portalRightsQuery(user.id));
  const rights = rightsQuery.data;
  const owesNothing = money.balance?.due.length === 0 && money.balance.later.length === 0;
  // A member, and a person without an account, see no money but what names them.
  const seesNoMoney =
    (rights?.sees_money === false || rights?.accounts.length === 0) && (!money.balance || owesNothing);
  const parts = seesNoMoney ? PARTS.filter(([tab]) => tab === "communication") : PARTS;
  if (rightsQuery.isError && !rights)
    return (
      <LoadError
        text="Failed to load your account"
        error={rightsQuery.error}
        onRetry={() => void rightsQuery.refetch()}
      />
    );
  if (!rights) return <Skeleton className="h-28 rounded-card" />;
  return (
    <>
      {!seesNoMoney && <AccountSummary {...money} payAll={payAll} />}
      <nav aria-label="Your portal" className="-mt-1 flex flex-wrap gap-2 phone:[&>*]:flex-1">
        {parts.map(([tab, label]) => (
          <Button key={tab} size="sm" asChild>
            <RouterLink to={`/client-dashboard?tab=${tab}`}>{label}</RouterLink>
          </Button>
        ))}
      </nav>
    </>
  );
}
