import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { SOURCE_KEYS, sourceText } from "~/ui/source-icon.tsx";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import {
  amountCurrency,
  cellProblem,
  LEAD_COLUMNS,
  type LeadColumn,
  mappingProblems,
  type ReadOptions,
} from "../../../../domain/lead-columns.ts";
import { readDate, readMoney, readSource } from "../../../../domain/lead-values.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { stagesQuery, teamQuery } from "../lib/api.ts";
import type { Defaults } from "./api.ts";
import type { FileStep } from "./use-lead-file.ts";

type Columns = Extract<FileStep, { name: "columns" }>;
type Props = {
  step: Columns;
  onChange: (next: Columns) => void;
  onSend: (defaults: Defaults) => void;
  onBack: () => void;
};

/** Maps columns to fields, with sample values. Sets defaults for fields that the file does not have. */
export function ColumnsStep({ step, onChange, onSend, onBack }: Props) {
  const { inspected, mapping, dates, isRememberedMapping, problem } = step;
  const { data: team = [], isSuccess: hasTeam } = useQuery(teamQuery);
  const { data: stages = [], isSuccess: hasStages } = useQuery(stagesQuery);
  const known = { ...(hasStages && { stages }), ...(hasTeam && { owners: team.map(({ name }) => name) }) };
  const [defaults, setDefaults] = useState<Defaults>(step.defaults ?? { stage: "new", source: "other" });
  const [submitted, setSubmitted] = useState(false);
  const wrong = mappingProblems(mapping);
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusInvalid(form);
  const hasDates = mapping.includes("created_at") || mapping.includes("closed_at");
  const choose = (at: number, field: LeadColumn | null) =>
    onChange({ ...step, mapping: mapping.map((was, place) => (place === at ? field : was)) });
  const set = (change: Partial<Defaults>) => setDefaults({ ...defaults, ...change });
  return (
    <form
      ref={form}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        if (!wrong.whole && !wrong.columns.some(Boolean)) return onSend(defaults);
        focusInvalid();
      }}
    >
      {problem && <Banner role="alert" tone="bad" title={problem} />}
      <p className="text-13 text-ink-2">
        <span className="num">{formatCount(inspected.rows)}</span> {inspected.rows === 1 ? "row" : "rows"} in{" "}
        {step.file.name}.{" "}
        {isRememberedMapping
          ? "We used the same column mapping as last time."
          : "We matched columns by name. Check that they're right."}
      </p>
      <ForeignAmounts step={step} />
      <ul aria-label="Columns in the file" className="grid border-line-soft border-y">
        {inspected.headers.map((header, at) => (
          <li
            key={header}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_200px] items-center gap-4 border-line-soft py-1.5 not-first:border-t phone:grid-cols-1 phone:gap-1.5 phone:py-3"
          >
            <span className="wrap-anywhere font-medium text-13">{header}</span>
            <Preview
              header={header}
              samples={inspected.samples.map((row) => row[at] ?? "")}
              field={mapping[at] ?? null}
              reading={{ dates, currency: step.currency }}
              known={known}
            />
            <Field label={`${header} imports as`} hideLabel error={submitted ? wrong.columns[at] : undefined}>
              <NativeSelect
                value={mapping[at] ?? ""}
                onChange={(event) => choose(at, (event.target.value || null) as LeadColumn | null)}
              >
                <option value="">Don't import</option>
                {LEAD_COLUMNS.map(({ field, label }) => (
                  <option key={field} value={field}>
                    {label}
                  </option>
                ))}
              </NativeSelect>
            </Field>
          </li>
        ))}
      </ul>
      <fieldset className="grid gap-4 md:grid-cols-2">
        <legend className="mb-3 font-semibold text-sm">Defaults for missing values</legend>
        <Field label="Owner">
          <NativeSelect
            value={defaults.owner_id ?? ""}
            onChange={({ target }) => setDefaults(withOwner(defaults, target.value))}
          >
            <option value="">No owner</option>
            {team.map(({ user_id, name }) => (
              <option key={user_id} value={user_id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field label="Stage">
          <NativeSelect value={defaults.stage} onChange={({ target }) => set({ stage: target.value })}>
            {stages
              .filter(({ key }) => key !== "lost")
              .map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
          </NativeSelect>
        </Field>
        <Field label="Source">
          <NativeSelect value={defaults.source} onChange={({ target }) => set({ source: target.value })}>
            {SOURCE_KEYS.map((source) => (
              <option key={source} value={source}>
                {sourceText(source)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        {hasDates && (
          <Field label="Dates like 2/3/2026" hint="Doesn't affect dates like 2026-02-03 or 3.2.2026.">
            <NativeSelect
              value={dates}
              onChange={({ target }) => onChange({ ...step, dates: target.value as Columns["dates"] })}
            >
              <option value="mdy">Month first: February 3</option>
              <option value="dmy">Day first: March 2</option>
            </NativeSelect>
          </Field>
        )}
      </fieldset>
      {submitted && wrong.whole && <Banner role="alert" tone="bad" title={wrong.whole} />}
      <div className="flex flex-wrap justify-end gap-2 phone:flex-col-reverse phone:[&>button]:w-full">
        <Button onClick={onBack}>Choose a different file</Button>
        <Button type="submit" variant="primary">
          Check {formatCount(inspected.rows)} {inspected.rows === 1 ? "row" : "rows"}
        </Button>
      </div>
    </form>
  );
}

function withOwner({ owner_id: _was, ...defaults }: Defaults, owner: string): Defaults {
  return owner ? { ...defaults, owner_id: owner } : defaults;
}

type Known = Parameters<typeof cellProblem>[2];
type PreviewProps = {
  header: string;
  samples: string[];
  field: LeadColumn | null;
  reading: ReadOptions;
  known: Known;
};

/** Says before the check that amounts in another currency can't be imported. They are never read as the leads' currency. */
function ForeignAmounts({ step: { inspected, mapping, currency } }: { step: Columns }) {
  const at = mapping.indexOf("value_cents");
  if (at === -1) return null;
  const header = inspected.headers[at] ?? "";
  const cells = inspected.samples.map((row) => row[at]?.trim() ?? "").filter(Boolean);
  const foreign = cells.flatMap((cell) => amountCurrency(header, cell, currency) ?? []);
  if (foreign.length === 0) return null;
  const others = [...new Set(foreign)].join(", ");
  return (
    <Banner tone="warn" title={`${header} has amounts in ${others}, but leads are in ${currency.toUpperCase()}`}>
      Rows with these amounts can't be imported. Convert the amounts in the file, or leave this column out.
    </Banner>
  );
}

/** The first values, as the import will read them, and how many of the sample can't be read. */
function Preview({ header, samples, field, reading, known }: PreviewProps) {
  const values = samples.map((sample) => sample.trim()).filter(Boolean);
  const shown = values.slice(0, 3);
  if (shown.length === 0) return <span className="text-13 text-ink-3">empty in the sample rows</span>;
  const problemOf = (text: string) => field && cellProblem({ header, text, field }, reading, known);
  const unread = values.filter(problemOf).length;
  return (
    <ul className={cn("grid gap-0.5 text-13", field ? "text-ink-2" : "text-ink-3")}>
      {shown.map((sample, at) => {
        const problem = problemOf(sample);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same value may come twice, and the list never changes its order
          <li key={at} className={cn("wrap-anywhere", problem && "text-warn-fg")}>
            {problem ? `${shortened(sample)} (${problem})` : interpretedText(sample, field, reading)}
          </li>
        );
      })}
      {unread > 0 && values.length > shown.length && (
        <li className="text-warn-fg">
          {unread} of the first {values.length} values can't be read
        </li>
      )}
    </ul>
  );
}

/** Enough to tell what a long cell is about. */
const shortened = (sample: string) => (sample.length > 200 ? `${sample.slice(0, 200).trimEnd()}…` : sample);

function interpretedText(sample: string, field: LeadColumn | null, reading: ReadOptions): string {
  if (field === "value_cents")
    return `${sample} = ${formatMoney({ amount: readMoney(sample, reading.currency) ?? 0, currency: reading.currency })}`;
  if (field === "created_at" || field === "closed_at")
    return formatDay(readDate(sample, reading.dates) ?? "", { timeZone: "UTC" });
  const source = field === "source" ? readSource(sample) : null;
  return source ? sourceText(source) : shortened(sample);
}
