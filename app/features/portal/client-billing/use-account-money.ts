import { useQuery } from "@tanstack/react-query";
import { usePortalAccounts } from "~/shared/portal-accounts.tsx";
import { portalRightsQuery } from "~/shared/portal-rights.ts";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { useSubscription } from "~/shared/use-subscription.ts";
import { clientBalanceQuery, type UpcomingCharge, upcomingChargesQuery } from "./api.ts";
import { plannedCharges } from "./planned-charges.ts";

const NONE: UpcomingCharge[] = [];

/** What a client owes, and everything that will be charged. Undefined while it loads. */
export function useAccountMoney(user: { id: string; email?: string | undefined }) {
  const balance = useQuery(clientBalanceQuery(user.id));
  const retainers = useQuery(upcomingChargesQuery(user.id));
  const { data: plan } = useSubscription(user);
  const { data: agency } = useAgencyContact();
  const { data: rights } = useQuery(portalRightsQuery(user.id));
  const { nameOf } = usePortalAccounts(user.id);
  return {
    accounts: (rights?.accounts ?? []).flatMap(({ name, role }) => (role === "member" ? [] : name)),
    balance: balance.data,
    retainerCharges: retainers.data ?? NONE,
    charges:
      retainers.data && plan && agency
        ? plannedCharges(retainers.data, plan, agency.time_zone, new Date(), nameOf)
        : undefined,
    isError: balance.isError || retainers.isError,
  };
}
