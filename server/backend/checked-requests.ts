import { sql } from "kysely";
import type { DatabaseConnection } from "../database/connect.ts";

type WithContext = DatabaseConnection["withContext"];

/**
 * What a hosted project does with `pgrst.db_pre_request`: before a signed-in person's statement runs, and in its transaction,
 * the database says whether their session still exists (public.check_request).
 */
export function checkRequests(connection: DatabaseConnection): void {
  const within = connection.withContext.bind(connection) as WithContext;
  const checked: WithContext = (context, work, options) =>
    within(
      context,
      async (db) => {
        const caller = context?.auth as { role?: string } | undefined;
        if (caller?.role === "authenticated") await sql`select public.check_request()`.execute(db as never);
        return work(db);
      },
      options,
    );
  connection.withContext = checked as typeof connection.withContext;
}
