import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { EraseForm } from "~/shared/erasure/erase-form.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { crmPath } from "~/shared/workspace.ts";
import { DialogDescription } from "~/ui/dialog.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { textLink } from "../../../../domain/phone.ts";
import { undoMerge } from "../lib/api.ts";
import { textObstacle } from "../lib/crm-format.ts";
import { EmailFields, emailObstacle } from "../lib/email-composer.tsx";
import { useEmailDraft } from "../lib/email-draft.ts";
import type { CallRef, CallTimeWish, MergeRef } from "../lib/lead-actions.ts";
import type { LeadRef, LeadTask } from "../lib/lead-types.ts";
import { leavesLead } from "../lib/open-lead.ts";
import { openLink } from "../lib/open-link.ts";
import { RecordConsent } from "../lib/record-consent.tsx";
import { settleUndo } from "../lib/undo-stack.ts";
import { BookForm } from "./book-form.tsx";
import { BookWithForm } from "./book-with-form.tsx";
import { CancelCallForm, MoveCallForm } from "./call-forms.tsx";
import { AssignForm, LostForm } from "./change-forms.tsx";
import { ChangeTaskForm } from "./change-task-form.tsx";
import { DialogForm } from "./dialog-form.tsx";
import { HandOverCallForm } from "./hand-over-form.tsx";
import { NoteForm, OutcomeForm } from "./log-forms.tsx";
import { Refusal } from "./refusal.tsx";
import { TaskForm } from "./task-form.tsx";

export type ActiveDialog =
  | { kind: "outcome"; lead: LeadRef; first?: "call" | "sms" }
  | { kind: "note" | "email" | "call"; lead: LeadRef }
  | ({ kind: "call-with" } & CallTimeWish)
  | ({ kind: "move-call" | "hand-over-call" | "cancel-call" } & CallRef)
  | { kind: "task"; lead: LeadRef; done?: LeadTask }
  | { kind: "change-task"; lead: LeadRef; task: LeadTask }
  | { kind: "assign"; leads: LeadRef[]; onChanged?: (() => void) | undefined }
  | { kind: "erase"; lead: LeadRef }
  | { kind: "apart"; merge: MergeRef }
  | { kind: "lost"; leadIds: string[]; account?: string | undefined; who: string; onLost?: (() => void) | undefined };

const WIDE = new Set<string>(["email", "erase", "call", "call-with", "move-call"]);

const DESCRIBED = new Set<string>(["apart", "erase", "call-with", "move-call", "hand-over-call", "cancel-call"]);

/** The dialog of an action on leads. It asks for confirmation before it discards typed text. */
export function LeadDialogs({ dialog, onClose }: { dialog: ActiveDialog | null; onClose: () => void }) {
  return (
    <FormDialog
      open={dialog !== null}
      onClose={onClose}
      leaves={leavesLead}
      // The other forms have a title but no description.
      {...(dialog && DESCRIBED.has(dialog.kind) ? {} : { "aria-describedby": undefined })}
      className={dialog && WIDE.has(dialog.kind) ? "md:max-w-[560px]" : undefined}
      onOpenAutoFocus={focusFirst}
    >
      {dialog && <Form dialog={dialog} onClose={onClose} />}
    </FormDialog>
  );
}

/** Focuses the main field or the selected outcome instead of the first control. A suggested title is selected, so that typing replaces it. */
function focusFirst(event: Event): void {
  const first = (event.currentTarget as HTMLElement | null)?.querySelector<HTMLElement>("[data-first], input:checked");
  if (!first) return;
  event.preventDefault();
  first.focus();
  if (first instanceof HTMLInputElement) first.select();
}

function Form({ dialog, onClose }: { dialog: ActiveDialog; onClose: () => void }) {
  switch (dialog.kind) {
    case "outcome":
      return dialog.first === "sms" ? (
        <TextForm lead={dialog.lead} onDone={onClose} />
      ) : (
        <OutcomeForm lead={dialog.lead} first={dialog.first} onDone={onClose} />
      );
    case "note":
      return <NoteForm lead={dialog.lead} onDone={onClose} />;
    case "email":
      return <EmailForm lead={dialog.lead} onDone={onClose} />;
    case "call":
      return <BookForm lead={dialog.lead} onDone={onClose} />;
    case "call-with":
      return <BookWithForm {...dialog} onDone={onClose} />;
    case "move-call":
      return <MoveCallForm {...dialog} onDone={onClose} />;
    case "hand-over-call":
      return <HandOverCallForm {...dialog} onDone={onClose} />;
    case "cancel-call":
      return <CancelCallForm {...dialog} onDone={onClose} />;
    case "task":
      return <TaskForm lead={dialog.lead} done={dialog.done} onDone={onClose} />;
    case "change-task":
      return <ChangeTaskForm lead={dialog.lead} task={dialog.task} onDone={onClose} />;
    case "assign":
      return <AssignForm leads={dialog.leads} onChanged={dialog.onChanged} onDone={onClose} />;
    case "erase":
      return <EraseLeadForm lead={dialog.lead} onDone={onClose} />;
    case "apart":
      return <UndoMergeForm merge={dialog.merge} onDone={onClose} />;
    case "lost":
      return (
        <LostForm
          leadIds={dialog.leadIds}
          account={dialog.account}
          who={dialog.who}
          onLost={dialog.onLost}
          onDone={onClose}
        />
      );
  }
}

