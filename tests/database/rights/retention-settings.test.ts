import { testRights } from "../../support/database-matrix.ts";

testRights(
  "retention_settings",
  {
    read: "select * from public.retention_settings",
    change: "update public.retention_settings set keep_days = 31 where kind = 'email_log'",
    "change a bound": "update public.retention_settings set max_days = 99999 where kind = 'email_log'",
    add: "insert into public.retention_settings (kind) values ('mine')",
    delete: "delete from public.retention_settings",
  },
  `
                 | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
  read           | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 6
  change         | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
  change a bound | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  add            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  delete         | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
