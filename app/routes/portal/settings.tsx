import { lazy } from "react";
import { useSearchParams } from "react-router";
import { SettingsScreen } from "~/features/account/settings/settings-screen.tsx";
import { PremiumPlanCard } from "~/features/billing/premium-plan/premium-plan-card.tsx";
import { InvoicesNote } from "~/features/portal/client-billing/invoices-note.tsx";
import { ContentSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import type { PageHandle } from "~/shared/shell/page-title.ts";
import { skipRevalidationOnSearchChange } from "~/shared/skip-revalidation.ts";
import type { Route } from "./+types/settings.ts";

// Most users are not admins, so this loads when it is opened.
const AgencySettingsSection = lazy(async () => ({
  default: (await import("~/features/admin/settings/agency-part.tsx")).AgencySettingsSection,
}));

export const meta = () => portalMeta("Settings");

export const handle = { title: "Settings" } satisfies PageHandle;

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request);
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = skipRevalidationOnSearchChange;

export const HydrateFallback = ContentSkeleton;

/** /settings: for every user with access, not only admins. ?section= names the section. */
export default function Settings({ loaderData: { user, role } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <SettingsScreen
      user={user}
      role={role}
      section={search.get("section")}
      agency={(section) => <AgencySettingsSection section={section} />}
      plan={
        <>
          <PremiumPlanCard user={user} />
          <InvoicesNote userId={user.id} />
        </>
      }
    />
  );
}
