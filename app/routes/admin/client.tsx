import { ClientScreen } from "~/features/admin/client-record/client-screen.tsx";
import { ContentSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import type { PageHandle } from "~/shared/shell/page-title.ts";
import type { Route } from "./+types/client.ts";

export const meta = () => portalMeta("Client");

export const handle = { title: "Client" } satisfies PageHandle;

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request, { role: "admin", fallbackPath: "/dashboard" });
}
clientLoader.hydrate = true as const;

export const HydrateFallback = ContentSkeleton;

/** /admin/clients/:clientId: role admin. */
export default function Client({ params }: Route.ComponentProps) {
  return <ClientScreen key={params.clientId} clientId={params.clientId} />;
}
