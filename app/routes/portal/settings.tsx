import { ContentSkeleton } from "~/features/portal-shell/page-skeleton.tsx";
import { PageTitle } from "~/features/portal-shell/page-title.tsx";
import { SettingsScreen } from "~/features/settings/settings-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import type { Route } from "./+types/settings.ts";

export const meta = () => portalMeta("Account Settings");

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request);
}
clientLoader.hydrate = true as const;

export const HydrateFallback = ContentSkeleton;

/** /settings: for everybody with access, not only for admins. */
export default function Settings({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Account Settings</PageTitle>
      <SettingsScreen user={loaderData.user} />
    </>
  );
}
