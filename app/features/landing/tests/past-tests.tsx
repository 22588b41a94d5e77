import { type ReactNode, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip } from "~/ui/chip.tsx";
import { Field } from "~/ui/field.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { Textarea } from "~/ui/textarea.tsx";
import { formatDayRange } from "../../../../domain/format-date.ts";
import { testConclusion } from "../../../../domain/landing/tests/conclusion.ts";
import { evaluateTest, type TestResults, type VariantResult } from "../../../../domain/landing/tests/results.ts";
import type { LeadsOf } from "../lib/leads-sheet.tsx";
import { noteTest, type PageTest } from "./api.ts";
import { GOALS, meanText } from "./goals.ts";
import { ResultsTable } from "./results-table.tsx";

type Props = {
  pageId: string;
  tests: readonly PageTest[];
  currency: string;
  onShowLeads: (leads: LeadsOf) => void;
  onShowVersion: (version: number) => void;
};

/** Tests that are over, with their figures and what the team learned. */
export function PastTests({ tests, ...shared }: Props) {
  return (
    <section aria-label="Earlier tests" className="grid gap-5">
      {tests.map((test) => (
        <PastTest key={test.id} test={test} {...shared} />
      ))}
    </section>
  );
}

type PastTestProps = Omit<Props, "tests"> & { test: PageTest };

function PastTest({ pageId, test, currency, onShowLeads, onShowVersion }: PastTestProps) {
  const results = evaluateTest(test.variants, test.goal);
  const region = useBillingRegion();
  return (
    <Card className="overflow-hidden">
      <CardHeader className="flex-wrap py-2.5">
        <CardTitle level={3} className="wrap-anywhere">
          {results.variants.map(({ label }) => label).join(" or ")}
        </CardTitle>
        <OutcomeChip results={results} />
        <span className="text-ink-3 text-xs">
          {GOALS[test.goal].label}, {formatDayRange(test.startedAt, test.stoppedAt ?? test.startedAt, region)}
          {test.onlySource && `, only visitors from ${test.onlySource}`}
        </span>
      </CardHeader>
      <div className="grid gap-2 p-4">
        <p className="max-w-prose text-13">
          {wonText(test, results, currency)}
          {pastConclusion(test, results)}
        </p>
        <Learned pageId={pageId} test={test} />
      </div>
      <ResultsTable
        results={results}
        goal={test.goal}
        currency={currency}
        isRunning={false}
        winner={test.winner}
        onShowLeads={({ version, label }) => onShowLeads({ label, filter: { test: test.id, version } })}
        onShowVersion={onShowVersion}
      />
    </Card>
  );
}

function winnerOf({ verdict, variants }: TestResults): VariantResult | undefined {
  const version = verdict.kind === "winner" || verdict.kind === "control" ? verdict.version : null;
  return variants.find((each) => each.version === version);
}

function OutcomeChip({ results }: { results: TestResults }) {
  const winner = winnerOf(results);
  if (winner) return <Chip tone="ok">{winner.label} won</Chip>;
  return <Chip>{results.verdict.kind === "flagged" ? "Not reliable" : "No winner"}</Chip>;
}

/** 'Free whitening won, with 2.7% to 0.6%. ', or nothing if no version or several others lost. */
function wonText({ goal }: PageTest, results: TestResults, currency: string): ReactNode {
  const winner = winnerOf(results);
  const [loser, ...others] = results.variants.filter((each) => each !== winner);
  if (!winner || !loser || others.length > 0) return null;
  return (
    <>
      <b className="font-medium">
        {winner.label} won, with {meanText(winner, goal, currency)} to {meanText(loser, goal, currency)}.
      </b>{" "}
    </>
  );
}

function pastConclusion(test: PageTest, results: ReturnType<typeof evaluateTest>): string {
  const said = testConclusion(results, test.goal, []).replace(/ You can stop the test\.$/, "");
  return results.verdict.kind === "open" ? "It was stopped before there was a result." : said;
}

/** The team's own words, which can be changed later. */
function Learned({ pageId, test }: { pageId: string; test: PageTest }) {
  const [text, setText] = useState<string | null>(null);
  const note = useAction({
    action: (words: string) => noteTest(test.id, words),
    successMessage: "Saved",
    errorMessage: "Couldn't save what you learned",
    invalidates: [queryKeys.landingTests(pageId)],
    onSuccess: () => setText(null),
  });
  if (text === null)
    return (
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 text-13">
        <p className="wrap-anywhere min-w-0 max-w-prose flex-1 basis-56 whitespace-pre-line">
          <span className="font-medium">Learned: </span>
          {test.learned ?? <span className="text-ink-3">Nothing written down yet.</span>}
        </p>
        <Button size="sm" onClick={() => setText(test.learned ?? "")}>
          {test.learned ? "Edit" : "Write down"}
          <span className="sr-only"> what you learned</span>
        </Button>
      </div>
    );
  return (
    <form
      className="grid max-w-prose gap-2"
      onKeyDown={submitOnModEnter}
      onSubmit={(event) => {
        event.preventDefault();
        void note.run(text);
      }}
    >
      <Field label="What did you learn?">
        <Textarea autoFocus value={text} maxLength={2_000} rows={3} onChange={(event) => setText(event.target.value)} />
      </Field>
      <div className="flex gap-2">
        <Button size="sm" variant="primary" type="submit" loading={note.busy}>
          <span>Save</span>
        </Button>
        <Button size="sm" onClick={() => setText(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
