import { testRights } from "../../support/database-matrix.ts";

testRights(
  "premium_overrides",
  {
    "read all": "select * from public.premium_overrides",
    "read own": "select * from public.premium_overrides where email = {self.email}",
    "read the owner's": "select * from public.premium_overrides where email = {owner.email}",
    "add own": "insert into public.premium_overrides (email) values ({self.email})",
    "change own": "update public.premium_overrides set updated_at = now() where email = {self.email}",
    "delete own": "delete from public.premium_overrides where email = {self.email}",
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
