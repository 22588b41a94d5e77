import { Eye } from "lucide-react";
import { useRef, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { Field, FieldError } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { KeyCaps } from "~/ui/key-caps.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { Textarea } from "~/ui/textarea.tsx";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { textLink } from "../../../../domain/phone.ts";
import { stageAfter, textObstacle } from "../lib/crm-format.ts";
import { useStoredDraft, useStoredFields } from "../lib/drafts.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { type LogResult, logActivity, logErrorText, showLoggedToast } from "../lib/log-activity.ts";
import { RecordConsent } from "../lib/record-consent.tsx";
import { isValidTask, newTask, TaskFields, type TaskInput, toTask } from "../lib/task-fields.tsx";
import { type CallInput, type CallProblems, callProblems, callSeconds, newCall, waitingText } from "./call-input.ts";

const TEXTS = {
  note: { label: "Note", placeholder: "What happened, and what's next?", action: "Save" },
  call: { label: "Call notes", placeholder: "What did you talk about?", action: "Log call" },
  sms: { label: "SMS", placeholder: "What did you write?", action: "Log SMS" },
};

/** The tabs that log a note, a call or an SMS. */
export function LogPanel({ lead, tab }: { lead: LeadDetail; tab: LogTab }) {
  const log = useLog(lead, tab);
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusInvalid(form);
  const save = async () => {
    focusInvalid();
    if (await log.save()) leaveForm(form.current);
  };
  const words = TEXTS[tab];
  const noText = tab === "sms" ? textObstacle(lead) : null;
  return (
    <>
      {noText && (
        <div className="grid gap-2 rounded-ctl m-3 mb-0 bg-warn-bg p-2.5 text-13 text-warn-fg">
          <p>{noText}</p>
          <RecordConsent lead={lead} />
        </div>
      )}
      <form
        ref={form}
        noValidate
        className="grid gap-2.5 p-3"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        onKeyDown={submitOnModEnter}
      >
        {tab === "call" && <CallFields call={log.call} problems={log.problems} onChange={log.setCall} />}
        <Field label={words.label} hideLabel>
          <Textarea
            rows={2}
            maxLength={10_000}
            placeholder={words.placeholder}
            value={log.text}
            className="border-transparent bg-transparent px-1.5"
            {...(tab !== "call" && { "data-first": "" })}
            onChange={(event) => log.setText(event.target.value)}
          />
        </Field>
        {tab !== "note" && (
          <Checkbox
            label="Add a next step"
            checked={log.task !== null}
            onChange={(event) => log.setTask(event.target.checked ? newTask(lead) : null)}
          />
        )}
        {log.task && <TaskFields task={log.task} onChange={log.setTask} isTried={log.isTried} />}
        <div role="alert">
          <FieldError id={undefined}>{log.problem}</FieldError>
        </div>
        <div className="flex flex-wrap items-center gap-2 text-ink-3 text-xs">
          <Eye aria-hidden="true" className="size-3.5" />
          {tab === "sms" && !noText ? "Send it from your phone, then log it here" : "Visible only to your team"}
          {tab === "sms" && !noText && lead.phone && (
            <Button size="sm" asChild>
              <a href={textLink(lead.phone)}>Open Messages</a>
            </Button>
          )}
          <Button type="submit" size="sm" className="ml-auto" loading={log.busy} disabled={log.empty}>
            {words.action} <KeyCaps keys="mod+Enter" />
          </Button>
        </div>
      </form>
    </>
  );
}

const OUTCOMES = [
  ["connected", "Connected"],
  ["no_answer", "No answer"],
  ["voicemail", "Left voicemail"],
  ["busy", "Busy"],
  ["wrong_number", "Wrong number"],
] as const;

type CallFieldsProps = { call: CallInput; problems: CallProblems; onChange: (call: CallInput) => void };

function CallFields({ call, problems, onChange }: CallFieldsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_88px_minmax(0,1fr)] gap-2.5 phone:grid-cols-2">
      <Field label="Outcome" error={problems.outcome}>
        <NativeSelect
          data-first=""
          value={call.outcome}
          onChange={(event) => onChange({ ...call, outcome: event.target.value })}
        >
          <option value="" disabled>
            Choose…
          </option>
          {OUTCOMES.map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label="Minutes" error={problems.minutes}>
        <Input
          inputMode="decimal"
          maxLength={6}
          value={call.minutes}
          onChange={(event) => onChange({ ...call, minutes: event.target.value })}
        />
      </Field>
      <Field label="Time (if not now)" error={problems.at} className="phone:col-span-2">
        <Input
          type="datetime-local"
          value={call.at}
          onChange={(event) => onChange({ ...call, at: event.target.value })}
        />
      </Field>
    </div>
  );
}

export type LogTab = "note" | "call" | "sms";

/** The log that the user writes. It is kept as a draft until it is saved. */
function useLog(lead: LeadDetail, tab: LogTab) {
  const [text, setText] = useStoredDraft(`${tab}:${lead.id}`);
  const [typedCall, setCall] = useStoredFields<CallInput>(`${tab}-facts:${lead.id}`);
  const call = typedCall ?? newCall;
  const [task, setTask] = useStoredFields<TaskInput>(`${tab}-task:${lead.id}`);
  const [isTried, setTried] = useState(false);
  const { outcome, minutes, at } = call;
  const isConversation = tab === "call" && outcome === "connected";
  const log = useAction<void, LogResult>({
    action: (_, id) =>
      logActivity({
        id,
        leadId: lead.id,
        kind: tab,
        body: text || undefined,
        outcome: tab === "call" ? outcome : tab === "sms" ? "sent" : undefined,
        seconds: (tab === "call" && callSeconds(minutes)) || undefined,
        at: tab === "call" && at ? new Date(at).toISOString() : undefined,
        claim: tab !== "note" && !lead.owner_id,
        stage: tab === "note" ? undefined : stageAfter(lead, isConversation ? "connected" : "attempting"),
        next: task ? toTask(task, id) : undefined,
      }),
    errorMessage: logErrorText(tab),
    showProblem: "inline",
    invalidates: [queryKeys.crm()],
  });
  const empty = tab === "note" && !text.trim();
  const save = async () => {
    setTried(true);
    log.setProblem(null);
    const wrong = tab === "call" && Object.keys(callProblems(call, Date.now())).length > 0;
    if (wrong || (task && !isValidTask(task))) return false;
    const sent = empty ? null : await log.run();
    if (!sent) return false;
    const waiting = tab === "call" ? waitingText(at, lead.clock) : "";
    setTried(false);
    showLoggedToast(sent.answer, lead, {
      text: tab === "note" ? "Note saved" : `Activity logged for ${leadName(lead)}${waiting}`,
      drafts: [tab, `${tab}-facts`, `${tab}-task`].map((draft) => `${draft}:${lead.id}`),
    });
    return true;
  };
  return {
    problems: isTried && tab === "call" ? callProblems(call, Date.now()) : {},
    text,
    setText,
    call,
    setCall,
    task,
    setTask,
    isTried,
    empty,
    save,
    busy: log.busy,
    problem: log.problem,
  };
}

/** After a form is sent, the keys act on the lead again. Someone who already went on keeps their place. */
export function leaveForm(form: HTMLElement | null): void {
  if (form?.contains(document.activeElement))
    form.closest<HTMLElement>("[data-crm-keys]")?.focus({ preventScroll: true });
}
