import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { Sheet, SheetContent, SheetHeader, SheetTitle } from "~/ui/sheet.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { PHONE_QUERY, useMediaQuery } from "~/ui/use-media-query.ts";
import { loadVersion, type Version } from "./load-versions.ts";
import { PreviewPane } from "./preview-pane.tsx";

type Props = { pageId: string; version: Version | null; onClose: () => void };

/** A version as its visitors saw it. */
export function VersionSheet({ pageId, version, onClose }: Props) {
  return (
    <Sheet open={version !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent aria-describedby={undefined} className="md:w-[min(1100px,calc(100vw-1rem))]">
        <SheetHeader>
          <SheetTitle>Version {version?.number}</SheetTitle>
        </SheetHeader>
        <div className="min-h-0 flex-1 phone:px-4">
          {version && <VersionPreview pageId={pageId} number={version.number} />}
        </div>
      </SheetContent>
    </Sheet>
  );
}

function VersionPreview({ pageId, number }: { pageId: string; number: number }) {
  const phone = useMediaQuery(PHONE_QUERY);
  const version = useQuery({
    queryKey: [...queryKeys.landingVersions(pageId), number],
    queryFn: () => loadVersion(pageId, number),
    // What was published never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryBoundary
      query={version}
      errorMessage="The version could not be loaded"
      skeleton={<Skeleton className="m-4 h-96" />}
    >
      {(draft) => draft && <PreviewPane draft={draft} phone={phone} />}
    </QueryBoundary>
  );
}
