import { testRights } from "../../support/database-matrix.ts";

testRights(
  "profiles",
  {
    "read all": "select * from public.profiles",
    "read own": "select * from public.profiles where user_id = {self}",
    "read the owner's": "select * from public.profiles where user_id = {owner}",
    "change own": "update public.profiles set company = 'Acme' where user_id = {self}",
    "upsert own":
      "insert into public.profiles (user_id, first_name, last_name, company) values ({self}, 'A', 'B', 'C') on conflict (user_id) do update set user_id = excluded.user_id, first_name = excluded.first_name, last_name = excluded.last_name, company = excluded.company",
    "change the owner's": "update public.profiles set company = 'Acme' where user_id = {owner}",
    "upsert the owner's":
      "insert into public.profiles (user_id, first_name) values ({owner}, 'X') on conflict (user_id) do update set first_name = excluded.first_name",
    "become the owner": "update public.profiles set user_id = {owner} where user_id = {self}",
    "backdate own": "update public.profiles set created_at = now() where user_id = {self}",
    "delete own": "delete from public.profiles where user_id = {self}",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 1       | 1          | 1       | 1            | 1             | 1            | 1                  | 1        | 9
   read own                         | refused | 1       | 1          | 1       | 1            | 1             | 1            | 1                  | 1        | 1
   read the owner's                 | refused | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 1
   change own                       | refused | 1       | 1          | 1       | 1            | 1             | 1            | 1                  | 1        | 1
   upsert own                       | refused | 1       | 1          | 1       | 1            | 1             | 1            | 1                  | 1        | 1
   change the owner's               | refused | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 0
   upsert the owner's               | refused | refused | refused    | 1       | refused      | refused       | refused      | refused            | refused  | refused
   become the owner                 | refused | refused | refused    | 1       | refused      | refused       | refused      | refused            | refused  | refused
   backdate own                     | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete own                       | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
