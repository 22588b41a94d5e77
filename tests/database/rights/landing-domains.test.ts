import { testRights } from "../../support/database-matrix.ts";

testRights(
  "landing_domains",
  {
    "read all": "select id, token from public.landing_domains",
    "read the draft's": `select id, token from public.landing_domains where page_id = {hidden page}`,
    add: "insert into public.landing_domains (page_id, domain, state) values (gen_random_uuid(), 'mine.example.com', 'live')",
    change: "update public.landing_domains set state = 'live'",
    delete: "delete from public.landing_domains",
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
