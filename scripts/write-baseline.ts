import { readdirSync, writeFileSync } from "node:fs";
import { openConnection } from "../server/database/connect.ts";
import { prepareDatabase } from "../server/database/migrate.ts";
import { applySchemas } from "./apply-schemas.ts";

// Writes the baseline, the first migration, from supabase/schemas. Once another migration follows, the baseline never
// changes again.

const BASELINE = "20261123000000_baseline.sql";
const later = readdirSync("supabase/migrations").filter((name) => name !== BASELINE);
if (later.length > 0) {
  console.error(`The baseline is released, because ${later[0]} follows it. Write a new migration instead.`);
  process.exit(1);
}
const connection = await openConnection({ memory: true });
await prepareDatabase(connection);
const statements = await applySchemas(connection);
await connection.close();
const head = "-- The schema as it was first released. Written from supabase/schemas by `npm run db:baseline`.";
writeFileSync(`supabase/migrations/${BASELINE}`, `${[head, ...statements].join("\n\n")}\n`);
console.log(`${BASELINE}: ${statements.length} statements`);
