import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeBackup } from "../server/backup/backup-database.ts";
import { readBackupFile, readBackupKey, writeBackupFile } from "../server/backup/encrypted-file.ts";
import { verifyBackup } from "../server/backup/verify-backup.ts";
import { BACKUP_NOTE } from "../server/doctor/check-settings.ts";
import { openBlobStore } from "../server/storage/open-storage.ts";
import { withDatabase } from "./with-database.ts";

// npm run backup -- FILE [--verify]
const { values, positionals } = parseArgs({ options: { verify: { type: "boolean" } }, allowPositionals: true });
await withDatabase(positionals[0], "npm run backup -- FILE", async (connection, path, env) => {
  const key = readBackupKey(env);
  // The file is renamed when it is complete, so that a partial backup never has the final name.
  const part = `${path}.part`;
  try {
    const { files, missing } = await writeBackupFile(part, key, (sink) =>
      writeBackup(connection, openBlobStore(env), sink),
    );
    const verified = values.verify ? await verifyBackup(env, await readBackupFile(part, key)) : undefined;
    renameSync(part, path);
    // `npm run doctor` tells how old it is.
    writeFileSync(
      join(env.dataDir, BACKUP_NOTE),
      JSON.stringify({ at: new Date().toISOString(), file: resolve(path) }),
    );
    console.log(
      `Saved ${(statSync(path).size / 1024).toFixed(0)} kB with ${files} stored files to ${path}, ${key ? "encrypted" : "not encrypted"}`,
    );
    if (missing > 0) console.log(`${missing} stored files were replaced or missing and aren't in the backup`);
    if (verified) console.log(`Verified: ${verified.rows} rows and ${verified.files} stored files can be restored`);
  } finally {
    rmSync(part, { force: true });
  }
});
