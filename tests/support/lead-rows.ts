import { randomUUID } from "node:crypto";
import { runAs } from "./database-calls.ts";
import type { Person } from "./database-persons.ts";
import type { Session } from "./database-session.ts";

export type Row = Record<string, unknown>;

/** Adds a lead with these columns, for this owner or no one. Returns its id. */
export async function addLeadRow(db: Session, owner: Person | null, fields: Row = {}): Promise<string> {
  const columns = { user_id: owner?.id ?? null, ...fields };
  const { rows } = await db.run<{ id: string }>(
    `insert into public.leads (${Object.keys(columns)}) values (${Object.keys(columns).map((_, at) => `$${at + 1}`)}) returning id`,
    Object.values(columns),
  );
  return rows[0]?.id ?? "";
}

export const readLead = async (db: Session, id: string) =>
  (await db.run<Row>("select * from public.leads where id = $1", [id])).rows[0] ?? {};

export const CHANGE_LEADS = "select public.change_leads($1, $2, $3, $4) as answer";
export type Changed = { batch_id: string; changed: number; skipped: number };

export const changeLeads = async (
  db: Session,
  who: Person,
  leads: string[],
  changes: object,
  seen: number | null = null,
) =>
  (await runAs<{ answer: Changed }>(db, who, CHANGE_LEADS, [randomUUID(), leads, JSON.stringify(changes), seen]))
    .answer;

/** Undoes a change. Returns what was restored and what was kept. */
export const undoBatch = async (db: Session, who: Person, batch: string) =>
  (
    await runAs<{ answer: { restored: number; kept: number } }>(
      db,
      who,
      "select public.undo_lead_batch($1) as answer",
      [batch],
    )
  ).answer;

/** Merges leads, or undoes a merge. Returns the batch's id. */
export async function mergeLeads(
  db: Session,
  who: Person,
  keep: string,
  other: string,
  fields: Row = {},
): Promise<string> {
  const batch = randomUUID();
  await runAs(db, who, "select public.merge_leads($1, $2, $3, $4::text::jsonb) as answer", [
    batch,
    keep,
    other,
    JSON.stringify(fields),
  ]);
  return batch;
}
