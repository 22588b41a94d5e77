import { existsSync, readFileSync } from "node:fs";
import type { DatabaseConnection } from "../database/connect.ts";
import { executeScript } from "../database/execute-script.ts";
import { query } from "../database/query.ts";

/**
 * Fills a new database with the demo's people and data (`supabase/seed.sql`), with dates relative to today. Each start
 * also adds some new leads (`supabase/demo-clocks.sql`), so that the demo always shows running clocks.
 */
export async function seedDemo(connection: DatabaseConnection, fresh: boolean): Promise<void> {
  for (const script of [...(fresh ? ["seed"] : []), "demo-clocks"]) {
    const file = `supabase/${script}.sql`;
    if (existsSync(file)) await executeScript(connection, readFileSync(file, "utf8"));
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
