import { testRights } from "../../support/database-matrix.ts";

testRights(
  "lead_activities",
  {
    "read all": "select * from public.lead_activities",
    "note on a lead one sees":
      "insert into public.lead_activities (lead_id, kind, body, actor_id) select id, 'note', 'Hello', {self} from public.leads where user_id is null",
    "note on the sales person's lead":
      "insert into public.lead_activities (lead_id, kind, actor_id) values ({lead of sales}, 'note', {self})",
    "note in another's name":
      "insert into public.lead_activities (lead_id, kind, actor_id) values ({lead of sales}, 'note', {owner})",
    "log a call":
      "insert into public.lead_activities (lead_id, kind, actor_id) select id, 'call', {self} from public.leads where user_id is null",
    "make up a change of stage":
      "insert into public.lead_activities (lead_id, kind, actor_id) values ({lead of sales}, 'stage_change', {self})",
    "log what is to come":
      "insert into public.lead_activities (lead_id, kind, actor_id, occurred_at) values ({lead of sales}, 'call', {self}, now() + interval '1 hour')",
    change: "update public.lead_activities set body = 'Never happened'",
    delete: "delete from public.lead_activities",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 0       | 0          | 0       | 0            | 0             | 2            | 2                  | 0        | 5
   note on a lead one sees          | refused | 0       | 0          | 0       | 0            | 0             | 1            | 1                  | 0        | 1
   note on the sales person's lead  | refused | refused | refused    | refused | refused      | refused       | 1            | refused            | refused  | 1
   note in another's name           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   log a call                       | refused | 0       | 0          | 0       | 0            | 0             | 1            | 1                  | 0        | 1
   make up a change of stage        | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   log what is to come              | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change                           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete                           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
