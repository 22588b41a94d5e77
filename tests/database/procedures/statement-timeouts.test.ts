import { expect, test } from "vitest";
import { EXTENDED_LIMIT_MS, LIMITS_MS } from "../../../server/database/request-context.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";

onEveryDatabase("Statement timeouts", (given) => {
  test("are the same in the database's roles and in the host", async () => {
    const { rows } = await given().db.run<{ name: string; limit: number }>(
      `select rolname as name, extract(epoch from substring(setting from '=(.*)')::interval)::integer * 1000 as limit
       from pg_roles, unnest(rolconfig) as setting
       where rolname in ('anon', 'authenticated') and setting like 'statement_timeout=%' order by 1`,
    );
    expect(rows).toEqual(["anon", "authenticated"].map((name) => ({ name, limit: LIMITS_MS[name] })));
  });

  test("of slower procedures are the same in the procedure and in the host", async () => {
    const { rows } = await given().db.run<{ path: string; limit: number }>(
      `select '/rpc/' || proname as path, extract(epoch from substring(setting from '=(.*)')::interval)::integer * 1000 as limit
       from pg_proc, unnest(proconfig) as setting
       where pronamespace = 'public'::regnamespace and setting like 'statement_timeout=%'`,
    );
    expect(Object.fromEntries(rows.map(({ path, limit }) => [path, limit]))).toEqual(EXTENDED_LIMIT_MS);
  });
});
