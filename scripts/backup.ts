import { createWriteStream, renameSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeBackup } from "../server/backup/backup-database.ts";
import { BACKUP_NOTE } from "../server/doctor/check-settings.ts";
import { openBlobStore } from "../server/storage/open-storage.ts";
import { withDatabase } from "./with-database.ts";

// npm run backup -- FILE
const [file] = process.argv.slice(2);
await withDatabase(file, "npm run backup -- FILE", async (connection, path, env) => {
  // The file is renamed when it is complete, so that a partial backup never has the final name.
  const sink = createWriteStream(`${path}.part`, { mode: 0o600, flush: true });
  const { files, missing } = await writeBackup(connection, openBlobStore(env), sink);
  renameSync(`${path}.part`, path);
  // `npm run doctor` tells how old it is.
  writeFileSync(join(env.dataDir, BACKUP_NOTE), JSON.stringify({ at: new Date().toISOString(), file: resolve(path) }));
  console.log(`Saved ${(statSync(path).size / 1024).toFixed(0)} kB with ${files} stored files to ${path}`);
  if (missing > 0) console.log(`${missing} stored files were replaced or missing and aren't in the backup`);
});
