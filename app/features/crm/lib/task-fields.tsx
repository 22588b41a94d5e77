import { pageHours } from "~/ui/clock-ticker.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { isWorkingDay, type WorkingCalendar } from "../../../../domain/working-time.ts";
import { kindText } from "./crm-format.ts";
import type { LeadRef, LeadTask } from "./lead-types.ts";
import type { NextTask } from "./log-activity.ts";

/** A task in a form. `due` is the value of a `datetime-local` field. */
export type TaskInput = { kind: string; title: string; due: string };

const KINDS = ["call", "email", "sms", "meeting", "other"];
/** The end of what a task or a call can be planned for. A mistyped year, such as 2206, is later. The database allows dates until 2200. */
export const LATEST = Date.parse("2100-01-01");
const TITLES: Record<string, string> = {
  call: "Call back",
  email: "Follow up",
  sms: "Send a text",
  meeting: "Strategy call",
  other: "",
};

const toLocalInput = (at: Date) => new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

function inDays(days: number, hour = 10): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  at.setHours(hour, 0, 0, 0);
  return toLocalInput(at);
}

/** 10 AM on the next day on which the account works, or tomorrow if it has no working hours. */
function nextWorkday(calendar: WorkingCalendar | null): string {
  const days = Array.from({ length: 30 }, (_, at) => inDays(at + 1));
  return days.find((due) => calendar && isWorkingDay(due.slice(0, 10), calendar)) ?? inDays(1);
}

/** The times that a click chooses. */
export const DUE_PRESETS = [
  { label: "In 1 hour", due: () => toLocalInput(new Date(Date.now() + 3_600_000)) },
  { label: "Next workday", due: () => nextWorkday(pageHours()) },
  { label: "In 3 days", due: () => inDays(3) },
  { label: "Next week", due: () => inDays(7) },
];

/** A task for the next workday: a call, or an email to a lead that has an address but no phone number. */
export function newTask({ phone, email }: Pick<LeadRef, "phone" | "email">): TaskInput {
  const kind = !phone && email ? "email" : "call";
  return { kind, title: TITLES[kind] ?? "", due: nextWorkday(pageHours()) };
}

/** A task as its form shows it. */
export const taskInput = ({ kind, title, due_at }: LeadTask): TaskInput => ({
  kind,
  title,
  due: toLocalInput(new Date(due_at)),
});

/** Whether someone typed a title. A preset title does not count, because it is easy to choose again. */
export const isCustomTask = ({ title }: TaskInput) => title.trim() !== "" && !Object.values(TITLES).includes(title);

const titleProblem = ({ title }: TaskInput) => (title.trim() ? null : "Enter a task");

/** Whether a task can be saved. Its fields say why not. One that is changed may keep a time that has passed. */
export const isValidTask = (task: TaskInput, was?: TaskInput) =>
  !titleProblem(task) && (task.due === was?.due || !dueProblem(task.due));

/** The problem with a due time: `datetime-local` has whole minutes, so the current minute is allowed. */
function dueProblem(due: string): string | null {
  const at = Date.parse(due);
  if (Number.isNaN(at)) return "Enter a due date";
  if (at > LATEST) return "Choose an earlier time";
  return at < Date.now() - 60_000 ? "Choose a later time" : null;
}

export const toTask = (task: TaskInput, id: string): NextTask => ({
  id,
  kind: task.kind,
  title: task.title.trim(),
  due_at: new Date(task.due).toISOString(),
});

type Props = {
  task: TaskInput;
  onChange: (task: TaskInput) => void;
  /** The task before this change. */
  was?: TaskInput;
  /** Someone tried to save, so that what is missing is an error as well. */
  isTried: boolean;
  autoFocus?: boolean;
};

export function TaskFields({ task, was, onChange, isTried, autoFocus }: Props) {
  const choose = (kind: string) =>
    onChange({
      ...task,
      kind,
      title: !task.title || task.title === TITLES[task.kind] ? (TITLES[kind] ?? "") : task.title,
    });
  const late = task.due !== was?.due && (task.due || isTried) ? dueProblem(task.due) : null;
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[112px_minmax(0,1fr)] gap-3">
        <Field label="Type">
          <NativeSelect value={task.kind} onChange={(event) => choose(event.target.value)}>
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {kindText(kind)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field label="Task" error={isTried && titleProblem(task)}>
          <Input
            {...(autoFocus && { "data-first": "" })}
            maxLength={200}
            value={task.title}
            onChange={(event) => onChange({ ...task, title: event.target.value })}
          />
        </Field>
      </div>
      <Field label="Due" error={late}>
        <Input
          type="datetime-local"
          min={toLocalInput(new Date())}
          value={task.due}
          onChange={(event) => onChange({ ...task, due: event.target.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-1.5">
        {DUE_PRESETS.map(({ label, due }) => (
          <button
            key={label}
            type="button"
            className="h-6 rounded-sm border border-line bg-surface px-2 text-ink-2 text-xs hover:wash phone:h-11 phone:px-3 touch:h-11"
            onClick={() => onChange({ ...task, due: due() })}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}
