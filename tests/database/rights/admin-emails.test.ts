import { testRights } from "../../support/database-matrix.ts";

testRights(
  "admin_emails",
  {
    "read all": "select * from public.admin_emails",
    "read own": "select * from public.admin_emails where email = {self.email}",
    "read the owner's": "select * from public.admin_emails where email = {owner.email}",
    "add own": "insert into public.admin_emails (email) values ({self.email})",
    "change own": "update public.admin_emails set updated_at = now() where email = {self.email}",
    "delete own": "delete from public.admin_emails where email = {self.email}",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 1       | 0          | 1       | 0            | 1             | 1            | 0                  | 1        | 6
   read own                         | refused | 1       | 0          | 1       | 0            | 1             | 1            | 0                  | 1        | 1
   read the owner's                 | refused | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 1
   add own                          | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change own                       | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete own                       | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
