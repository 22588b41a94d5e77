import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { UnsavedChangesPrompt } from "~/shared/unsaved-changes-prompt.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Field, FieldError } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import {
  type Pool,
  type RoutingDraft,
  type Rule,
  type Simulation,
  saveRouting,
  simulateRouting,
  type TeamShifts,
} from "./api.ts";
import { poolProblems } from "./pool-problems.ts";
import { PoolRow } from "./pool-row.tsx";
import { lacksAmount } from "./rule-conditions.tsx";
import { RuleRow } from "./rule-row.tsx";
import { SimulationResult } from "./simulation-result.tsx";

const OFFERS = [40, 50, 60, 75, 90];

/** The pools and rules by which new leads go to people. They are tried on the last leads from forms before they are saved. */
export function RoutingEditor({ shifts }: { shifts: TeamShifts }) {
  // The version that was opened. Changes of others arrive with Discard, so that nothing typed is lost.
  const [base, setBase] = useState(shifts.routing);
  const [draft, setDraft] = useState<RoutingDraft>(base);
  const [result, setResult] = useState<Simulation | null>(null);
  const [trial, setTrial] = useState(0);
  const dirty = JSON.stringify(contentOf(draft)) !== JSON.stringify(contentOf(base));
  // Right after they were saved here, the rules of the query are still those from before.
  const isOlder = Date.parse(shifts.routing.updated_at ?? "") < Date.parse(base.updated_at ?? "");
  const stored = isOlder ? base : shifts.routing;
  const isOutdated = stored.updated_at !== base.updated_at;
  const save = useAction({
    action: (next: RoutingDraft) => saveRouting(contentOf(next), base.updated_at),
    successMessage: "Rules saved",
    errorMessage: "Couldn't save the rules",
    showProblem: "inline",
    isFree: true,
    invalidates: [queryKeys.crm()],
    onSuccess: (updatedAt, next) => setBase({ ...contentOf(next), updated_at: updatedAt as string }),
  });
  const simulate = useAction({
    action: (next: RoutingDraft) => simulateRouting(contentOf(next)),
    errorMessage: "The rules couldn't be tested",
    showProblem: "inline",
    isRead: true,
    isFree: true,
    onSuccess: (answer) => {
      setResult(answer);
      setTrial((last) => last + 1);
    },
  });
  const change = (next: Partial<RoutingDraft>) => {
    setDraft({ ...draft, ...next });
    // The result is about other rules.
    setResult(null);
  };
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const focusInvalid = useFocusInvalid(form);
  const problemsOf = (pool: Pool) => poolProblems(pool, draft.pools, shifts.people);
  /** Runs an action, or shows what is wrong at its field. */
  const ifValid = (run: (draft: RoutingDraft) => Promise<unknown>) => () => {
    const isWrong =
      draft.pools.some((pool) => Object.keys(problemsOf(pool)).length > 0) || draft.rules.some(lacksAmount);
    setTried(isWrong);
    if (isWrong) focusInvalid();
    else void run(draft);
  };
  const discard = () => {
    setTried(false);
    setBase(stored);
    setDraft(stored);
    setResult(null);
  };
  const [addedId, setAddedId] = useState("");
  const added = () => {
    const id = crypto.randomUUID();
    setAddedId(id);
    return id;
  };
  const setRule = (at: number, rule: Rule) => change({ rules: draft.rules.with(at, rule) });
  const move = (at: number, by: number) => {
    const rules = draft.rules.toSpliced(at, 1);
    change({ rules: rules.toSpliced(at + by, 0, draft.rules[at] as Rule) });
  };
  const first = draft.pools[0];
  const target = first ? { pool: first.id } : { person: shifts.people[0]?.user_id ?? "" };
  return (
    <div ref={form} className="contents">
      {dirty && <UnsavedChangesPrompt allowSearchChanges />}
      <Card role="region" aria-label="Pools">
        <CardHeader>
          <CardTitle className="flex-1">Pools</CardTitle>
          <Button
            size="sm"
            icon={<Plus aria-hidden="true" />}
            onClick={() =>
              change({ pools: [...draft.pools, { id: added(), name: nextName(draft.pools), people: [] }] })
            }
          >
            Add pool
          </Button>
        </CardHeader>
        {draft.pools.length === 0 && (
          <p className="px-4 py-3 text-13 text-ink-3">
            No pools yet. People in a pool take turns, by their share of new leads.
          </p>
        )}
        <ul>
          {draft.pools.map((pool, at) => (
            <PoolRow
              key={pool.id}
              pool={pool}
              isNew={pool.id === addedId}
              people={shifts.people}
              problems={isTried ? problemsOf(pool) : {}}
              isUsed={draft.rules.some(({ to }) => to.pool === pool.id)}
              onChange={(next) => change({ pools: draft.pools.with(at, next) })}
              onRemove={() => change({ pools: draft.pools.toSpliced(at, 1) })}
            />
          ))}
        </ul>
      </Card>
      <Card role="region" aria-label="Rules">
        <CardHeader>
          <CardTitle className="flex-1">Rules</CardTitle>
          <Button
            size="sm"
            icon={<Plus aria-hidden="true" />}
            onClick={() => change({ rules: [...draft.rules, { id: added(), when: {}, to: target }] })}
          >
            Add rule
          </Button>
        </CardHeader>
        <p className="px-4 py-3 text-13 text-ink-3">
          The first matching rule wins. If none matches or no one is free, the lead stays unowned and everyone is
          notified.
        </p>
        <ol>
          {draft.rules.map((rule, at) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              isNew={rule.id === addedId}
              number={at + 1}
              pools={draft.pools}
              people={shifts.people}
              currency={shifts.currency}
              isLast={at === draft.rules.length - 1}
              isTried={isTried}
              onChange={(next) => setRule(at, next)}
              onMove={(by) => move(at, by)}
              onRemove={() => change({ rules: draft.rules.toSpliced(at, 1) })}
            />
          ))}
        </ol>
        <div className="grid gap-4 border-line-soft border-t px-4 py-4">
          <Field
            label="If no one responds"
            hint={draft.offer_percent !== null && "Reassigned once to the next available person in the pool."}
            className="max-w-sm"
          >
            <NativeSelect
              value={draft.offer_percent ?? ""}
              onChange={({ currentTarget: { value } }) =>
                change({ offer_percent: value === "" ? null : Number(value) })
              }
            >
              <option value="">Keep until escalation</option>
              {[...new Set([...OFFERS, ...(draft.offer_percent === null ? [] : [draft.offer_percent])])]
                .sort((a, b) => a - b)
                .map((percent) => (
                  <option key={percent} value={percent}>
                    Reassign after {percent}% of the target
                  </option>
                ))}
            </NativeSelect>
          </Field>
          {isOutdated && dirty && (
            <p className="text-13 text-warn-fg">Someone else just changed the rules. Discard loads theirs.</p>
          )}
          <FieldError id="routing-problem">{save.problem ?? simulate.problem}</FieldError>
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" disabled={!dirty} loading={save.busy} onClick={ifValid(save.run)}>
              Save rules
            </Button>
            <Button loading={simulate.busy} onClick={ifValid(simulate.run)}>
              Test with leads from forms
            </Button>
            {(dirty || isOutdated) && (
              <Button variant="ghost" onClick={discard}>
                Discard
              </Button>
            )}
          </div>
        </div>
      </Card>
      {result && <SimulationResult key={trial} result={result} />}
    </div>
  );
}

const contentOf = ({ pools, rules, offer_percent }: RoutingDraft): RoutingDraft => ({ pools, rules, offer_percent });

function nextName(pools: RoutingDraft["pools"]): string {
  const names = new Set(pools.map(({ name }) => name));
  for (let at = 0; ; at += 1) {
    const name = at === 0 ? "Inbound" : `Pool ${at + 1}`;
    if (!names.has(name)) return name;
  }
}
