import { existsSync, readFileSync } from "node:fs";
import type { DatabaseConnection } from "../database/connect.ts";
import { executeScript } from "../database/execute-script.ts";
import { query } from "../database/query.ts";

/**
 * Fills a fresh database with the demo's people and data (`supabase/seed.sql`), relative to today. At each start some leads
 * have just written (`supabase/demo-clocks.sql`): a demo without running clocks would show nothing of what matters most.
 */
export async function seedDemo(connection: DatabaseConnection, fresh: boolean): Promise<void> {
  for (const script of [...(fresh ? ["seed"] : []), "demo-clocks"]) {
    const file = `supabase/${script}.sql`;
    if (existsSync(file)) await executeScript(connection, readFileSync(file, "utf8"));
  }
}

/** The hash of the demo's password, as in `supabase/seed.sql`. Production signs nobody in with it. */
export const DEMO_HASH = "$2b$10$COp.nyxwuKfNyKY3crAz7OaSHyNFx/.xZGY661IJcOJ8BIqnnah9e";

/**
 * A database that was tried out as a demo may become a production one. Sessions that began with the password that everybody knows
 * end there; whoever owns such a mailbox sets a new password with a recovery link.
 */
export async function endDemoSessions(connection: DatabaseConnection): Promise<void> {
  await query(
    connection,
    `delete from auth.sessions as session using auth.users as account
     where session.user_id = account.id and account.encrypted_password = $1`,
    [DEMO_HASH],
  );
}
