import { addCrmRows } from "../../support/crm-rows.ts";
import { testRights } from "../../support/database-matrix.ts";

testRights(
  "lead_clock_events",
  {
    "read all": "select * from public.lead_clock_events",
    "read the sales person's": "select * from public.lead_clock_events where lead_id = {lead of sales}",
    add: "insert into public.lead_clock_events (clock_id, lead_id, event, happened_at) select id, lead_id, 'answered', now() from public.lead_clocks",
    change: "update public.lead_clock_events set event = 'answered'",
    delete: "delete from public.lead_clock_events",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 0       | 0          | 0       | 0            | 0             | 2            | 2                  | 0        | 5
   read the sales person's          | refused | 0       | 0          | 0       | 0            | 0             | 1            | 0                  | 0        | 1
   add                              | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change                           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete                           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
  addCrmRows,
);
