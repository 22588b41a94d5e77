import { existsSync, readFileSync } from "node:fs";
import { restoreDatabase } from "../server/backup/backup-database.ts";
import { StartError } from "../server/environment/environment.ts";
import { withDatabase } from "./with-database.ts";

// npm run restore -- FILE
const [file] = process.argv.slice(2);
await withDatabase(
  file,
  "npm run restore -- FILE",
  async (connection, path) => {
    if (!existsSync(path)) throw new StartError(`${path} does not exist`);
    const tables = await restoreDatabase(connection, readFileSync(path));
    console.log(`Restored ${tables} tables from ${path}. Start the product again with npm start`);
  },
  { mayCreate: true },
);
