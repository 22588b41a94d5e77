import { ArrowLeft, ExternalLink } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { tabTitle } from "~/shared/page-meta.ts";
import { Button } from "~/ui/button.tsx";
import { PHONE_QUERY, useMediaQuery } from "~/ui/use-media-query.ts";
import { PageStatus } from "../lib/page-status.tsx";
import { pagesPath } from "../lib/pages-path.ts";
import { PremiumNote } from "../lib/premium-note.tsx";
import { useRunningTest } from "../tests/api.ts";
import type { LoadedPage } from "./api.ts";
import { PreviewPane } from "./preview-pane.tsx";
import { StatsPanel } from "./stats-panel.tsx";
import { liveUrl } from "./use-editor.ts";

/** A page of a free account: how it looks and what it brought. Nothing can be edited. */
export function PageView({ page }: { page: LoadedPage }) {
  const phone = useMediaQuery(PHONE_QUERY);
  const isTesting = useRunningTest(page.id) !== undefined;
  return (
    <>
      <title>{tabTitle(page.draft.title)}</title>
      <div className="flex min-h-13 flex-wrap items-center gap-2 border-line border-b bg-page px-4 py-1.5">
        <Button variant="ghost" size="icon" asChild className="-ml-2">
          <RouterLink to={pagesPath()} aria-label="Back to landing pages">
            <ArrowLeft aria-hidden="true" />
          </RouterLink>
        </Button>
        <h2 className="min-w-0 max-w-[52ch] truncate font-display font-semibold text-base tracking-tight">
          {page.draft.title}
        </h2>
        <PageStatus
          status={page.status}
          version={page.version}
          hasChanges={page.publishedRevision !== page.revision}
          request={page.request?.state}
          isTesting={isTesting}
        />
        {page.status === "published" && (
          <Button variant="ghost" asChild className="ml-auto">
            <a href={liveUrl(page)} target="_blank" rel="noopener">
              <ExternalLink aria-hidden="true" />
              View live page
            </a>
          </Button>
        )}
      </div>
      <div className="mx-auto grid w-full max-w-wrap grid-cols-[minmax(0,1fr)] gap-5 p-4 md:p-6">
        <PremiumNote />
        <section aria-label="Preview" className="h-[70dvh] min-w-0 rounded-card bg-sunken">
          <PreviewPane draft={page.draft} phone={phone} />
        </section>
        <StatsPanel page={page} />
      </div>
    </>
  );
}
