import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
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
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import { PHONE_QUERY, useMediaQuery } from "~/ui/use-media-query.ts";
import { PreviewPane } from "../editor/preview-pane.tsx";
import type { PageListItem } from "../lib/api.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";
import { answerRequest, requestedDraftQuery } from "../lib/publish-requests.ts";
import { prepareSizes } from "../pictures/api.ts";

type Props = {
  page: { id: string; title: string; accountName: string };
  open: boolean;
  onClose: () => void;
  onAnswered?: () => unknown;
};

export const reviewed = ({ id, title, account_name }: PageListItem): Props["page"] => ({
  id,
  title,
  accountName: account_name,
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
      <Review pageId={page.id} title={page.title} onClose={onClose} onAnswered={onAnswered} />
    </FormDialog>
  );
}

type ReviewProps = Pick<Props, "onClose" | "onAnswered"> & { pageId: string; title: string };

function Review({ pageId, title, onClose, onAnswered }: ReviewProps) {
  const phone = useMediaQuery(PHONE_QUERY);
  const request = useQuery(requestedDraftQuery(pageId));
  return (
    <QueryBoundary
      query={request}
      errorMessage="Couldn't load the page"
      skeleton={<Skeleton className="m-4 h-96" role="status" aria-label="Loading page" />}
    >
      {(asked) =>
        asked ? (
          <>
            <div className="min-h-0 flex-1 overflow-y-auto phone:px-4">
              <PreviewPane draft={asked.draft} phone={phone} />
            </div>
            <Answer pageId={pageId} title={title} asked={asked} onClose={onClose} onAnswered={onAnswered} />
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

type AnswerProps = ReviewProps & { asked: { draft: LandingDraft; at: string } };

/** Approve, or decline with a note. A newer request replaces the one on the screen before anyone answers it. */
function Answer({ pageId, title, asked: { draft, at }, onClose, onAnswered }: AnswerProps) {
  const [note, setNote] = useState<string | null>(null);
  const answer = useAction({
    action: (approved: boolean) => answerRequest(pageId, at, { approved, note: note ?? "" }),
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
  useUnsavedChanges(note?.trim() ? "your note" : null);
  const form = useRef<HTMLDivElement>(null);
  const focusInvalid = useFocusInvalid(form);
  const decline = () => {
    if (note === null) setNote("");
    else if (note.trim()) void answer.run(false);
    else {
      answer.setProblem("Say what has to change");
      focusInvalid();
    }
  };
  return (
    <div ref={form} className="grid shrink-0 gap-3 border-line border-t p-4">
      {note === null ? (
        answer.problem && <Banner tone="bad" role="alert" title={answer.problem} />
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
        {note !== null && (
          <Button
            variant="ghost"
            onClick={() => {
              setNote(null);
              answer.setProblem(null);
            }}
          >
            Back
          </Button>
        )}
        <Button loading={answer.busy && note !== null} onClick={decline}>
          <span>{note === null ? "Decline…" : "Decline page"}</span>
        </Button>
        {note === null && (
          <Button variant="primary" loading={answer.busy} onClick={() => void answer.run(true)}>
            <span>Approve and publish</span>
          </Button>
        )}
      </div>
    </div>
  );
}
