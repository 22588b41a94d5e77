import { addCrmRows } from "../../support/crm-rows.ts";
import { testRights } from "../../support/database-matrix.ts";

testRights(
  "lead_retractions",
  {
    "read all": "select * from public.lead_retractions",
    add: "insert into public.lead_retractions (activity_id, lead_id) select id, lead_id from public.lead_activities",
    move: "update public.lead_retractions set lead_id = {lead of sales}",
    "take off all": "delete from public.lead_retractions",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 0       | 0          | 0       | 0            | 0             | 2            | 2                  | 0        | 5
   add                              | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   move                             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   take off all                     | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
  addCrmRows,
);
