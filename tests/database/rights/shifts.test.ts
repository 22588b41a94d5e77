import { testRights } from "../../support/database-matrix.ts";
import type { TestDatabase } from "../../support/database-session.ts";

/** Hours, an absence and rules of the agency, of two sales reps and of someone outside its team. */
async function addShifts(db: TestDatabase): Promise<void> {
  await db.run(`insert into public.rotas (account_id, user_id, time_zone, hours)
    select private.agency_account(), held.user_id, 'UTC', '{}' from public.user_roles as held where held.role = 'sales' and held.status = 'active'`);
  await db.run(`insert into public.absences (user_id, starts_at, ends_at)
    select distinct held.user_id, now(), now() + interval '1 day' from public.user_roles as held
    where held.role = 'sales' and held.status = 'active' or held.role = 'client' and held.status = 'active'`);
  await db.run("insert into public.lead_routing (account_id) values (private.agency_account())");
}

const COLUMNS =
  "| anon | no role | new client | owner | other client | pending sales | active sales | other active sales | inactive | admin";
const refused = "| refused | refused | refused | refused | refused | refused | refused | refused | refused | refused";

testRights(
  "rotas",
  {
    "read all": "select * from public.rotas",
    write:
      "insert into public.rotas (account_id, user_id, time_zone, hours) values (private.agency_account(), {self}, 'UTC', '{}')",
    change: "update public.rotas set weight = 100",
    remove: "delete from public.rotas",
  },
  `
    ${COLUMNS}
    read all | refused | 0 | 0 | 0 | 0 | 0 | 2 | 2 | 0 | 2
    write ${refused}
    change ${refused}
    remove ${refused}
  `,
  addShifts,
);

// Everyone reads their own absences; the team and those who lead it read the team's.
testRights(
  "absences",
  {
    "read all": "select * from public.absences",
    write: "insert into public.absences (user_id, starts_at, ends_at) values ({self}, now(), now() + interval '1 day')",
    change: "update public.absences set ends_at = ends_at + interval '1 day'",
    remove: "delete from public.absences",
  },
  `
    ${COLUMNS}
    read all | refused | 0 | 1 | 1 | 1 | 0 | 2 | 2 | 0 | 5
    write ${refused}
    change ${refused}
    remove ${refused}
  `,
  addShifts,
);

testRights(
  "lead_routing",
  {
    "read all": "select * from public.lead_routing",
    write: "insert into public.lead_routing (account_id) values (private.agency_account())",
    change: "update public.lead_routing set rules = '[]'",
    remove: "delete from public.lead_routing",
  },
  `
    ${COLUMNS}
    read all | refused | 0 | 0 | 0 | 0 | 0 | 1 | 1 | 0 | 1
    write ${refused}
    change ${refused}
    remove ${refused}
  `,
  addShifts,
);
