import { useSearchParams } from "react-router";
import { HelpScreen } from "~/features/portal/help/help-screen.tsx";
import { ContentSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { queryClient } from "~/shared/query-client.ts";
import { requireAccess } from "~/shared/require-access.ts";
import type { PageHandle } from "~/shared/shell/page-title.ts";
import { skipRevalidationOnSearchChange } from "~/shared/skip-revalidation.ts";
import { myAccountsQuery } from "~/shared/workspace-query.ts";
import type { Route } from "./+types/help.ts";

export const meta = () => portalMeta("Help Center");

export const handle = { title: "Help Center" } satisfies PageHandle;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const access = await requireAccess(request);
  // Which articles a client gets depends on their accounts. Without an answer, those of the portal are there.
  if (access.role === "client") await queryClient.prefetchQuery(myAccountsQuery);
  return access;
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = skipRevalidationOnSearchChange;

export const HydrateFallback = ContentSkeleton;

/** /help: for every user with access. ?article= names the open article. */
export default function Help({ loaderData: { user, role } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return <HelpScreen user={user} role={role} article={search.get("article")} />;
}
