import { addCrmRows } from "../../support/crm-rows.ts";
import { testRights } from "../../support/database-matrix.ts";

testRights(
  "lead_clocks",
  {
    "read all": "select * from public.lead_clocks",
    "read the sales person's": "select * from public.lead_clocks where lead_id = {lead of sales}",
    start:
      "insert into public.lead_clocks (lead_id, arrived_at, target_seconds, source) values ({lead of sales}, now(), 300, 'other')",
    stop: "update public.lead_clocks set state = 'dropped'",
    delete: "delete from public.lead_clocks",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 0       | 0          | 0       | 0            | 0             | 2            | 2                  | 0        | 5
   read the sales person's          | refused | 0       | 0          | 0       | 0            | 0             | 1            | 0                  | 0        | 1
   start                            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   stop                             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete                           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
  addCrmRows,
);
