import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { logNotice } from "../logging/log.ts";

type Statement = { sql: string; ms: number; role: string | undefined };

const PLAIN = /^\s*(select|with|insert|update|delete)\b/i;
const EXPLAIN_TIMEOUT_MS = 2_000;
const ONE_PLAN_EVERY_MS = 5_000;
const SAME_PLAN_EVERY_MS = 600_000;
const MAX_KNOWN = 200;
const MAX_LOGGED_LENGTH = 2_000;

let pool: Pool | undefined;
let thresholdMs = 0;
let lastPlanAt = 0;
const explained = new Map<string, number>();

/** From now on, statements that take longer than this are logged with their plan. 0 turns it off. */
export function watchSlowStatements(plans: Pool, milliseconds: number): void {
  pool = plans;
  thresholdMs = milliseconds;
}

/** Logs a statement if it was slow. The time includes waiting for a connection. Values are never logged: they are personal data. */
export function noteStatement({ sql, ms, role }: Statement): void {
  if (thresholdMs === 0 || ms < thresholdMs) return;
  const statement = sql.slice(0, MAX_LOGGED_LENGTH);
  const details = { ms: Math.round(ms), role: role ?? "owner", statement };
  if (!pool || !PLAIN.test(sql) || !mayExplain(sql)) {
    logNotice("slow statement", details);
    return;
  }
  explain(pool, sql, role).then(
    (plan) => logNotice("slow statement", { ...details, plan }),
    (error: Error) => logNotice("slow statement", { ...details, plan: `not available (${error.message})` }),
  );
}

/** Plans cost the database work when it is slow already, so there are few, and one for each statement. */
function mayExplain(sql: string): boolean {
  const now = performance.now();
  const key = createHash("sha256").update(sql).digest("base64");
  if (now - lastPlanAt < ONE_PLAN_EVERY_MS && lastPlanAt > 0) return false;
  if (now - (explained.get(key) ?? Number.NEGATIVE_INFINITY) < SAME_PLAN_EVERY_MS) return false;
  if (explained.size >= MAX_KNOWN) explained.clear();
  explained.set(key, now);
  lastPlanAt = now;
  return true;
}

/**
 * The plan of the same statement under the same role, in a connection of its own. The statement does not run, and the plan is the
 * one for any values, so it shows none.
 */
async function explain(plans: Pool, sql: string, role: string | undefined): Promise<string> {
  const client = await plans.connect();
  try {
    await client.query("begin read only");
    await client.query(`set local statement_timeout = ${EXPLAIN_TIMEOUT_MS}`);
    if (role) await client.query("select set_config('role', $1, true)", [role]);
    await client.query("set local plan_cache_mode = force_generic_plan");
    await client.query(`prepare upfunnel_plan as ${sql}`);
    const values = Array.from({ length: countValues(sql) }, () => "null").join(", ");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `explain execute upfunnel_plan${values ? `(${values})` : ""}`,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    await client.query("rollback").catch(() => {});
    await client.query("deallocate upfunnel_plan").catch(() => {});
    client.release();
  }
}

/** The highest number of a parameter. */
function countValues(sql: string): number {
  return Math.max(0, ...[...sql.matchAll(/\$(\d{1,3})/g)].map(([, number]) => Number(number)));
}
