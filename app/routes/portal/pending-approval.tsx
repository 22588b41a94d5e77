import { PendingApprovalScreen } from "~/features/account/pending-approval/pending-approval-screen.tsx";
import { AdminSetupCard } from "~/features/admin/setup/admin-setup-card.tsx";
import { CenteredSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requirePending } from "~/shared/require-access.ts";
import type { Route } from "./+types/pending-approval.ts";

export const meta = () => portalMeta("Account approval");

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requirePending(request);
}
clientLoader.hydrate = true as const;

export const HydrateFallback = CenteredSkeleton;

/** /pending-approval (spec §2). */
export default function PendingApproval({ loaderData }: Route.ComponentProps) {
  const { user, rows } = loaderData;
  return <PendingApprovalScreen user={user} rows={rows} setup={<AdminSetupCard userId={user.id} />} />;
}
