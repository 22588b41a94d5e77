import type { Session } from "./database-session.ts";

/**
 * Adds batches of changes. Gives every lead of the world a task, a clock with its events, and a pinned activity that is
 * undone.
 */
export async function addCrmRows(db: Session): Promise<void> {
  await db.run(`insert into public.lead_batches (id, actor_id, kind) select gen_random_uuid(), user_id, 'change'
    from public.leads where first_name in ('Lead of sales', 'Lead of inactive')`);
  await db.run(
    "insert into public.lead_tasks (lead_id, title, due_at) select id, 'Call ' || first_name, now() from public.leads",
  );
  await db.run("select private.start_lead_clock(id, now(), source) from public.leads");
  for (const table of ["lead_pins", "lead_retractions"]) {
    await db.run(`insert into public.${table} (activity_id, lead_id) select id, lead_id from public.lead_activities`);
  }
}
