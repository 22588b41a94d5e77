import { testRights } from "../../support/database-matrix.ts";

testRights(
  "applications",
  {
    read: "select * from public.applications",
    send: "insert into public.applications (full_name, email, company, target_new_clients_per_month) values ('A', 'a@example.com', 'Acme', '10')",
    change: "update public.applications set status = 'read'",
    delete: "delete from public.applications",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read                             | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   send                             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change                           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete                           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
