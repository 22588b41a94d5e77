import { testRights } from "../../support/database-matrix.ts";

const AGENCY = "private.agency_account()";

testRights(
  "landing_brands",
  {
    "read all": "select * from public.landing_brands",
    add: `insert into public.landing_brands (account_id) values ('00000000-0000-4000-8000-000000000001')`,
    change: "update public.landing_brands set corner = 'round'",
    delete: "delete from public.landing_brands",
  },
  `
                     | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all          | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   add               | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
  async (db) => {
    await db.run(`insert into public.landing_brands (account_id) values (${AGENCY})`);
  },
);
