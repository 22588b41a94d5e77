import { addCrmRows } from "../../support/crm-rows.ts";
import { testRights } from "../../support/database-matrix.ts";

testRights(
  "lead_batches",
  {
    "read all": "select * from public.lead_batches",
    add: "insert into public.lead_batches (id, actor_id, kind) values (gen_random_uuid(), {self}, 'change')",
    change: "update public.lead_batches set undone_at = now()",
    delete: "delete from public.lead_batches",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 0       | 0          | 0       | 0            | 0             | 1            | 0                  | 0        | 2
   add                              | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change                           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete                           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
  addCrmRows,
);
