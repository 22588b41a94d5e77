import { testRights } from "../../support/database-matrix.ts";

testRights(
  "leads",
  {
    "read all": "select * from public.leads",
    "read the sales person's": "select * from public.leads where user_id = {active sales}",
    "read own": "select * from public.leads where user_id = {self}",
    "read the unowned": "select * from public.leads where user_id is null",
    "add own": "insert into public.leads (user_id, first_name) values ({self}, 'New')",
    "add an unowned one": "insert into public.leads (first_name) values ('New')",
    "add one for the sales person": "insert into public.leads (user_id, first_name) values ({active sales}, 'New')",
    "change the sales person's": "update public.leads set company = 'Acme Ltd' where user_id = {active sales}",
    "claim the unowned": "update public.leads set user_id = {self} where user_id is null",
    "hand all to another": "update public.leads set user_id = {other active sales} where first_name = 'Lead of sales'",
    "release own": "update public.leads set user_id = null where user_id = {self}",
    "backdate own": "update public.leads set created_at = now() where user_id = {self}",
    "delete own": "delete from public.leads where user_id = {self}",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 0       | 0          | 0       | 0            | 0             | 2            | 2                  | 0        | 5
   read the sales person's          | refused | 0       | 0          | 0       | 0            | 0             | 1            | 0                  | 0        | 1
   read own                         | refused | 0       | 0          | 0       | 0            | 0             | 1            | 1                  | 0        | 0
   read the unowned                 | refused | 0       | 0          | 0       | 0            | 0             | 1            | 1                  | 0        | 1
   add own                          | refused | refused | refused    | refused | refused      | refused       | 1            | 1                  | refused  | refused
   add an unowned one               | refused | refused | refused    | refused | refused      | refused       | 1            | 1                  | refused  | refused
   add one for the sales person     | refused | refused | refused    | refused | refused      | refused       | 1            | refused            | refused  | refused
   change the sales person's        | refused | 0       | 0          | 0       | 0            | 0             | 1            | 0                  | 0        | 0
   claim the unowned                | refused | 0       | 0          | 0       | 0            | 0             | 1            | 1                  | 0        | 0
   hand all to another              | refused | 0       | 0          | 0       | 0            | 0             | refused      | 0                  | 0        | 0
   release own                      | refused | 0       | 0          | 0       | 0            | 0             | 1            | 1                  | 0        | 0
   backdate own                     | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete own                       | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
