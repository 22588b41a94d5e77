import { redirect } from "react-router";
import { PageSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import type { Route } from "./+types/invoices.ts";

export const meta = () => portalMeta("Invoices");

/** /invoices, which the payment pages link to (spec §2), redirects to the invoices tab of the client's dashboard. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAccess(request, { role: "client" });
  throw redirect("/client-dashboard?tab=invoices");
}
clientLoader.hydrate = true as const;

export const HydrateFallback = PageSkeleton;

export default function Invoices() {
  return null;
}
