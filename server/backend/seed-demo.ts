import { existsSync, readFileSync } from "node:fs";
import type { DatabaseConnection } from "../database/connect.ts";
import { executeScript } from "../database/execute-script.ts";

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
