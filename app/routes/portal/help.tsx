import { HelpScreen } from "~/features/help/help-screen.tsx";
import { ContentSkeleton } from "~/features/portal-shell/page-skeleton.tsx";
import { PageTitle } from "~/features/portal-shell/page-title.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import type { Route } from "./+types/help.ts";

export const meta = () => portalMeta("Help Center");

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request);
}
clientLoader.hydrate = true as const;

export const HydrateFallback = ContentSkeleton;

/** /help: for everybody with access. */
export default function Help({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Help Center</PageTitle>
      <HelpScreen role={loaderData.role} />
    </>
  );
}
