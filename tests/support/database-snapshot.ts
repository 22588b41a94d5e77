import { cpSync, rmSync } from "node:fs";
import { type DatabaseConnection, openConnection } from "../../server/database/connect.ts";
import { prepareEmptyDatabase } from "../../server/database/prepared.ts";
import { temporaryDirectory } from "./host-process.ts";

/** A migrated embedded database of its own. Closing it deletes it. */
export const openMigrated = async (): Promise<DatabaseConnection> => openCopy(await prepareEmptyDatabase());

/**
 * A copy of the embedded database in this directory. Closing it deletes it. With the files in memory, this takes half of the time
 * of an embedded database that has none.
 */
export async function openCopy(template: string): Promise<DatabaseConnection> {
  const directory = temporaryDirectory();
  const remove = () => rmSync(directory, { recursive: true, force: true });
  process.once("exit", remove);
  cpSync(template, directory, { recursive: true });
  const connection = await openConnection({ directory });
  const { close } = connection;
  return Object.assign(connection, {
    async close() {
      await close();
      process.off("exit", remove);
      remove();
    },
  });
}
