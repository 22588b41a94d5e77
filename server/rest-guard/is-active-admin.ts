import type { DatabaseConnection } from "../database/connect.ts";
import { query } from "../database/query.ts";

/** Whether the person's session is alive and the person is an active admin. */
export async function isActiveAdmin(
  connection: DatabaseConnection,
  { id, session }: { id: string; session: string },
): Promise<boolean> {
  const rows = await query(
    connection,
    `select 1 from auth.sessions
     join public.user_roles on user_roles.user_id::text = sessions.user_id::text
     where sessions.id::text = $1 and sessions.user_id::text = $2 and role = 'admin' and status = 'active'`,
    [session, id],
  );
  return rows.length > 0;
}
