import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { SheetContent, SheetDescription, SheetHeader, SheetTitle } from "~/ui/sheet.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import { PHONE_QUERY, useMediaQuery } from "~/ui/use-media-query.ts";
import { PreviewPane } from "../editor/preview-pane.tsx";
import { Changes } from "../editor/publish-changes.tsx";
import type { PageListItem } from "../lib/api.ts";
import { answerRequest, type RequestedDraft, requestedDraftQuery } from "../lib/publish-requests.ts";
import { prepareSizes } from "../pictures/api.ts";
import { type PageTest, useRunningTest } from "../tests/api.ts";

/** Lazy, because it knows the words of all templates. */
const PublishPoints = lazy(() =>
  import("../editor/publish-points.tsx").then((module) => ({ default: module.PublishPoints })),
);

type Reviewed = {
  id: string;
  title: string;
  /** The slug of its account. */
  account: string;
  accountName: string;
  version: number;
  status: "draft" | "published";
};
type Props = {
  page: Reviewed;
  open: boolean;
  onClose: () => void;
  onAnswered?: () => unknown;
};

export const reviewed = (page: PageListItem): Reviewed => ({
  id: page.id,
  title: page.title,
  account: page.account_slug,
  accountName: page.account_name,
  version: page.version,
  status: page.status,
});

/** Shows an admin what a client asks to publish, with the two answers. */
export function ReviewDialog({ page, open, onClose, onAnswered }: Props) {
  return (
    <FormDialog open={open} onClose={onClose} Content={SheetContent} className="md:w-[min(1100px,calc(100vw-1rem))]">
      <SheetHeader>
        <SheetTitle className="wrap-anywhere">{page.title}</SheetTitle>
        <SheetDescription className="wrap-anywhere">
          {page.accountName} asks to publish this. Later edits aren't part of it.
        </SheetDescription>
      </SheetHeader>
      <Review page={page} onClose={onClose} onAnswered={onAnswered} />
    </FormDialog>
  );
}

type ReviewProps = Omit<Props, "open">;

function Review({ page, onClose, onAnswered }: ReviewProps) {
  const phone = useMediaQuery(PHONE_QUERY);
  const request = useQuery(requestedDraftQuery(page.id, page.account));
  return (
    <QueryBoundary
      query={request}
      errorMessage="Couldn't load the page"
      skeleton={<Skeleton className="m-4 h-96" role="status" aria-label="Loading page" />}
    >
      {(asked) =>
        asked ? (
          <>
            <div className="flex min-h-0 flex-1 flex-col phone:block phone:overflow-y-auto phone:px-4">
              <div className="grid shrink-0 items-start gap-x-6 gap-y-3 px-4 py-3 md:max-h-[30dvh] md:grid-flow-col md:auto-cols-fr md:overflow-y-auto phone:px-0">
                {page.version > 0 && <Changes page={page} draft={asked.draft} account={page.account} />}
                <Suspense>
                  <PublishPoints draft={asked.draft} heading="Before you approve it" />
                </Suspense>
              </div>
              <div className="min-h-0 flex-1">
                <PreviewPane draft={asked.draft} brand={asked.brand} phone={phone} />
              </div>
            </div>
            <Answer page={page} asked={asked} onClose={onClose} onAnswered={onAnswered} />
          </>
        ) : (
          <div className="p-4">
            <Banner title="This request was already answered or withdrawn" />
          </div>
        )
      }
    </QueryBoundary>
  );
}

type AnswerProps = ReviewProps & { asked: RequestedDraft };

/** Approve, or decline with a note. A newer request replaces the one on the screen before anyone answers it. */
function Answer({ page, asked: { draft, at }, onClose, onAnswered }: AnswerProps) {
  const { id, title, account } = page;
  const running = useRunningTest(id, account);
  const [isDeclining, setDeclining] = useState(false);
  // Kept when someone looks at the page again.
  const [note, setNote] = useState("");
  const answer = useAction({
    action: (approved: boolean) =>
      answerRequest(id, at, approved ? { approved, stoppedTest: running?.id } : { approved, note }),
    successMessage: (version) => (version > 0 ? `${title} is live` : "The client was told what has to change"),
    errorMessage: "Couldn't answer the request",
    showProblem: "inline",
    invalidates: [queryKeys.landingPages()],
    onSuccess: async (version) => {
      if (version > 0) void prepareSizes(draft.content);
      await onAnswered?.();
      onClose();
    },
  });
  useUnsavedChanges(note.trim() ? "your note" : null);
  const form = useRef<HTMLDivElement>(null);
  const focusInvalid = useFocusInvalid(form);
  const decline = () => {
    if (!isDeclining) setDeclining(true);
    else if (note.trim()) void answer.run(false);
    else {
      answer.setProblem("Say what has to change");
      focusInvalid();
    }
  };
  return (
    <div ref={form} className="grid shrink-0 gap-3 border-line border-t p-4">
      {!isDeclining ? (
        <>
          {answer.problem && <Banner tone="bad" role="alert" title={answer.problem} />}
          {running && <RunningTest test={running} page={page} />}
        </>
      ) : (
        <Field label="Change needed" hint="The client gets this by email and in the editor." error={answer.problem}>
          <Textarea
            value={note}
            rows={3}
            maxLength={1000}
            autoFocus
            onChange={(event) => {
              setNote(event.target.value);
              answer.setProblem(null);
            }}
          />
        </Field>
      )}
      <div className="flex flex-wrap justify-end gap-2 phone:[&>*]:flex-1">
        {isDeclining && (
          <Button
            variant="ghost"
            onClick={() => {
              setDeclining(false);
              answer.setProblem(null);
            }}
          >
            Back
          </Button>
        )}
        <Button loading={answer.busy && isDeclining} onClick={decline}>
          <span>{isDeclining ? "Decline page" : "Decline…"}</span>
        </Button>
        {!isDeclining && (
          <Button variant="primary" loading={answer.busy} onClick={() => void answer.run(true)}>
            <span>{running ? "Stop the test and publish" : "Approve and publish"}</span>
          </Button>
        )}
      </div>
    </div>
  );
}

function RunningTest({ test, page: { id, account } }: { test: PageTest; page: Reviewed }) {
  return (
    <Banner
      tone="warn"
      title="A test is running on this page"
      action={
        <Button size="sm" asChild>
          <a href={`/workspace/${account}/pages/${id}?tab=tests`}>See the test</a>
        </Button>
      }
    >
      <span className="wrap-anywhere">
        {test.variants.map(({ label }) => label).join(" or ")}, started <TimeAgo at={test.startedAt} />
        {test.startedBy && ` by ${test.startedBy}`}. Publishing stops it. Its results stay under Tests.
      </span>
    </Banner>
  );
}
