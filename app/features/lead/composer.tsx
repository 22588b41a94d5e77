import { Eye, Mail, MessageSquare, NotebookPen, Phone } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useDraft } from "~/shared/crm/drafts.ts";
import { EmailFields, emailObstacle, useEmail } from "~/shared/crm/email-composer.tsx";
import { type LeadDetail, leadName } from "~/shared/crm/lead-shape.ts";
import { logActivity } from "~/shared/crm/log-activity.ts";
import { newTask, TaskFields, type TypedTask, taskProblem, toTask } from "~/shared/crm/task-fields.tsx";
import { useSend } from "~/shared/crm/use-send.ts";
import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { cn } from "~/ui/cn.ts";
import { Field, FieldError } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { Kbd } from "~/ui/kbd.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";

export type ComposerTab = "note" | "call" | "sms" | "email";

const TABS = [
  { key: "note", label: "Note", hint: "N", Icon: NotebookPen },
  { key: "call", label: "Log call", hint: "L", Icon: Phone },
  { key: "sms", label: "SMS", Icon: MessageSquare },
  { key: "email", label: "E-mail", hint: "E", Icon: Mail },
] as const;

const OUTCOMES = [
  ["connected", "Connected"],
  ["no_answer", "No answer"],
  ["voicemail", "Left voicemail"],
  ["busy", "Busy"],
  ["wrong_number", "Wrong number"],
] as const;

const TEXTS = {
  note: { label: "Note", placeholder: "What happened, and what is next?", action: "Save" },
  call: { label: "About the call", placeholder: "What was said?", action: "Log call" },
  sms: { label: "SMS", placeholder: "What did you write?", action: "Log SMS" },
};

type Props = { lead: LeadDetail; tab: ComposerTab; onTab: (tab: ComposerTab) => void };

/** Where one writes about a lead and to it. Every tab keeps its draft until it is sent. */
export function Composer({ lead, tab, onTab }: Props) {
  return (
    <div className="rounded-card border border-line bg-surface">
      <div
        role="tablist"
        aria-label="Write"
        className="flex gap-0.5 overflow-x-auto border-line-soft border-b p-1 [scrollbar-width:none]"
      >
        {TABS.map(({ key, label, Icon, ...rest }) => (
          <button
            key={key}
            type="button"
            role="tab"
            aria-selected={tab === key}
            aria-controls="composer"
            onClick={() => onTab(key)}
            className={cn(
              "flex h-7 shrink-0 cursor-pointer items-center gap-1.5 rounded-[7px] px-2 font-medium text-13 text-ink-2 hover:bg-hover phone:h-11 touch:h-11 [&_svg]:size-3.5",
              tab === key && "bg-press text-ink",
            )}
          >
            <Icon aria-hidden="true" /> {label} {"hint" in rest && <Kbd>{rest.hint}</Kbd>}
          </button>
        ))}
      </div>
      <div id="composer" role="tabpanel" aria-label={TABS.find(({ key }) => key === tab)?.label}>
        {tab === "email" ? (
          <EmailPanel key={lead.id} lead={lead} />
        ) : (
          <LogPanel key={`${lead.id} ${tab}`} lead={lead} tab={tab} />
        )}
      </div>
    </div>
  );
}

