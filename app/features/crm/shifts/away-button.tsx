import { CalendarOff, X } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { crmPath } from "~/shared/workspace.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Input } from "~/ui/input.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "~/ui/popover.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatMonthDay } from "../../../../domain/format-date.ts";
import { dayIn, localZone } from "../../../../domain/zoned-time.ts";
import { awayDays, daysOfAbsence } from "../lib/away-text.ts";
import { offerUndo, settleUndo } from "../lib/undo-stack.ts";
import { type Absence, addAbsence, removeAbsence, type ShiftPerson } from "./api.ts";

type Days = { from: string; until: string };
type Wrong = Partial<Record<keyof Days, string>>;
type AwayProps = {
  person: ShiftPerson;
  /** The moment that the team's shifts are of. */
  now: string;
  /** The person's, whose days an absence has. */
  zone: string;
};

/** Marks a person as away: in two clicks for today, or for days that start today or later. */
export function AwayButton({ person, now, zone }: AwayProps) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const [wrong, setWrong] = useState<Wrong>({});
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusInvalid(form);
  const today = dayIn(Date.parse(now), zone);
  const { run, busy, problem, setProblem } = useAction({
    action: (days: Days | null, id) =>
      addAbsence(id, person.user_id, days?.until, days && days.from > today ? days.from : undefined),
    errorMessage: "Couldn't save the absence",
    showProblem: "inline",
    isFree: true,
    invalidates: [queryKeys.crm()],
    onSuccess: ({ id, calls, first_call: first }, days) => {
      setOpen(false);
      const away = `${person.is_self ? "You are" : `${person.name} is`} away ${days ? daysText(days, today) : "today"}`;
      offerUndo({
        text: `${away}${callsText(calls, person)}`,
        undone: `${person.is_self ? "You're" : `${person.name} is`} no longer marked as away`,
        next: first
          ? {
              label: calls === 1 ? "Show call" : "Show calls",
              onClick: () => void navigate(weekOfCall(first, person)),
            }
          : undefined,
        change: id,
        undo: async () => {
          await removeAbsence(id);
          return ONE;
        },
      });
    },
  });
  const clear = () => {
    setWrong({});
    setProblem(null);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const days = { from: String(entered.get("from") ?? ""), until: String(entered.get("until") ?? "") };
    const problems = wrongDays(days, today);
    setWrong(problems);
    if (!problems.from && !problems.until) return void run(days);
    setProblem(null);
    focusInvalid();
  };
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        clear();
      }}
    >
      <PopoverTrigger asChild>
        <Button size="sm" icon={<CalendarOff aria-hidden="true" />} aria-label={`Mark ${person.name} as away`}>
          Away
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Away" className="grid w-72 gap-3 p-3">
        <Button loading={busy} onClick={() => void run(null)}>
          Away today
        </Button>
        <form
          ref={form}
          noValidate
          onSubmit={submit}
          onKeyDown={submitOnModEnter}
          onChange={clear}
          className="grid gap-3"
        >
          <Field label="From" error={wrong.from}>
            <Input type="date" name="from" defaultValue={today} min={today} max={LAST_DAY} />
          </Field>
          <Field label="Until the end of" error={wrong.until ?? problem ?? undefined}>
            <Input type="date" name="until" min={today} max={LAST_DAY} />
          </Field>
          <Button type="submit" size="sm" loading={busy}>
            Mark as away
          </Button>
        </form>
      </PopoverContent>
    </Popover>
  );
}

/** The week of a call that a person holds. */
export const weekOfCall = (at: string, { user_id: who }: ShiftPerson) =>
  crmPath(`/calls?${new URLSearchParams({ week: dayIn(Date.parse(at), localZone()), who })}`);

/** The last one that the database accepts. */
const LAST_DAY = "2099-12-31";

/** The wrong days of an absence, by field. Same rules as private.add_absence. */
function wrongDays({ from, until }: Days, today: string): Wrong {
  const first = from < today ? "Choose today or a later day" : undefined;
  if (!from) return { from: "Choose a day" };
  if (!until) return { ...(first && { from: first }), until: "Choose a day" };
  if (first) return { from: first };
  return until < from ? { until: `Choose ${formatMonthDay(from)} or a later day` } : {};
}

/** The calls stay, so someone has to move them. */
const callsText = (calls: number, { is_self }: ShiftPerson) =>
  calls === 0
    ? ""
    : `. ${is_self ? "You" : "They"} have ${formatCount(calls)} booked ${calls === 1 ? "call" : "calls"} then`;

/** 'until the end of Dec 5' from today on, else 'Dec 10 – Dec 20'. */
const daysText = ({ from, until }: Days, today: string) =>
  from > today ? awayDays(from, until) : `until the end of ${formatMonthDay(until)}`;

/** `zone` is the person's, whose days an absence has. */
export function RemoveAbsence({ absence, person, zone }: { absence: Absence; person: ShiftPerson; zone: string }) {
  const { run } = useAction({
    action: () => removeAbsence(absence.id),
    canRetry: true,
    errorMessage: "Couldn't remove the absence",
    isFree: true,
    invalidates: [queryKeys.crm()],
    onSuccess: () => {
      settleUndo(absence.id);
      offerUndo({
        text: "Absence removed",
        undo: async () => {
          const [from, until] = daysOfAbsence(absence, zone);
          await addAbsence(absence.id, person.user_id, until, from);
          return ONE;
        },
      });
    },
  });
  return (
    <IconButton label="Remove absence" size="sm" onClick={() => void run()}>
      <X aria-hidden="true" />
    </IconButton>
  );
}

const ONE = { restored: 1, kept: 0 };
