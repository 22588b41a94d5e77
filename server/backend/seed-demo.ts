import { readFileSync } from "node:fs";
import type { PoolClient } from "pg";
import type { DatabaseConnection } from "../database/connect.ts";
import { query } from "../database/query.ts";

/** An arbitrary number that nothing else uses. Hosts that start together on one PostgreSQL seed one after the other. */
const SEED_LOCK = 7_301_948_222;

/**
 * Fills a database without people with the demo's people and data (`supabase/seed.sql`), with dates relative to today. All of
 * it is one transaction: a start that is killed halfway leaves nothing, and the next one seeds.
 *
 * @returns Whether this is a demo, and whether its data is from now. False, and nothing changes, if the database has people of
 *   its own.
 */
export async function seedDemo(connection: DatabaseConnection): Promise<{ hasDemo: boolean; isNew: boolean }> {
  return inSeedLock(connection, async (session) => {
    const { rowCount } = await session.query("select from auth.users limit 1");
    if (rowCount === 0) {
      await session.query(readFileSync("supabase/seed.sql", "utf8"));
      await session.query(readFileSync(CLOCKS, "utf8"));
    }
    const { rowCount: demoPeople } = await session.query("select from auth.users where email = 'admin@example.com'");
    return { hasDemo: demoPeople === 1, isNew: rowCount === 0 };
  });
}

/**
 * Sets the demo's clocks to now (`supabase/demo-clocks.sql`), so that the demo always shows running clocks. It takes most of a
 * second, so a host does it after its start.
 */
export async function refreshDemo(connection: DatabaseConnection): Promise<void> {
  await inSeedLock(connection, (session) => session.query(readFileSync(CLOCKS, "utf8")));
}

const CLOCKS = "supabase/demo-clocks.sql";

async function inSeedLock<Result>(
  connection: DatabaseConnection,
  run: (session: PoolClient) => Promise<Result>,
): Promise<Result> {
  const session = await connection.driver.connect();
  try {
    await session.query("begin");
    await session.query("select pg_advisory_xact_lock($1)", [SEED_LOCK]);
    const result = await run(session);
    await session.query("commit");
    session.release();
    return result;
  } catch (error) {
    session.release(true);
    throw error;
  }
}

/** The hash of the demo password, as in `supabase/seed.sql`. In production it signs no one in. */
export const DEMO_HASH = "$2b$10$COp.nyxwuKfNyKY3crAz7OaSHyNFx/.xZGY661IJcOJ8BIqnnah9e";

/**
 * Ends the sessions that started with the demo password, in case a demo database becomes a production one. Everyone
 * knows that password. The owner of such a mailbox sets a new password with a recovery link.
 */
export async function endDemoSessions(connection: DatabaseConnection): Promise<void> {
  await query(
    connection,
    `delete from auth.sessions as session using auth.users as account
     where session.user_id = account.id and account.encrypted_password = $1`,
    [DEMO_HASH],
  );
}
