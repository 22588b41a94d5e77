import type { TestDatabase } from "./database-session.ts";

/**
 * A worker runs test files one after the other. Each file reuses the database of the previous one if it is unchanged.
 */
const waiting = new Map<string, TestDatabase>();

/**
 /**
  * Returns a database of this kind in its initial state. Closing it keeps it for the next file unless something was
  * committed. Opening one takes a second, and most tests roll back all their changes.
  */
export async function borrow(kind: string, open: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const db = waiting.get(kind) ?? (await open());
  waiting.delete(kind);
  const { rows } = await db.run<{ number: string }>(NEXT_TRANSACTION);
  const first = rows[0]?.number;
  // Other sessions may leave any state behind.
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

/**
 * A read-only transaction has no transaction id, so an id that was not rolled back is a change. Changes in another
 * database count too.
 */
const COMMITTED = `
  select from generate_series($1::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1) as number
  where pg_xact_status(number::text::xid8) is distinct from 'aborted' limit 1`;

/** Resets session state outside of transactions. */
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
