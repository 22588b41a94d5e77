import { LandingListScreen } from "~/features/landing/pages/landing-list-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import type { PageHandle } from "~/shared/shell/page-title.ts";

export const meta = () => portalMeta("Pages");

export const handle = { title: "Pages" } satisfies PageHandle;

/** /workspace/:account/pages: the landing pages of the account. The layout decides who may enter. */
export default function Pages() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 p-4 md:p-6">
      <LandingListScreen />
    </div>
  );
}
