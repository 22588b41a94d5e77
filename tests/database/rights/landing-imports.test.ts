import { testRights } from "../../support/database-matrix.ts";

testRights(
  "landing_imports",
  {
    "read all": "select id, address from public.landing_imports",
    add: "insert into public.landing_imports (account_id) values ('00000000-0000-4000-8000-000000000001')",
    change: "update public.landing_imports set address = 'https://x.example'",
    delete: "delete from public.landing_imports",
  },
  `
                     | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all          | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   add               | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
