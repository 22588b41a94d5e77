import { existsSync, readFileSync } from "node:fs";
import type { DatabaseConnection } from "../database/connect.ts";
import { executeScript } from "../database/execute-script.ts";

/** Fills a fresh database with the demo's people and data (`supabase/seed.sql`), relative to today. */
export async function seedDemo(connection: DatabaseConnection, fresh: boolean): Promise<void> {
  if (!fresh || !existsSync("supabase/seed.sql")) return;
  await executeScript(connection, readFileSync("supabase/seed.sql", "utf8"));
}
