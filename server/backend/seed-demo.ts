import { readFileSync } from "node:fs";
import type { DatabaseConnection } from "../database/connect.ts";
import { query } from "../database/query.ts";

/** An arbitrary number that nothing else uses. Hosts that start together on one PostgreSQL seed one after the other. */
const SEED_LOCK = 7_301_948_222;

/**
 * Fills a database without people with the demo's people and data (`supabase/seed.sql`), with dates relative to today. Each
 * start also adds some new leads (`supabase/demo-clocks.sql`), so that the demo always shows running clocks. All of it is
 * one transaction: a start that is killed halfway leaves nothing, and the next one seeds. Returns false, and changes nothing, if
 * the database has people of its own.
 */
export async function seedDemo(connection: DatabaseConnection): Promise<boolean> {
  const session = await connection.driver.connect();
  try {
    await session.query("begin");
    await session.query("select pg_advisory_xact_lock($1)", [SEED_LOCK]);
    const { rowCount } = await session.query("select from auth.users limit 1");
    if (rowCount === 0) await session.query(readFileSync("supabase/seed.sql", "utf8"));
    const { rowCount: demoPeople } = await session.query("select from auth.users where email = 'admin@example.com'");
    if (demoPeople === 1) await session.query(readFileSync("supabase/demo-clocks.sql", "utf8"));
    await session.query("commit");
    session.release();
    return demoPeople === 1;
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
