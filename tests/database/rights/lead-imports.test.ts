import { testRights } from "../../support/database-matrix.ts";

testRights(
  "lead_imports",
  {
    "reads theirs": "select 1 from public.lead_imports where actor_id = {self}",
    "reads of others": "select 1 from public.lead_imports where actor_id is distinct from {self}",
    adds: "insert into public.lead_imports (id, actor_id, file_name, headers, mapping) values (gen_random_uuid(), {self}, 'a.csv', array['a'], '[null]')",
    changes: "update public.lead_imports set status = 'done'",
    removes: "delete from public.lead_imports",
  },
  `
                  | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
  reads theirs    | refused | 0       | 0          | 0       | 0            | 0             | 1            | 0                  | 0        | 0
  reads of others | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 2
  adds            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  changes         | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  removes         | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
