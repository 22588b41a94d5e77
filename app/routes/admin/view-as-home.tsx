import { useOutletContext } from "react-router";
import { ContentSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { ClientHome } from "../portal/client-home.tsx";
import type { ViewAsOutlet } from "./view-as-layout.tsx";

export const meta = () => portalMeta("View as client");

export const HydrateFallback = ContentSkeleton;

/** The client's home as the client sees it. */
export default function ViewAsHome() {
  const { user } = useOutletContext<ViewAsOutlet>();
  return <ClientHome user={user} />;
}
