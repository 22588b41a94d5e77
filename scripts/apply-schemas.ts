import { globSync, readFileSync } from "node:fs";
import type { DatabaseConnection } from "../server/database/connect.ts";
import { splitStatements, withoutComments } from "./sql-statements.ts";

/** Revokes all rights first. The other files grant. */
const FIRST_FILE = "supabase/schemas/platform/privileges.sql";

type Statement = { file: string; text: string; problem: string };

/** Every statement of supabase/schemas, without the comments before it. */
export function readSchemas(): Statement[] {
  const others = globSync("supabase/schemas/*/*.sql").filter((file) => file !== FIRST_FILE);
  return [FIRST_FILE, ...others.sort()].flatMap((file) =>
    splitStatements(readFileSync(file, "utf8")).map((text) => ({ file, text: withoutComments(text), problem: "" })),
  );
}

/**
 * Builds the schema in an empty database with Supabase's own objects. The files have no order: a statement whose
 * dependencies are missing waits for the next round. Returns the statements in an order that works. Throws with the
 * statements that work in no order.
 */
export async function applySchemas(connection: DatabaseConnection): Promise<string[]> {
  const ordered: string[] = [];
  let waiting = readSchemas();
  for (let before = Number.POSITIVE_INFINITY; waiting.length > 0 && waiting.length < before; ) {
    before = waiting.length;
    const later: Statement[] = [];
    for (const statement of waiting) {
      try {
        await connection.driver.query(statement.text);
        ordered.push(statement.text);
      } catch (error) {
        later.push({ ...statement, problem: (error as Error).message });
      }
    }
    waiting = later;
  }
  if (waiting.length > 0)
    throw new Error(
      waiting.map(({ file, text, problem }) => `${file}: ${problem}\n${text.slice(0, 200)}`).join("\n\n"),
    );
  return ordered;
}
