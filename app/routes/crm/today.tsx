import { useOutletContext } from "react-router";
import { todayQuery } from "~/features/crm/today/api.ts";
import { TodayScreen } from "~/features/crm/today/today-screen.tsx";
import { loadAccess } from "~/shared/load-access.ts";
import { portalMeta } from "~/shared/page-meta.ts";
import { queryClient } from "~/shared/query-client.ts";
import { hasStoredSession } from "~/shared/session-store.ts";
import { skipRevalidationOnSearchChange } from "~/shared/skip-revalidation.ts";
import { workspaceSlug } from "~/shared/workspace.ts";
import { myAccountsQuery, workspaceQuery } from "~/shared/workspace-query.ts";
import { activeRole } from "../../../domain/roles.ts";
import type { Route } from "./+types/today.ts";
import type { CrmContext } from "./crm-layout.tsx";

export const meta = () => portalMeta("Today");

/** The day is asked for as soon as the guard knows whose leads it is about, before the page is drawn. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (hasStoredSession()) void prefetchDay(new URL(request.url).searchParams).catch(() => undefined);
  return null;
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = skipRevalidationOnSearchChange;

async function prefetchDay(search: URLSearchParams): Promise<void> {
  const seesAll = await seesAllLeads();
  if (seesAll === null) return;
  await queryClient.prefetchQuery(todayQuery(seesAll && search.get("scope") !== "mine" ? "all" : "mine"));
}

/** Null for people whom the guard sends elsewhere. */
async function seesAllLeads(): Promise<boolean | null> {
  if (workspaceSlug) {
    // Right after sign-in the accounts are known, and their people see all leads. That saves waiting for the workspace.
    const known = queryClient.getQueryData(myAccountsQuery.queryKey)?.find(({ slug }) => slug === workspaceSlug);
    if (known?.role === "owner" || known?.role === "member") return true;
    const workspace = await queryClient.fetchQuery(workspaceQuery);
    return workspace?.kind === "client" ? workspace.sees_all_leads : null;
  }
  const role = activeRole((await loadAccess())?.rows ?? []);
  return role === "admin" || role === "sales" ? role === "admin" : null;
}

/** The sales home (spec §2: /crm). */
export default function Today() {
  return <TodayScreen seesAll={useOutletContext<CrmContext>().seesAll} />;
}
