import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip } from "~/ui/chip.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Sheet, SheetContent, SheetHeader, SheetTitle } from "~/ui/sheet.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { PHONE_QUERY, useMediaQuery } from "~/ui/use-media-query.ts";
import { rollBackPage } from "../lib/api.ts";
import { useLandingWorkspace } from "../lib/landing-workspace.ts";
import { useRunningTest } from "../tests/api.ts";
import { type Version, versionQuery, versionsQuery } from "./api.ts";
import { PageWidths } from "./page-widths.tsx";
import { ShownPage } from "./preview-pane.tsx";
import { Changes } from "./publish-changes.tsx";
import { type PageWidth, ScaledPage } from "./scaled-page.tsx";
import { type EditorState, useHasChanges } from "./use-editor.ts";

/** All published versions. Users can view each one and publish it again. */
export function VersionsPanel({ editor }: { editor: EditorState }) {
  const { page } = editor;
  const [looking, setLooking] = useState<Version | null>(null);
  const [asking, setAsking] = useState<Version | null>(null);
  const versions = useQuery(versionsQuery(page.id));
  const tested = useRunningTest(page.id)?.variants;
  return (
    <>
      <QueryBoundary
        query={versions}
        errorMessage="Couldn't load versions"
        skeleton={<TableSkeleton label="Loading versions" />}
      >
        {(all) => (
          <Card>
            <CardHeader>
              <CardTitle level={3}>Versions</CardTitle>
            </CardHeader>
            {all.length === 0 ? (
              <EmptyState
                icon={<History />}
                title="No versions yet"
                text="Each time you publish, a version is saved here. You can view it or roll back to it anytime."
              />
            ) : (
              <ol aria-label="Versions" className="grid">
                {all.map((version) => (
                  <li
                    key={version.number}
                    className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line-soft border-b px-4 py-2.5 text-13 last:border-b-0"
                  >
                    <span className="num w-8 font-medium">{version.number}</span>
                    <span className="grid min-w-0 flex-1 basis-48">
                      <span className="font-medium">{version.name}</span>
                      <span className="text-ink-3 text-xs">
                        <TimeAgo at={version.publishedAt} />
                        {version.by && ` by ${version.by}`}
                      </span>
                    </span>
                    {version.number === page.version && (
                      <Chip tone={page.status === "published" ? "ok" : "neutral"}>
                        {page.status === "published" ? "live" : "last live"}
                      </Chip>
                    )}
                    {tested?.some(({ version: number }) => number === version.number) && (
                      <Chip tone="info">in a test</Chip>
                    )}
                    <span className="flex gap-1.5 phone:w-full phone:[&>*]:flex-1">
                      <Button size="sm" onClick={() => setLooking(version)}>
                        View<span className="sr-only"> version {version.number}</span>
                      </Button>
                      {(version.number !== page.version || page.status !== "published") && (
                        <Button size="sm" onClick={() => setAsking(version)}>
                          Roll back<span className="sr-only"> to version {version.number}</span>
                        </Button>
                      )}
                    </span>
                  </li>
                ))}
              </ol>
            )}
          </Card>
        )}
      </QueryBoundary>
      <VersionSheet pageId={page.id} version={looking} onClose={() => setLooking(null)} />
      <RollBackDialog editor={editor} version={asking} onClose={() => setAsking(null)} />
    </>
  );
}

type Props = { pageId: string; version: Pick<Version, "number"> | null; onClose: () => void };

/** The page as it was, and what changed with it. It begins as on the device that one has in the hand. */
export function VersionSheet({ pageId, version, onClose }: Props) {
  const phone = useMediaQuery(PHONE_QUERY);
  const [chosen, setWidth] = useState<PageWidth | null>(null);
  const width = chosen ?? (phone ? "390" : "1280");
  return (
    <Sheet open={version !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent aria-describedby={undefined} className="md:w-[min(1100px,calc(100vw-1rem))]">
        <SheetHeader className="[&>div]:flex [&>div]:items-center [&>div]:gap-3">
          <SheetTitle>Version {version?.number}</SheetTitle>
          <PageWidths width={width} onChange={setWidth} className="ml-auto" />
        </SheetHeader>
        {version && <VersionPreview pageId={pageId} number={version.number} width={width} />}
      </SheetContent>
    </Sheet>
  );
}

type PreviewProps = { pageId: string; number: number; width: PageWidth };

function VersionPreview({ pageId, number, width }: PreviewProps) {
  const version = useQuery(versionQuery(pageId, number));
  const before = useQuery(versionsQuery(pageId)).data?.find((each) => each.number === number)?.before;
  return (
    <QueryBoundary
      query={version}
      errorMessage="Couldn't load the version"
      skeleton={<Skeleton className="m-4 h-96" />}
    >
      {(draft) =>
        draft && (
          <>
            {before && (
              <div className="max-h-40 shrink-0 overflow-y-auto border-line border-b px-5 py-3">
                <Changes page={{ id: pageId, version: before }} draft={draft} />
              </div>
            )}
            <div className="min-h-0 flex-1 bg-sunken md:p-4">
              <ScaledPage width={width}>
                <ShownPage draft={draft} />
              </ScaledPage>
            </div>
          </>
        )
      }
    </QueryBoundary>
  );
}

type RollBackDialogProps = { editor: EditorState; version: Version | null; onClose: () => void };

/** The text warns about unpublished changes, because a rollback also replaces the draft. */
function RollBackDialog({ editor, version, onClose }: RollBackDialogProps) {
  const { page, startOver } = editor;
  const changed = useHasChanges(editor);
  const asks = useLandingWorkspace()?.needsApproval === true;
  const running = useRunningTest(page.id);
  const stops = running !== undefined && !asks;
  const rollBack = useAction({
    action: async (number: number) => {
      const made = await rollBackPage(page.id, number, stops ? running.id : undefined);
      await startOver();
      return made;
    },
    successMessage: (made, number) =>
      made > 0 ? `Version ${number} is live again, as version ${made}` : `Version ${number} was sent for approval`,
    errorMessage: "Couldn't roll back the page",
    invalidates: [queryKeys.landingTests(page.id)],
  });
  return (
    <ConfirmDialog
      open={version !== null}
      onClose={onClose}
      title={`Roll back to version ${version?.number}?`}
      description={
        <>
          {asks
            ? "Your agency checks it before visitors see it. The URL doesn't change."
            : "It goes live within a second as a new version. The URL doesn't change."}
          {stops && " The running test stops, but its results stay."}
          {changed && " It also replaces the draft, so unpublished changes are lost."}
        </>
      }
      confirmLabel={stops ? "Stop the test and roll back" : "Roll back"}
      variant="primary"
      onConfirm={() => version && void rollBack.run(version.number)}
    />
  );
}
