import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { loadVersions, type Version } from "./load-versions.ts";
import { RollBackDialog } from "./roll-back-dialog.tsx";
import type { EditorState } from "./use-editor.ts";
import { VersionSheet } from "./version-sheet.tsx";

/** Everything that was ever published, as it was; any of it can be looked at and put live again. */
export function VersionsPanel({ editor }: { editor: EditorState }) {
  const { page } = editor;
  const [looking, setLooking] = useState<Version | null>(null);
  const [asking, setAsking] = useState<Version | null>(null);
  const versions = useQuery({ queryKey: queryKeys.landingVersions(page.id), queryFn: () => loadVersions(page.id) });
  return (
    <>
      <QueryBoundary
        query={versions}
        errorMessage="The versions could not be loaded"
        skeleton={<TableSkeleton label="Loading the versions" />}
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
                text="Each time you publish, what goes live is kept here. It can be looked at, and put live again, at any time."
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
                      <span className="truncate font-medium">{version.title}</span>
                      <span className="text-ink-3 text-xs">
                        <TimeAgo at={version.publishedAt} />
                        {version.by && ` by ${version.by}`}
                        {version.rolledBackTo !== null && `, brought back version ${version.rolledBackTo}`}
                      </span>
                    </span>
                    {version.number === page.version && (
                      <Chip tone={page.status === "published" ? "ok" : "neutral"}>
                        {page.status === "published" ? "live" : "live last"}
                      </Chip>
                    )}
                    <span className="flex gap-1.5 phone:w-full phone:[&>*]:flex-1">
                      <Button size="sm" onClick={() => setLooking(version)}>
                        Look<span className="sr-only"> at version {version.number}</span>
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
