import { EditorScreen, EditorSkeleton } from "~/features/landing/editor/editor-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import type { PageHandle } from "~/shared/shell/page-title.ts";
import { skipRevalidationOnSearchChange } from "~/shared/skip-revalidation.ts";
import type { Route } from "./+types/landing-page.ts";

export const meta = () => portalMeta("Landing page");

/** The editor fills the screen. */
export const handle = { title: "Landing page", bare: true } satisfies PageHandle;

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request, { role: "admin", fallbackPath: "/dashboard" });
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = skipRevalidationOnSearchChange;

export const HydrateFallback = EditorSkeleton;

/** /admin/landing-pages/:pageId: role admin. */
export default function LandingPage({ params }: Route.ComponentProps) {
  return <EditorScreen key={params.pageId} pageId={params.pageId} />;
}