/** Asks for the outcome of a text, or says why this lead cannot get one. */
function TextForm({ lead, onDone }: { lead: LeadRef; onDone: () => void }) {
  const [agreed, setAgreed] = useState(false);
  const obstacle = agreed ? null : textObstacle(lead);
  if (!obstacle) return <OutcomeForm lead={lead} first="sms" onDone={onDone} />;
  return (
    <Refusal title={`You can't text ${leadName(lead)}`} obstacle={obstacle}>
      {lead.phone && (
        <RecordConsent
          lead={lead}
          onRecorded={() => {
            openLink(textLink(lead.phone ?? ""));
            setAgreed(true);
          }}
        />
      )}
    </Refusal>
  );
}

/** Writes an email to a lead, or says why this lead cannot get one. */
function EmailForm({ lead, onDone }: { lead: LeadRef; onDone: () => void }) {
  const email = useEmailDraft(lead);
  const [agreed, setAgreed] = useState(false);
  const obstacle = agreed ? null : emailObstacle(lead);
  const before = useRef({ subject: email.subject, body: email.body, task: email.task });
  const { subject, body, task } = before.current;
  const isDirty = (email.subject !== subject || email.body !== body) && (email.subject + email.body).trim() !== "";
  useUnsavedChanges(isDirty ? "this email" : null, () => {
    email.setSubject(subject);
    email.setBody(body);
    email.setTask(task);
  });
  if (obstacle)
    return (
      <Refusal title={`You can't email ${leadName(lead)}`} obstacle={obstacle}>
        {lead.email && <RecordConsent lead={lead} onRecorded={() => setAgreed(true)} />}
      </Refusal>
    );
  const send = async () => {
    if (!(await email.send())) return;
    onDone();
  };
  return (
    <DialogForm
      title={`Email ${leadName(lead)}`}
      confirmLabel="Send"
      busy={email.busy}
      problem={email.problem}
      onSubmit={send}
    >
      <EmailFields lead={lead} email={email} />
    </DialogForm>
  );
}

/** Confirms that a merge is undone. The text says what happens to both leads. */
function UndoMergeForm({ merge: { batchId, kept, other }, onDone }: { merge: MergeRef; onDone: () => void }) {
  const { run, busy, problem } = useAction({
    action: () => undoMerge(batchId),
    successMessage: ({ kept: stay }) => {
      const rest =
        stay === 1 ? " One field changed since and was kept." : ` ${stay} fields changed since and were kept.`;
      return `${kept} and ${other} are separate leads again.${stay ? rest : ""}`;
    },
    errorMessage: "Couldn't undo the merge",
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
    onSuccess: () => {
      settleUndo(batchId);
      onDone();
    },
  });
  return (
    <DialogForm
      title={`Unmerge ${kept} and ${other}?`}
      confirmLabel="Unmerge"
      busy={busy}
      problem={problem}
      onSubmit={() => void run()}
    >
      <DialogDescription asChild className="mt-0 grid list-disc gap-1.5 pl-4 wrap-anywhere">
        <ul>
          <li>
            <b className="font-medium">{other}</b> becomes a separate lead again, with its history, its tasks and, if no
            one has replied yet, its clock.
          </li>
          <li>
            <b className="font-medium">{kept}</b> gets back the values the merge changed. Later edits stay.
          </li>
          <li>Anything logged or written since the merge stays with {kept}.</li>
        </ul>
      </DialogDescription>
    </DialogForm>
  );
}

/** Erases the person of a lead. Then closes its drawer, or goes from its page to the list. */
function EraseLeadForm({ lead, onDone }: { lead: LeadRef; onDone: () => void }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const leave = () => {
    onDone();
    const rest = new URLSearchParams(search);
    rest.delete("lead");
    void navigate({
      pathname: pathname.startsWith(crmPath("/leads/")) ? crmPath("/leads") : pathname,
      search: rest.toString(),
    });
  };
  return <EraseForm person={{ kind: "lead", id: lead.id }} name={leadName(lead)} onErased={leave} />;
}
