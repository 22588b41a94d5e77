import { type DatabaseConnection, openConnection } from "../server/database/connect.ts";
import { migrateDatabase, prepareDatabase } from "../server/database/migrate.ts";
import { readCatalog } from "../tests/support/schema-catalog.ts";
import { applySchemas } from "./apply-schemas.ts";

// npm run db:diff prints what a new migration has to do: lines with + stand in supabase/schemas only, lines with - in the
// database that the migrations make.

async function catalogAfter(build: (connection: DatabaseConnection) => Promise<unknown>): Promise<string[]> {
  const connection = await openConnection({ memory: true });
  await build(connection);
  const lines = await readCatalog(connection);
  await connection.close();
  return lines;
}

const migrated = await catalogAfter(migrateDatabase);
const wanted = await catalogAfter(async (connection) => {
  await prepareDatabase(connection);
  await applySchemas(connection);
});
const differences = [
  ...migrated.filter((line) => !wanted.includes(line)).map((line) => `- ${line}`),
  ...wanted.filter((line) => !migrated.includes(line)).map((line) => `+ ${line}`),
];
console.log(differences.join("\n") || "The migrations make what supabase/schemas says.");
