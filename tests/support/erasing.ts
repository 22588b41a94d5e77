import { runAs } from "./database-calls.ts";
import type { Person } from "./database-persons.ts";
import type { Session } from "./database-session.ts";

export const PREVIEW = "select public.preview_erasure($1, $2) as answer";
export const ERASE = "select public.erase_person($1, $2, $3) as answer";

export type Preview = {
  confirm_with: string;
  leads: { id: string; name: string; merged: boolean }[];
  accounts: { id: string; email: string }[];
  team_accounts: { id: string; email: string }[];
  premium: string[];
  obstacles: { code: string; text: string; items: { id: string; label: string }[] }[];
  found: { table: string; label: string; count: number; treatment: string; reason: string | null }[];
};

export const previewErasure = async (db: Session, admin: Person, kind: string, id: string | null) =>
  (await runAs<{ answer: Preview }>(db, admin, PREVIEW, [kind, id])).answer;

/** Erases a person with the confirmation that the dry run requires. */
export async function erase(db: Session, admin: Person, kind: string, id: string | null) {
  const { confirm_with } = await previewErasure(db, admin, kind, id);
  const done = await runAs<{ answer: { erasure_id: string; leads: number; accounts: number } }>(db, admin, ERASE, [
    kind,
    id,
    confirm_with,
  ]);
  return done.answer;
}
