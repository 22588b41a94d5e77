import { testRights } from "../../support/database-matrix.ts";

testRights(
  "retainers",
  {
    "read all": "select * from public.retainers",
    "read the owner's": "select * from public.retainers where client_id = {owner}",
    "add one for oneself":
      "insert into public.retainers (client_id, retainer_name, monthly_amount) values ({self}, 'Ads', 1)",
    "change the owner's": "update public.retainers set monthly_amount = 0 where client_id = {owner}",
    "delete the owner's": "delete from public.retainers where client_id = {owner}",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 0       | 0          | 1       | 1            | 0             | 0            | 0                  | 0        | 5
   read the owner's                 | refused | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 1
   add one for oneself              | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change the owner's               | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete the owner's               | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
