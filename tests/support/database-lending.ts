import type { TestDatabase } from "./database-session.ts";

/** A worker runs one test file after the other: the next one gets what the last one left as it found it. */
const waiting = new Map<string, TestDatabase>();

/**
 * A database of this kind in the state in which `open` opens it. To close it is to give it back: it is kept for the next file
 * unless something was committed meanwhile. Opening one takes a second, and most tests roll back all that they do.
 */
export async function borrow(kind: string, open: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const db = waiting.get(kind) ?? (await open());
  waiting.delete(kind);
  const { rows } = await db.run<{ number: string }>(NEXT_TRANSACTION);
  const first = rows[0]?.number;
  // Other sessions may leave anything behind.
  let hadOthers = false;
  const { run, connect } = db;
  const connectNoting = () => {
    hadOthers = true;
    return connect?.() as ReturnType<NonNullable<typeof connect>>;
  };
  return {
    run,
    ...(connect && { connect: connectNoting }),
    async close() {
      if (hadOthers || waiting.has(kind) || !(await isUnchanged(db, first))) await db.close();
      else waiting.set(kind, db);
    },
  };
}

const NEXT_TRANSACTION = "select pg_snapshot_xmax(pg_current_snapshot())::text as number";

/** A transaction that only reads has no number, so a number that was not rolled back is a change; one of another database counts too. */
const COMMITTED = `
  select from generate_series($1::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1) as number
  where pg_xact_status(number::text::xid8) is distinct from 'aborted' limit 1`;

/** What a session may leave behind without a transaction. */
const RESET = ["rollback", "reset session authorization", "reset all", "close all", "unlisten *", "discard temp"];

async function isUnchanged(db: TestDatabase, first: string | undefined): Promise<boolean> {
  try {
    for (const statement of RESET) await db.run(statement);
    await db.run("select pg_advisory_unlock_all()");
    return (await db.run(COMMITTED, [first])).count === 0;
  } catch {
    return false;
  }
}
