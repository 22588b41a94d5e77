import { testRights } from "../../support/database-matrix.ts";

testRights(
  "user_roles",
  {
    "read all": "select role, status from public.user_roles",
    "read own": "select role, status from public.user_roles where user_id = {self}",
    "read the owner's": "select role from public.user_roles where user_id = {owner}",
    "add admin for oneself": "insert into public.user_roles (user_id, role, status) values ({self}, 'admin', 'active')",
    "add active sales for oneself":
      "insert into public.user_roles (user_id, role, status) values ({self}, 'sales', 'active')",
    "add pending sales for oneself":
      "insert into public.user_roles (user_id, role, status) values ({self}, 'sales', 'pending')",
    "add client for oneself":
      "insert into public.user_roles (user_id, role, status) values ({self}, 'client', 'active')",
    "approve the pending":
      "update public.user_roles set status = 'active' where user_id = {pending sales} and status = 'pending'",
    "reject the pending":
      "update public.user_roles set status = 'inactive' where user_id = {pending sales} and status = 'pending'",
    "approve oneself": "update public.user_roles set status = 'active' where user_id = {self}",
    "deactivate the active": "update public.user_roles set status = 'inactive' where user_id = {active sales}",
    "reactivate the inactive": "update public.user_roles set status = 'active' where user_id = {inactive}",
    "leave the pending pending": "update public.user_roles set status = 'pending' where user_id = {pending sales}",
    "change a role": "update public.user_roles set role = 'admin' where user_id = {self}",
    "delete own": "delete from public.user_roles where user_id = {self}",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 0       | 1          | 1       | 1            | 1             | 1            | 1                  | 3        | 10
   read own                         | refused | 0       | 1          | 1       | 1            | 1             | 1            | 1                  | 3        | 1
   read the owner's                 | refused | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 1
   add admin for oneself            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   add active sales for oneself     | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   add pending sales for oneself    | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   add client for oneself           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   approve the pending              | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   reject the pending               | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   approve oneself                  | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   deactivate the active            | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   reactivate the inactive          | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   leave the pending pending        | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | refused
   change a role                    | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete own                       | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
