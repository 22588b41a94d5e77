import { renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { backupDatabase } from "../server/backup/backup-database.ts";
import { BACKUP_NOTE } from "../server/doctor/check-settings.ts";
import { withDatabase } from "./with-database.ts";

// npm run backup -- FILE
const [file] = process.argv.slice(2);
await withDatabase(file, "npm run backup -- FILE", async (connection, path, env) => {
  const content = await backupDatabase(connection);
  // The file is renamed when it is complete, so that a partial backup never has the final name.
  writeFileSync(`${path}.part`, content, { mode: 0o600 });
  renameSync(`${path}.part`, path);
  // `npm run doctor` tells how old it is.
  writeFileSync(join(env.dataDir, BACKUP_NOTE), JSON.stringify({ at: new Date().toISOString(), file: resolve(path) }));
  console.log(`Saved ${(content.length / 1024).toFixed(0)} kB to ${path}`);
});
