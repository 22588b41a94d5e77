import { addCrmRows } from "../../support/crm-rows.ts";
import { testRights } from "../../support/database-matrix.ts";

testRights(
  "lead_pins",
  {
    "read all": "select * from public.lead_pins",
    "pin to another lead":
      "insert into public.lead_pins (activity_id, lead_id) values (gen_random_uuid(), {lead of sales})",
    "pin for somebody":
      "insert into public.lead_pins (activity_id, lead_id, pinned_by) select id, lead_id, {owner} from public.lead_activities",
    move: "update public.lead_pins set lead_id = {lead of sales}",
    "take off all": "delete from public.lead_pins",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 0       | 0          | 0       | 0            | 0             | 2            | 2                  | 0        | 5
   pin to another lead              | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   pin for somebody                 | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   move                             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   take off all                     | refused | 0       | 0          | 0       | 0            | 0             | 2            | 2                  | 0        | 5
  `,
  addCrmRows,
);
