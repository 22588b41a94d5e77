import { openConnection } from "../database/connect.ts";
import { migrateDatabase } from "../database/migrate.ts";

// Runs in a separate process (see open-database.ts), because creating a database takes 100 MB that the host would never
// free.
const [directory] = process.argv.slice(2);
if (!directory) throw new Error("Enter a directory for the new database");
// Ends when the host that waits for it is killed.
process.stdin.once("end", () => process.exit(1)).resume();
process.stdin.unref();
const connection = await openConnection({ directory });
await migrateDatabase(connection);
await connection.close();
