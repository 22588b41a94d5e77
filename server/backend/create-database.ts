import { openConnection } from "../database/connect.ts";
import { migrateDatabase } from "../database/migrate.ts";

// Runs as a process of its own (see open-database.ts): creating takes 100 MB that a host would keep for good.
const [directory] = process.argv.slice(2);
if (!directory) throw new Error("Name the directory of the new database");
const connection = await openConnection({ directory });
await migrateDatabase(connection);
await connection.close();
