import { testRights } from "../../support/database-matrix.ts";

testRights(
  "notification_choices",
  {
    "read all": "select * from public.notification_choices",
    "choose for oneself":
      "insert into public.notification_choices (user_id, kind, wanted) values ({self}, 'trial-ending', false)",
    "choose for the owner":
      "insert into public.notification_choices (user_id, kind, wanted) values ({owner}, 'trial-ending', false)",
    "change the owner's": "update public.notification_choices set wanted = true where user_id = {owner}",
    "give one's own away": "update public.notification_choices set user_id = {owner} where user_id = {self}",
    "delete the owner's": "delete from public.notification_choices where user_id = {owner}",
  },
  // Only the owner has settings.
  `
                          | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all               | refused | 0       | 0       | 1       | 0       | 0       | 0       | 0       | 0       | 0      
   choose for oneself     | refused | 1       | 1       | 1       | 1       | 1       | 1       | 1       | 1       | 1      
   choose for the owner   | refused | refused | refused | 1       | refused | refused | refused | refused | refused | refused
   change the owner's     | refused | 0       | 0       | 1       | 0       | 0       | 0       | 0       | 0       | 0      
   give one's own away    | refused | 0       | 0       | 1       | 0       | 0       | 0       | 0       | 0       | 0      
   delete the owner's     | refused | refused | refused | refused | refused | refused | refused | refused | refused | refused
  `,
);
