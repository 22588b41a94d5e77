import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { restoreDatabase } from "../server/backup/backup-database.ts";
import { readBackupFile, readBackupKey } from "../server/backup/encrypted-file.ts";
import { filesDirectory, openBlobStore } from "../server/storage/open-storage.ts";
import { withDatabase } from "./with-database.ts";

// npm run restore -- FILE
const [file] = process.argv.slice(2);
await withDatabase(
  file,
  "npm run restore -- FILE",
  async (connection, path, env) => {
    const source = await readBackupFile(path, readBackupKey(env));
    const incoming = join(filesDirectory(env), "incoming");
    mkdirSync(incoming, { recursive: true, mode: 0o700 });
    const place = { store: openBlobStore(env), incoming };
    const { tables, files } = await restoreDatabase(connection, source, place);
    console.log(
      `Restored ${tables} tables and ${files} stored files from ${path}. Start the product again with npm start`,
    );
  },
  { mayCreate: true, check: async (path, env) => (await readBackupFile(path, readBackupKey(env))).destroy() },
);