function LogPanel({ lead, tab }: { lead: LeadDetail; tab: "note" | "call" | "sms" }) {
  const [text, setText] = useDraft(`${tab}:${lead.id}`);
  const [outcome, setOutcome] = useState<string>("connected");
  const [minutes, setMinutes] = useState("");
  const [at, setAt] = useState("");
  const [task, setTask] = useState<TypedTask | null>(null);
  const words = TEXTS[tab];
  const stage =
    lead.stage === "new" && tab !== "note"
      ? tab === "call" && outcome === "connected"
        ? "connected"
        : "attempting"
      : undefined;
  const log = useSend(
    (id) =>
      logActivity({
        id,
        leadId: lead.id,
        kind: tab,
        body: text || undefined,
        outcome: tab === "call" ? outcome : tab === "sms" ? "sent" : undefined,
        seconds: tab === "call" && Number(minutes) > 0 ? Math.round(Number(minutes) * 60) : undefined,
        at: at ? new Date(at).toISOString() : undefined,
        claim: tab !== "note" && !lead.owner_id,
        stage,
        next: task ? toTask(task, id) : undefined,
      }),
    "Nothing was logged",
  );
  const empty = tab === "note" && !text.trim();
  const save = async () => {
    const wrong = task && taskProblem(task);
    if (wrong) return log.complain(wrong);
    if (empty || !(await log.submit())) return;
    setText("");
    setMinutes("");
    setAt("");
    setTask(null);
    toast.success(tab === "note" ? "Note saved" : `${leadName(lead)}: logged`);
  };
  return (
    <form
      noValidate
      className="grid gap-2.5 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => sendOn(event, save)}
    >
      {tab === "call" && (
        <div className="grid grid-cols-[minmax(0,1fr)_88px_minmax(0,1fr)] gap-2.5 phone:grid-cols-2">
          <Field label="Outcome">
            <NativeSelect data-first="" value={outcome} onChange={(event) => setOutcome(event.target.value)}>
              {OUTCOMES.map(([key, label]) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field label="Minutes">
            <Input
              inputMode="decimal"
              maxLength={6}
              value={minutes}
              onChange={(event) => setMinutes(event.target.value)}
            />
          </Field>
          <Field label="When, if not now" className="phone:col-span-2">
            <Input type="datetime-local" value={at} onChange={(event) => setAt(event.target.value)} />
          </Field>
        </div>
      )}
      <Field label={words.label} hideLabel>
        <Textarea
          rows={2}
          maxLength={10_000}
          placeholder={words.placeholder}
          value={text}
          className="border-transparent bg-transparent px-1.5"
          {...(tab !== "call" && { "data-first": "" })}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {tab !== "note" && (
        <Checkbox
          label="Plan the next step"
          checked={task !== null}
          onChange={(event) => setTask(event.target.checked ? newTask() : null)}
        />
      )}
      {task && <TaskFields task={task} onChange={setTask} />}
      <div role="alert">
        <FieldError id={undefined}>{log.problem}</FieldError>
      </div>
      <div className="flex flex-wrap items-center gap-2 text-ink-3 text-xs">
        <Eye aria-hidden="true" className="size-3.5" />
        {tab === "sms" ? "Sent from your phone, logged here" : "Seen by your team only"}
        {tab === "sms" && lead.phone && (
          <Button size="sm" asChild>
            <a href={`sms:${lead.phone.replace(/[^\d+]/g, "")}`}>Open messages</a>
          </Button>
        )}
        <Button type="submit" size="sm" className="ml-auto" loading={log.busy} disabled={empty}>
          {words.action} <Kbd>⌘↵</Kbd>
        </Button>
      </div>
    </form>
  );
}

function EmailPanel({ lead }: { lead: LeadDetail }) {
  const email = useEmail(lead);
  const obstacle = emailObstacle(lead);
  if (obstacle) return <p className="p-4 text-13 text-ink-2">{obstacle}</p>;
  const send = async () => {
    if (await email.send()) toast.success(`E-mail to ${leadName(lead)} is on its way`);
  };
  return (
    <form
      noValidate
      className="grid gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => sendOn(event, send)}
    >
      <EmailFields lead={lead} email={email} rows={6} />
      <div role="alert">
        <FieldError id={undefined}>{email.problem}</FieldError>
      </div>
      <Button type="submit" size="sm" className="justify-self-end" loading={email.busy}>
        Send <Kbd>⌘↵</Kbd>
      </Button>
    </form>
  );
}

function sendOn(event: KeyboardEvent, send: () => Promise<void>): void {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  void send();
}

/** The composer of a lead: which tab is open, and a way to open one and go there. */
export function useComposer() {
  const [tab, setTab] = useState<ComposerTab>("note");
  const [asked, setAsked] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked === 0) return;
    place.current?.scrollIntoView({ block: "nearest" });
    place.current?.querySelector<HTMLElement>("[data-first], select")?.focus();
  }, [asked]);
  const openTab = (next: ComposerTab) => {
    setTab(next);
    setAsked((before) => before + 1);
  };
  return { tab, setTab, openTab, place };
}
