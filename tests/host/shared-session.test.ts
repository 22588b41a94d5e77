import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DatabaseConnection } from "../../server/database/connect.ts";
import { query } from "../../server/database/query.ts";
import { asRequest } from "../../server/database/request-context.ts";
import { openMigrated } from "../support/database-snapshot.ts";
import { startPostgresServer } from "../support/postgres-server.ts";
import { openProtocol, type TestProtocol } from "../support/protocol.ts";

const SCHEMA = `
  create table public.notes (id integer primary key, words text);
  insert into public.notes select number, 'note ' || number from generate_series(1, 200) as number;
  grant all on public.notes to anon, authenticated, service_role;
  alter table public.notes enable row level security;
  create policy "Visitors read short notes" on public.notes for select to anon using (id <= 10);
  create policy "People read all notes" on public.notes for select to authenticated using (true);`;

type Role = "anon" | "authenticated" | "service_role";
type Note = { id: number; words: string };

/** One read as in a request of the REST protocol. These people have no session, so their token names a visitor. */
function read(connection: DatabaseConnection, role: Role, text: string, ...values: unknown[]): Promise<Note[]> {
  const get = new Request("http://127.0.0.1/rest/v1/notes");
  return asRequest(get, () =>
    connection.withContext({ auth: { role, jwt: { role: role === "authenticated" ? "anon" : role } } }, async (db) => {
      const statement = { ...sql.raw(text).compile(db), parameters: values };
      return (await db.executeQuery(statement)).rows as Note[];
    }),
  );
}

const BY_ID = "select id, words from public.notes where id >= $1 order by id limit 5";

function provesStatements(
  name: string,
  open: () => Promise<{ connection: DatabaseConnection; close: () => Promise<void> }>,
) {
  describe(`Prepared statements on ${name}`, () => {
    let connection: DatabaseConnection;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ connection, close } = await open());
      await connection.driver.query(SCHEMA);
    });
    afterAll(() => close());

    test("return each role's own rows for the same text, in any order and in parallel", async () => {
      const roles = Array.from({ length: 120 }, (_, at): Role => (at % 3 === 0 ? "anon" : "authenticated"));
      const answers = await Promise.all(roles.map((role, at) => read(connection, role, BY_ID, (at % 20) + 1)));
      answers.forEach((rows, at) => {
        const first = (at % 20) + 1;
        const last = roles[at] === "anon" ? Math.min(10, first + 4) : first + 4;
        expect(rows.map(({ id }) => id)).toEqual(
          Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset),
        );
      });
    });

    test("follow a change of their table", async () => {
      const everything = "select * from public.notes order by id limit 1";
      for (let round = 0; round < 3; round += 1) await read(connection, "authenticated", everything);
      await connection.driver.query("alter table public.notes add column color text default 'blue'");
      const rows = await Promise.all(Array.from({ length: 20 }, () => read(connection, "authenticated", everything)));
      for (const [row] of rows) expect(row).toEqual({ id: 1, words: "note 1", color: "blue" });
      await connection.driver.query("alter table public.notes drop column color");
      expect(await read(connection, "authenticated", everything)).toEqual([{ id: 1, words: "note 1" }]);
    });

    test("stay correct with more of them than a session keeps", async () => {
      const texts = Array.from({ length: 150 }, (_, at) => `select id, words from public.notes where id = ${at + 1}`);
      for (let round = 0; round < 4; round += 1) {
        const rows = await Promise.all(texts.map((text) => read(connection, "authenticated", text)));
        expect(rows.map(([row]) => row?.id)).toEqual(texts.map((_, at) => at + 1));
      }
    });

    test("stay correct when statements fail between them", async () => {
      const all = await Promise.allSettled(
        Array.from({ length: 90 }, (_, at) =>
          at % 3 === 0
            ? read(connection, "authenticated", "select id, 1 / (id - 1) as words from public.notes where id = $1", 1)
            : read(connection, "authenticated", BY_ID, at),
        ),
      );
      all.forEach((result, at) => {
        if (at % 3 === 0) expect(result).toMatchObject({ status: "rejected", reason: { code: "22012" } });
        else expect(result).toMatchObject({ status: "fulfilled", value: [{ id: at }, {}, {}, {}, {}] });
      });
    });
  });
}

provesStatements("the embedded database", async () => {
  const connection = await openMigrated();
  return { connection, close: () => connection.close() };
});
const server = await startPostgresServer();
afterAll(() => server?.stop());
if (server)
  provesStatements("PostgreSQL", async () => {
    const protocol = await openProtocol({ url: server.url });
    return { connection: protocol.connection, close: () => protocol.close() };
  });

describe("The embedded database's one session", () => {
  let protocol: TestProtocol;
  let connection: DatabaseConnection;
  beforeAll(async () => {
    protocol = await openProtocol();
    connection = protocol.connection;
    await connection.driver.query(SCHEMA);
  });
  afterAll(() => protocol.close());

  const count = async () =>
    (await read(connection, "service_role", "select count(*)::integer as id from public.notes"))[0]?.id;

  test("hides an open transaction from reads", async () => {
    const client = await connection.driver.connect();
    await client.query("begin");
    await client.query("delete from public.notes where id > 100");
    const reads = Array.from({ length: 30 }, () => count());
    await client.query("rollback");
    client.release();
    expect(await Promise.all(reads)).toEqual(Array(30).fill(200));
  });

  test("rolls back the transaction of a lost connection", async () => {
    const client = await connection.driver.connect();
    await client.query("begin");
    await client.query("delete from public.notes");
    const reads = Array.from({ length: 10 }, () => count());
    client.release(true);
    expect(await Promise.all(reads)).toEqual(Array(10).fill(200));
    expect(await query(connection, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("keeps its settings from other connections", async () => {
    const client = await connection.driver.connect();
    await client.query("set search_path = pg_catalog");
    client.release(true);
    expect(await query(connection, "select words from notes where id = 1")).toEqual([{ words: "note 1" }]);
  });

  test("serves reads and transactions in parallel, each complete", async () => {
    const move = (at: number) =>
      connection.withContext({ auth: { role: "service_role" } }, async (db) => {
        await sql`delete from public.notes where id = ${at}`.execute(db);
        await sql`insert into public.notes values (${at}, ${`again ${at}`})`.execute(db);
      });
    const work = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? count() : move(at).then(() => 200)));
    expect(await Promise.all(work)).toEqual(Array(60).fill(200));
  });
});
