import { useState } from "react";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import type { AnalyticsParams } from "./figures.ts";
import { clampSpan, isPeriodDay } from "./period.ts";

type Props = { params: AnalyticsParams; onChange: (changes: { from: string; to: string }) => void };

/** The first and the last day; whichever is set last, the other one follows where they would not fit together. */
export function CustomRange({ params, onChange }: Props) {
  return (
    <div className="flex items-center gap-1.5 phone:w-full phone:[&>*]:flex-1">
      <Day label="From" day={params.from} onChange={(from) => onChange(clampSpan({ from }, params))} />
      <span aria-hidden="true" className="flex-none! text-ink-3">
        –
      </span>
      <Day label="To" day={params.to} onChange={(to) => onChange(clampSpan({ to }, params))} />
    </div>
  );
}

type DayProps = { label: string; day: string; onChange: (day: string) => void };

/** A year that is being typed is 2, 20 and 202 first: the figures wait until it is one. */
function Day({ label, day, onChange }: DayProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <Field label={label} hideLabel>
      <Input
        type="date"
        value={draft ?? day}
        onBlur={() => setDraft(null)}
        onChange={({ target }) => {
          const isDay = isPeriodDay(target.value);
          setDraft(isDay ? null : target.value);
          if (isDay) onChange(target.value);
        }}
        className="h-7 phone:h-11"
      />
    </Field>
  );
}
