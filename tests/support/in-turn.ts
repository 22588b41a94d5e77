import type { Session, TestDatabase } from "./database-session.ts";

/**
 * Runs the first transaction and, once it releases its locks, the second. Returns "done" or the refusal's code for
 * each.
 */
export async function inTurn(
  db: TestDatabase,
  first: (one: Session) => Promise<unknown>,
  second: (two: Session) => Promise<unknown>,
) {
  const [one, two] = [await db.connect?.(), await db.connect?.()];
  if (!one || !two) throw new Error("Two connections are needed");
  try {
    await one.run("begin");
    await two.run("begin");
    await first(one);
    const waits = second(two).then(
      () => "done",
      (error: { code?: string }) => error.code ?? String(error),
    );
    await waitUntilBlocked(db);
    await one.run("commit");
    const outcome = await waits;
    await two.run(outcome === "done" ? "commit" : "rollback");
    return outcome;
  } finally {
    one.release();
    two.release();
  }
}

/** Polls the server until one transaction waits for the other. */
async function waitUntilBlocked(db: TestDatabase): Promise<void> {
  for (let tries = 0; tries < 2_000; tries++) {
    const { count } = await db.run(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (count > 0) return;
  }
  throw new Error("Nobody waits");
}
