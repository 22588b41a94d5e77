import { testRights } from "../../support/database-matrix.ts";

testRights(
  "subscriptions",
  {
    "read all": "select * from public.subscriptions",
    "read the owner's": "select * from public.subscriptions where user_id = {owner}",
    "subscribe oneself": "insert into public.subscriptions (user_id, subscribed) values ({self}, true)",
    "upgrade oneself": "update public.subscriptions set subscription_tier = 'premium' where user_id = {self}",
    "delete own": "delete from public.subscriptions where user_id = {self}",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 0       | 0          | 1       | 0            | 0             | 1            | 0                  | 0        | 6
   read the owner's                 | refused | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 1
   subscribe oneself                | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   upgrade oneself                  | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete own                       | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
