import { useState } from "react";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip } from "~/ui/chip.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { formatPercent } from "../../../../domain/format-count.ts";
import { daysText, FLAG_TEXTS, testConclusion } from "../../../../domain/landing/tests/conclusion.ts";
import { guardShares, guardWarnings } from "../../../../domain/landing/tests/guardrails.ts";
import {
  evaluateTest,
  type Forecast,
  forecastTest,
  type TestResults,
} from "../../../../domain/landing/tests/results.ts";
import type { EditorState } from "../editor/use-editor.ts";
import { formatShare } from "../lib/figures.ts";
import { useLandingWorkspace } from "../lib/landing-workspace.ts";
import type { LeadsOf } from "../lib/leads-sheet.tsx";
import type { PageTest } from "./api.ts";
import { EndDialog, type Ending } from "./end-dialogs.tsx";
import { GOALS } from "./goals.ts";
import { ResultsTable } from "./results-table.tsx";

type Props = {
  editor: EditorState;
  test: PageTest;
  currency: string;
  onShowLeads: (leads: LeadsOf) => void;
  onShowVersion: (version: number) => void;
};

/** The test that runs now: what may be concluded, the figures behind it, and how it ends. */
export function RunningTest({ editor, test, currency, onShowLeads, onShowVersion }: Props) {
  const [ending, setEnding] = useState<Ending | null>(null);
  const workspace = useLandingWorkspace();
  const results = evaluateTest(test.variants, test.goal);
  const forecasts = forecastTest(test.variants, test.goal, visitorsPerDay(test));
  return (
    <Card className="overflow-hidden">
      <CardHeader className="flex-wrap py-2.5">
        <CardTitle level={3}>Running test</CardTitle>
        <Chip tone="ok">running</Chip>
        <span className="text-ink-3 text-xs">
          {GOALS[test.goal].label}, started <TimeAgo at={test.startedAt} />
          {test.startedBy && ` by ${test.startedBy}`}
          {test.onlySource && `, only visitors from ${test.onlySource}`}
        </span>
      </CardHeader>
      <div className="grid gap-3 p-4">
        <p className="max-w-prose text-balance font-display font-medium text-lg leading-snug" role="status">
          {testConclusion(results, test.goal, forecasts)}
        </p>
        {results.flags.map((flag) => (
          <Banner key={flag} tone="warn" title={FLAG_TEXTS[flag]} />
        ))}
        <Forecasts results={results} forecasts={forecasts} />
        <Guardrails test={test} />
      </div>
      <ResultsTable
        results={results}
        goal={test.goal}
        currency={currency}
        isRunning
        onShowLeads={({ version, label }) => onShowLeads({ label, filter: { test: test.id, version } })}
        onShowVersion={onShowVersion}
      />
      <div className="flex flex-wrap items-center gap-2 border-line-soft border-t p-4">
        <Button onClick={() => setEnding({ kind: "stop" })}>Stop test</Button>
        {workspace?.needsApproval ? (
          <p className="text-ink-3 text-xs">Your agency rolls variants out.</p>
        ) : (
          test.variants.map((variant) => (
            <Button
              key={variant.version}
              variant={isWinner(results, variant.version) ? "primary" : "default"}
              onClick={() => setEnding({ kind: "roll-out", variant })}
            >
              {variant === test.variants[0] ? "Keep" : "Roll out"} {variant.label}
            </Button>
          ))
        )}
      </div>
      <EndDialog editor={editor} test={test} ending={ending} onClose={() => setEnding(null)} />
    </Card>
  );
}

const isWinner = ({ verdict }: TestResults, version: number) =>
  (verdict.kind === "winner" || verdict.kind === "control") && verdict.version === version;

const DAY_MS = 86_400_000;

/** The visitors of a whole day at the speed so far. The first hours of a test would say too little. */
function visitorsPerDay({ startedAt, variants }: PageTest): number {
  const days = (Date.now() - Date.parse(startedAt)) / DAY_MS;
  const visitors = variants.reduce((sum, variant) => sum + variant.visitors, 0);
  return visitors / Math.max(0.25, days);
}

/** What else changes with a variant: who leaves right away, and how fast the page is. */
function Guardrails({ test }: { test: PageTest }) {
  const variants = test.variants.map(({ label, visits }) => ({ label, figures: visits }));
  if (variants.every(({ figures }) => figures.visits === 0)) return null;
  return (
    <>
      {guardWarnings(variants).map((text) => (
        <Banner key={text} tone="warn" title={text} />
      ))}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-13">
        {(["bounced", "fast"] as const).map((guard) => (
          <div key={guard} className="flex flex-wrap gap-x-2">
            <dt className="text-ink-3">{GUARDS[guard]}:</dt>
            {variants.map(({ label, figures }) => (
              <dd key={label}>
                {label} <span className="num">{formatShare(guardShares(figures)[guard])}</span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </>
  );
}

const GUARDS = { bounced: "Left right away", fast: "Saw the first screen within 2.5 seconds" };

/** How long lifts of different sizes take to show. */
function Forecasts({ results, forecasts }: { results: TestResults; forecasts: readonly Forecast[] }) {
  if (results.verdict.kind !== "open" || forecasts.every(({ days }) => days === null)) return null;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-13">
      {forecasts.map(({ lift, days }) => (
        <div key={lift} className="flex gap-1.5">
          <dt className="text-ink-3">A lift of {formatPercent(lift)}:</dt>
          <dd className="num">
            {days !== null && Number.isFinite(days) ? `about ${daysText(days)}` : "longer than a year"}
          </dd>
        </div>
      ))}
    </dl>
  );
}
