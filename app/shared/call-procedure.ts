import type { Database } from "../../supabase/database.types.ts";
import { toServiceError } from "./service-error.ts";
import { getSupabase } from "./supabase.ts";

type Procedures = Database["public"]["Functions"];

/** Calls a procedure of the database and answers what it says. Throws ServiceError with the procedure's own words. */
export async function callProcedure<Name extends keyof Procedures & string>(
  name: Name,
  args: Procedures[Name]["Args"],
): Promise<Procedures[Name]["Returns"]> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.rpc(name, args as never);
  if (error) throw toServiceError(error, `/rest/v1/rpc/${name}`, status);
  return data as Procedures[Name]["Returns"];
}
