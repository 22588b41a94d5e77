import pg from "pg";
import { startPostgresServer } from "./postgres-server.ts";

export type FaultDatabase = {
  url: string;
  /** Runs a statement as the database's owner, next to the hosts. */
  sql: <Row = Record<string, unknown>>(text: string, parameters?: unknown[]) => Promise<Row[]>;
  /** One value of one row. */
  value: <Value>(text: string, parameters?: unknown[]) => Promise<Value>;
  close: () => Promise<void>;
};

/** A PostgreSQL server of its own for one file of faults. */
export async function openFaultDatabase(): Promise<FaultDatabase> {
  const server = await startPostgresServer();
  if (!server) throw new Error("The fault suite needs PostgreSQL's programs (initdb and postgres) on this machine");
  const pool = new pg.Pool({ connectionString: server.url, max: 4 });
  pool.on("error", () => {});
  const sql = async <Row>(text: string, parameters: unknown[] = []) =>
    (await pool.query(text, parameters)).rows as Row[];
  return {
    url: server.url,
    sql,
    value: async <Value>(text: string, parameters: unknown[] = []) =>
      Object.values((await sql<Record<string, Value>>(text, parameters))[0] ?? {})[0] as Value,
    async close() {
      await pool.end();
      await server.stop();
    },
  };
}

/** Adds emails with a short template. Their addresses begin with the name. */
export const ADD_MAILS = `insert into private.outbox (kind, dedupe_key, payload)
  select 'mail', format('fault:%s:%s', $1::text, n),
    jsonb_build_object('to', $1 || n || '@example.com', 'template', 'email-change-notice', 'data', '{"newEmail": "new@example.com"}'::jsonb)
  from generate_series(1, $2::int) as n`;

/** How many of these emails are in each state: `done 3, failed 1`. */
export const MAIL_STATES = `select coalesce(string_agg(line, ', ' order by line), '') from (
    select concat_ws(' ', status, failure, count(*)) as line from private.outbox
    where dedupe_key like format('fault:%s:%%', $1::text) group by status, failure
  ) as counted`;
