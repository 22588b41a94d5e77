import { queryOptions, useQuery } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { fullName } from "~/shared/display-name.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { type GuardFigures, guardFigures } from "../../../../domain/landing/tests/guardrails.ts";
import type { TestGoal, VariantFigures } from "../../../../domain/landing/tests/results.ts";

/** A variant with what its visitors became, and what their visits were like. */
export type TestedVariant = VariantFigures & { visits: GuardFigures };

export type PageTest = {
  id: string;
  isRunning: boolean;
  goal: TestGoal;
  /** The only source whose visitors are in it; null for all. */
  onlySource: string | null;
  startedAt: string;
  /** Null for people whose name the viewer may not see. */
  startedBy: string | null;
  stoppedAt: string | null;
  /** The version that was rolled out. */
  winner: number | null;
  /** What the team learned, in its own words. */
  learned: string | null;
  /** The first one is the control. */
  variants: TestedVariant[];
};

const MAX_TESTS = 100;

/**
 * The tests of a page with their figures, newest first. Figures change while visitors come. `account` is the slug of the page's
 * account, if one works in another.
 */
export const testsQuery = (pageId: string, account?: string) =>
  queryOptions({
    queryKey: queryKeys.landingTests(pageId),
    queryFn: () => loadTests(pageId, account),
    staleTime: 5_000,
    refetchInterval: 30_000,
  });

/** The test that runs on a page now. Undefined while it loads, and without one. */
export const useRunningTest = (pageId: string, account?: string): PageTest | undefined =>
  useQuery(testsQuery(pageId, account)).data?.find(({ isRunning }) => isRunning);

async function loadTests(pageId: string, account?: string): Promise<PageTest[]> {
  const [tests, figures] = await Promise.all([
    runQuery(
      (db) =>
        db
          .from("landing_tests")
          .select("*, landing_test_variants(version, place, weight, label)")
          .eq("page_id", pageId)
          .order("started_at", { ascending: false })
          .limit(MAX_TESTS),
      account,
    ),
    runQuery((db) => db.rpc("landing_test_figures", { p_page_id: pageId }), account),
  ]);
  const names = await loadNames(tests.flatMap(({ started_by }) => started_by ?? []));
  return tests.map((test) => ({
    id: test.id,
    isRunning: test.state === "running",
    goal: test.goal,
    onlySource: test.only_source,
    startedAt: test.started_at,
    startedBy: (test.started_by && names.get(test.started_by)) || null,
    stoppedAt: test.stopped_at,
    winner: test.winner_version,
    learned: test.learned,
    variants: test.landing_test_variants
      .toSorted((one, other) => one.place - other.place)
      .map(({ version, weight, label }) => {
        const known = figures.find((row) => row.test_id === test.id && row.version === version);
        return {
          version,
          weight,
          label,
          visitors: known?.visitors ?? 0,
          submissions: known?.submissions ?? 0,
          qualified: known?.qualified ?? 0,
          booked: known?.booked ?? 0,
          won: known?.won ?? 0,
          revenueCents: known?.revenue_cents ?? 0,
          revenueSquares: known?.revenue_squares ?? 0,
          visits: guardFigures(known),
        };
      }),
  }));
}

async function loadNames(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const people = await runQuery((db) =>
    db
      .from("profiles")
      .select("*")
      .in("user_id", [...new Set(ids)]),
  );
  return new Map(people.map((person) => [person.user_id, fullName(person, undefined)]));
}

export type NewVariant = { version: number | null; weight: number; label: string };

/** Starts a test; once for each id. Throws ServiceError, PT409 when one runs or the page changed. */
export async function startTest(
  id: string,
  pageId: string,
  test: { seen: number; goal: TestGoal; variants: readonly NewVariant[]; onlySource: string },
): Promise<void> {
  await rpc("start_landing_test", {
    p_id: id,
    p_page_id: pageId,
    p_seen_revision: test.seen,
    p_goal: test.goal,
    p_variants: [...test.variants],
    p_only_source: test.onlySource,
  });
}

export async function stopTest(testId: string, learned: string): Promise<void> {
  await rpc("stop_landing_test", { p_test_id: testId, p_learned: learned });
}

/** Publishes a version of a test and stops the test; once. Returns the live version. Throws ServiceError. */
export function rollOutTest(testId: string, version: number, learned: string): Promise<number> {
  return rpc("roll_out_landing_test", { p_test_id: testId, p_version: version, p_learned: learned });
}

export async function noteTest(testId: string, learned: string): Promise<void> {
  await rpc("note_landing_test", { p_test_id: testId, p_learned: learned });
}
