import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { backupDatabase, restoreDatabase } from "../../server/backup/backup-database.ts";
import { openConnection } from "../../server/database/connect.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { openMigrated } from "../support/database-snapshot.ts";
import { createWorld } from "../support/database-world.ts";
import { erase } from "../support/erasing.ts";
import { addMarkedPerson, MARKER } from "../support/marked-person.ts";
import { oneSession } from "../support/one-session.ts";
import { plantMarker } from "../support/plant-marker.ts";
import { startPostgresServer } from "../support/postgres-server.ts";

const server = await startPostgresServer();

/** How often the marker occurs in a backup. */
const markersIn = (backup: Buffer) => gunzipSync(backup).toString("utf8").toLowerCase().split(MARKER).length - 1;

const kinds = [
  {
    name: "the embedded database",
    open: openMigrated,
  },
  ...(server ? [{ name: "PostgreSQL", open: () => openConnection({ url: server.url }) }] : []),
];

test.each(kinds)(
  "A backup after an erasure does not contain the person; an older one does, on $name",
  async ({ name, open }) => {
    const connection = await open();
    try {
      if (name === "PostgreSQL") await migrateDatabase(connection);
      const db = await oneSession(connection);
      await db.run("begin");
      const world = await createWorld(db);
      const { lead } = await addMarkedPerson(db, world);
      await plantMarker(db, "lead", lead);
      await db.run("commit");
      const before = await backupDatabase(connection);
      expect(markersIn(before)).toBeGreaterThan(100);
      await db.run("begin");
      await erase(db, world.people.admin, "lead", lead);
      await db.run("commit");
      db.release();
      const after = await backupDatabase(connection);
      expect(markersIn(after)).toBe(0);
      // Restoring the new backup over the old rows brings none of them back. Restoring the old one does, as
      // docs/operations.md says.
      await restoreDatabase(connection, before);
      expect(markersIn(await backupDatabase(connection))).toBeGreaterThan(100);
      await restoreDatabase(connection, after);
      expect(markersIn(await backupDatabase(connection))).toBe(0);
    } finally {
      await connection.close();
      if (name === "PostgreSQL") await server?.stop();
    }
  },
);
