import { EditorScreen, EditorSkeleton } from "~/features/landing/editor/editor-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import type { PageHandle } from "~/shared/shell/page-title.ts";
import type { Route } from "./+types/page.ts";

export const meta = () => portalMeta("Landing page");

export const handle = { title: "Landing page", bare: true } satisfies PageHandle;

export const HydrateFallback = EditorSkeleton;

/** /workspace/:account/pages/:pageId: the editor of one page, or a look at it on the free plan. */
export default function Page({ params }: Route.ComponentProps) {
  return <EditorScreen key={params.pageId} pageId={params.pageId} />;
}
