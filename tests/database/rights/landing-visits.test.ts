import { testRights } from "../../support/database-matrix.ts";

testRights(
  "landing_visits",
  {
    "read all": "select page_id, version from public.landing_visits",
    "read the draft's": `select page_id, version from public.landing_visits where page_id = {hidden page}`,
    add: "insert into public.landing_visits (page_id, day, version, width) values (gen_random_uuid(), now(), 1, 'phone')",
    change: "update public.landing_visits set version = 9",
    delete: "delete from public.landing_visits",
  },
  `
                     | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all          | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 2
   read the draft's  | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   add               | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
