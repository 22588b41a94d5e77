import { useQuery } from "@tanstack/react-query";
import { CalendarRange } from "lucide-react";
import { useId, useRef, useState } from "react";
import { dayRangeText } from "~/shared/day-range.ts";
import { Field, FieldError } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { SelectMenu } from "~/ui/select-menu.tsx";
import { sourceText } from "~/ui/source-icon.tsx";
import { teamQuery } from "../lib/api.ts";
import type { AnalyticsParams } from "./api.ts";
import { SOURCES } from "./format.ts";
import { isPeriodDay, PERIODS, type Period, spanProblem } from "./period.ts";

type Props = {
  period: Period;
  params: AnalyticsParams;
  /** The dates of the address, if they are wrong. The figures are then of another period. */
  wrongDates: boolean;
  seesAll: boolean;
  me: string;
  onChange: (changes: Record<string, string>) => void;
};

const SCOPES = [
  { value: "mine", label: "Mine and unowned" },
  { value: "team", label: "Team" },
] as const;

/** The filters. The URL stores their values. */
export function AnalyticsToolbar({ period, params, wrongDates, seesAll, me, onChange }: Props) {
  const { data: team = [] } = useQuery(teamQuery);
  const isMine = params.scope === "mine";
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b px-4 py-1.5 phone:gap-3 phone:py-3">
      {!seesAll && (
        <SegmentedControl
          legend="Scope"
          options={SCOPES}
          value={params.scope}
          onChange={(scope) => onChange({ scope: scope === "team" ? scope : "", rep: "" })}
          className="phone:grid phone:w-full phone:grid-cols-2"
        />
      )}
      <SegmentedControl
        legend="Period"
        options={PERIODS}
        value={period}
        onChange={(chosen) =>
          onChange({
            period: chosen === "12w" ? "" : chosen,
            from: chosen === "custom" ? params.from : "",
            to: chosen === "custom" ? params.to : "",
          })
        }
        className="phone:grid phone:w-full phone:grid-cols-4 phone:[&>label]:px-1"
      />
      {period === "custom" ? (
        <CustomRange params={params} wrongDates={wrongDates} onChange={onChange} />
      ) : (
        params.from && (
          <p className="flex items-center gap-1.5 whitespace-nowrap px-1 text-ink-2 text-xs">
            <CalendarRange aria-hidden="true" className="size-3.5" />
            {dayRangeText(params.from, params.to)}
          </p>
        )
      )}
      <div className="flex gap-2 phone:grid phone:w-full phone:grid-cols-[5fr_4fr]">
        <SelectMenu
          label="Rep"
          value={params.owner}
          options={[
            { value: "", label: isMine ? "Any owner" : "All reps" },
            ...(isMine
              ? [{ value: me, label: "Mine only" }]
              : team.map(({ user_id, name }) => ({ value: user_id, label: name }))),
            { value: "none", label: isMine ? "Unowned only" : "Unowned" },
          ]}
          onChange={(rep) => onChange({ rep })}
          className="h-7 w-48 phone:w-auto"
        />
        <SelectMenu
          label="Source"
          value={params.source}
          options={[
            { value: "", label: "All sources" },
            ...SOURCES.map((source) => ({ value: source, label: sourceText(source) })),
          ]}
          onChange={(source) => onChange({ source })}
          className="h-7 w-36 phone:w-auto"
        />
      </div>
    </div>
  );
}

type CustomRangeProps = Pick<Props, "params" | "wrongDates"> & {
  onChange: (changes: { from: string; to: string }) => void;
};

/** Two dates. A wrong one stays in its field and says why, while the figures keep the last right period. */
function CustomRange({ params, wrongDates, onChange }: CustomRangeProps) {
  const [typed, setTyped] = useState<{ from?: string; to?: string }>({});
  const [last, setLast] = useState<"from" | "to">("from");
  const span = { from: params.from, to: params.to, ...typed };
  const problem = typed.from || typed.to ? spanProblem(span) : null;
  const problemId = useId();
  const wrong = (end: "from" | "to") => (problem && last === end ? problemId : undefined);
  const change = (end: "from" | "to", day: string) => {
    const next = { ...span, [end]: day };
    const isRight = spanProblem(next) === null;
    setLast(end);
    setTyped(isRight ? {} : { ...typed, [end]: day });
    if (isRight) onChange(next);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 phone:w-full">
      <div className="relative flex items-center gap-1.5 phone:w-full phone:flex-wrap">
        <Day label="From" day={span.from} problemId={wrong("from")} onChange={(from) => change("from", from)} />
        <span aria-hidden="true" className="text-ink-3">
          –
        </span>
        <Day label="To" day={span.to} problemId={wrong("to")} onChange={(to) => change("to", to)} />
        {/* In front of the page, so that nothing moves while the user corrects a date. */}
        <div
          role="status"
          className="absolute top-full left-0 z-20 mt-1 rounded-ctl border border-line bg-surface px-2 py-1 shadow-pop empty:hidden phone:static phone:w-full phone:border-0 phone:bg-transparent phone:p-0 phone:shadow-none"
        >
          {problem && <FieldError id={problemId}>{problem}</FieldError>}
        </div>
      </div>
      <p role="status" className="text-warn-fg text-xs empty:hidden">
        {wrongDates && "The dates in this link aren't valid, so you see the last 12 weeks."}
      </p>
    </div>
  );
}

type DayProps = {
  label: string;
  day: string;
  /** The id of what is wrong with this day. */
  problemId: string | undefined;
  onChange: (day: string) => void;
};

/** What changes a part of a date. */
const TYPING_KEY = /^(\d|ArrowUp|ArrowDown|Backspace|Delete)$/;

/**
 * Each typed digit already makes a date, so what the user types stays a draft until they leave the field or press Enter. A day
 * from the calendar counts right away.
 */
function Day({ label, day, problemId, onChange }: DayProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const isTyping = useRef(false);
  const take = (value: string | null) => {
    if (value !== null && value !== day && isPeriodDay(value)) onChange(value);
  };
  return (
    <Field label={label} hideLabel className="phone:flex-1">
      <Input
        type="date"
        aria-invalid={problemId ? true : undefined}
        aria-describedby={problemId}
        value={draft ?? day}
        onPointerDown={() => {
          isTyping.current = false;
        }}
        onKeyDown={({ key, altKey }) => {
          isTyping.current = TYPING_KEY.test(key) && !altKey;
          if (key === "Enter") take(draft);
        }}
        onBlur={() => {
          take(draft);
          setDraft(null);
        }}
        onChange={({ target }) => {
          setDraft(target.value);
          if (!isTyping.current) take(target.value);
        }}
        className="h-7 phone:h-11"
      />
    </Field>
  );
}
