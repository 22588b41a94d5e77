import { testRights } from "../../support/database-matrix.ts";

testRights(
  "landing_views",
  {
    "read all": "select page_id, views from public.landing_views",
    "read the draft's": `select page_id, views from public.landing_views where page_id = {hidden page}`,
    add: "insert into public.landing_views (page_id, day, version, source) values (gen_random_uuid(), now(), 1, 'direct')",
    change: "update public.landing_views set views = 9",
    delete: "delete from public.landing_views",
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
