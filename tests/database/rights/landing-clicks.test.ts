import { testRights } from "../../support/database-matrix.ts";

testRights(
  "landing_clicks",
  {
    "read all": "select page_id, version from public.landing_clicks",
    "read the draft's": `select page_id, version from public.landing_clicks where page_id = {hidden page}`,
    add: "insert into public.landing_clicks (page_id, version, width, block, x, y) values (gen_random_uuid(), 1, 'phone', 0, 0, 0)",
    change: "update public.landing_clicks set version = 9",
    delete: "delete from public.landing_clicks",
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
