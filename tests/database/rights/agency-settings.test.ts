import { testRights } from "../../support/database-matrix.ts";

testRights(
  "agency_settings",
  {
    read: "select * from public.agency_settings",
    change: "update public.agency_settings set agency_name = 'Mine'",
    add: "insert into public.agency_settings (id) values (true)",
    delete: "delete from public.agency_settings",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read                             | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   change                           | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   add                              | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete                           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
