import { readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { type PostgresServer, startPostgresServer } from "../support/postgres-server.ts";
import { picture, serviceClient, storageAdmin } from "../support/stored-files.ts";

let server: PostgresServer | null = null;
let host: HostProcess;
let database: pg.Client;
let admin: Awaited<ReturnType<typeof storageAdmin>>;
beforeAll(async () => {
  server = await startPostgresServer();
  if (!server) return;
  host = await startHostProcess({ DATABASE_URL: server.url, RATE_LIMIT_SCALE: "0" });
  database = new pg.Client(server.url);
  await database.connect();
  admin = await storageAdmin(host);
});
afterAll(async () => {
  await host?.dispose();
  await database?.end();
  await server?.stop();
});

const content = () =>
  readdirSync(join(host.dataDir, "files", "content"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** Stores a picture of an account and returns its id and the version of the picture. */
async function addPicture(email: string) {
  const { rows } = await database.query("select id from auth.users where email = $1", [email]);
  const id = String(rows[0]?.id);
  const avatars = serviceClient(host).storage.from("avatars");
  expect((await avatars.upload(`${id}/me.png`, await picture())).error).toBeNull();
  const version = (await avatars.info(`${id}/me.png`)).data?.version ?? "";
  expect(content()).toContain(version);
  return { id, version, avatars, name: `${id}/me.png` };
}

async function erase(id: string, email: string) {
  const { error } = await admin.client.rpc("erase_person", { p_kind: "account", p_id: id, p_confirmation: email });
  expect(error).toBeNull();
}

describe("When a person is erased", () => {
  test("their files leave the database at once and the disk right after", async (context) => {
    if (!server) return context.skip("no PostgreSQL on this machine");
    const { id, version, avatars, name } = await addPicture("newclient@example.com");
    await erase(id, "newclient@example.com");
    expect((await avatars.exists(name)).data).toBe(false);
    await expect.poll(content, { timeout: 30_000 }).not.toContain(version);
  }, 60_000);

  test("a hosted project's own storage is asked to delete them", async (context) => {
    if (!server) return context.skip("no PostgreSQL on this machine");
    const { id, version, avatars, name } = await addPicture("rejected@example.com");
    // Only hosted storage has this table. It refuses to delete rows without its API.
    await database.query(`create table storage.migrations (id integer);
      create function storage.refuse() returns trigger language plpgsql as $$ begin
        if current_user <> 'service_role' then raise 'Direct deletion from storage tables is not allowed'; end if;
        return old;
      end $$;
      create trigger refuse before delete on storage.objects for each row execute function storage.refuse()`);
    await erase(id, "rejected@example.com");
    await expect.poll(async () => (await avatars.exists(name)).data, { timeout: 30_000 }).toBe(false);
    const left = async () => (await database.query("select from private.removed_files")).rows;
    await expect.poll(left, { timeout: 30_000 }).toEqual([]);
    await expect.poll(content, { timeout: 30_000 }).not.toContain(version);
  }, 90_000);
});
