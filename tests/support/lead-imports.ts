import { randomUUID } from "node:crypto";
import { runAs } from "./database-calls.ts";
import type { Person } from "./database-persons.ts";
import type { Session } from "./database-session.ts";

type Row = Record<string, unknown>;
export const OPEN_IMPORT = "select public.create_lead_import($1, 'leads.csv', $2, $3::text::jsonb, $4::text::jsonb)";
export const STAGE_IMPORT = "select public.stage_lead_import($1, $2, $3::text::jsonb) as answer";

/** Creates an import that is checked but not started. Returns its id. */
export async function stagedImport(db: Session, who: Person, rows: Row[], defaults: object = {}): Promise<string> {
  const id = randomUUID();
  await runAs(db, who, OPEN_IMPORT, [id, ["E-mail"], '["email"]', JSON.stringify(defaults)]);
  await runAs(db, who, STAGE_IMPORT, [id, 1, JSON.stringify(rows)]);
  await runAs(db, who, "select public.prepare_lead_import($1, $2)", [id, rows.length]);
  return id;
}

export const readImport = async (db: Session, id: string) =>
  (await db.run<Row>("select * from public.lead_imports where id = $1", [id])).rows[0] ?? {};

/** Runs an import as the host's timer does, a few rows at a time. */
export async function runImport(db: Session, id: string, limit = 2): Promise<Row> {
  for (let batch = 0; batch < 100; batch++) {
    const { answer } = await runAs<{ answer: { over: boolean } }>(
      db,
      "service",
      "select public.run_lead_import($1, $2) as answer",
      [id, limit],
    );
    if (answer.over) return readImport(db, id);
  }
  throw new Error("It never ends");
}

/** Runs an import from the first row to the last. */
export async function importLeads(db: Session, who: Person, rows: Row[], policy = "skip", defaults: object = {}) {
  const id = await stagedImport(db, who, rows, defaults);
  await runAs(db, who, "select public.start_lead_import($1, $2)", [id, policy]);
  return { id, done: await runImport(db, id) };
}

/** Undoes an import completely and returns its final state. */
export async function undoImport(db: Session, who: Person, id: string, limit = 2): Promise<Row> {
  await runAs(db, who, "select public.undo_lead_import($1)", [id]);
  return runImport(db, id, limit);
}

/** The leads with this address, oldest first. */
export const leadsOf = async (db: Session, email: string) =>
  (await db.run<Row>("select * from public.leads where lower(email) = lower($1) order by created_at, id", [email]))
    .rows;
