import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { type EditorState, useHasChanges } from "../editor/use-editor.ts";
import { VersionSheet } from "../editor/versions-panel.tsx";
import { useLandingWorkspace } from "../lib/landing-workspace.ts";
import { type LeadsOf, LeadsSheet } from "../lib/leads-sheet.tsx";
import { type PageTest, testsQuery } from "./api.ts";
import { PastTests } from "./past-tests.tsx";
import { RunningTest } from "./running-test.tsx";
import { StartDialog } from "./start-dialog.tsx";

/** The test that runs on the page, and those before it. */
export function TestsPanel({ editor }: { editor: EditorState }) {
  const tests = useQuery(testsQuery(editor.page.id));
  return (
    <QueryBoundary query={tests} errorMessage="Couldn't load the tests" skeleton={<TestsSkeleton />}>
      {(all) => <Tests editor={editor} tests={all} />}
    </QueryBoundary>
  );
}

function Tests({ editor, tests }: { editor: EditorState; tests: readonly PageTest[] }) {
  const [leadsOf, setLeadsOf] = useState<LeadsOf | null>(null);
  const [looking, setLooking] = useState<{ number: number } | null>(null);
  const currency = useLandingWorkspace()?.currency ?? "usd";
  const running = tests.find(({ isRunning }) => isRunning);
  const past = tests.filter(({ isRunning }) => !isRunning);
  const shared = { currency, onShowLeads: setLeadsOf, onShowVersion: (number: number) => setLooking({ number }) };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {running ? (
        <RunningTest editor={editor} test={running} {...shared} />
      ) : (
        <NoRunningTest editor={editor} isFirst={past.length === 0} />
      )}
      {past.length > 0 && <PastTests pageId={editor.page.id} tests={past} {...shared} />}
      <p className="max-w-prose text-ink-3 text-xs">
        Check a test as often as you like: looking early doesn't make it less reliable. If the versions are equally
        good, at most 1 in 20 tests names a winner. Each visitor counts once a day. People who were leads before the
        test count only as submissions.
      </p>
      <LeadsSheet leadsOf={leadsOf} onClose={() => setLeadsOf(null)} />
      <VersionSheet pageId={editor.page.id} version={looking} onClose={() => setLooking(null)} />
    </div>
  );
}

function NoRunningTest({ editor, isFirst }: { editor: EditorState; isFirst: boolean }) {
  const [starting, setStarting] = useState(false);
  const asks = useLandingWorkspace()?.needsApproval === true;
  const isLive = editor.page.status === "published";
  const changed = useHasChanges(editor);
  const { change } = useUrlState();
  const start = isLive && !asks && (
    <div className="flex flex-wrap justify-center gap-2">
      {!changed && <Button onClick={() => change({ tab: "" })}>Edit the page</Button>}
      <Button variant="primary" onClick={() => setStarting(true)}>
        Start a test
      </Button>
    </div>
  );
  const text = explanation({ asks, isLive });
  return (
    <Card>
      {isFirst ? (
        <EmptyState icon={<FlaskConical />} title="No tests yet" text={text}>
          {start}
        </EmptyState>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
          <p className="min-w-0 flex-1 basis-72 text-13 text-ink-2">
            <span className="font-medium text-ink">No test is running.</span> {text}
          </p>
          {start}
        </div>
      )}
      <StartDialog editor={editor} open={starting} onClose={() => setStarting(false)} />
    </Card>
  );
}

function explanation({ asks, isLive }: { asks: boolean; isLive: boolean }): string {
  if (asks)
    return "Your agency checks what you publish, so an admin starts tests on this page. You see the results here.";
  if (!isLive)
    return "Publish the page first. Then you can show another version to some of its visitors and compare the two.";
  return "Change the draft, then show it to some of your visitors. The test tells you which version brings more leads, and when you can be sure.";
}

function TestsSkeleton() {
  return (
    <div role="status" aria-label="Loading tests" className="grid gap-5">
      <Skeleton className="h-64 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </div>
  );
}
