import { testRights } from "../../support/database-matrix.ts";

testRights(
  "audit_log",
  {
    "read all": "select 1 from (select exists (select from public.audit_log) as is_there) as seen where is_there",
    "add one": "insert into public.audit_log (action, table_name, row_id) values ('insert', 'leads', '1')",
    "change one": "update public.audit_log set actor_email = 'nobody@example.com'",
    "delete one": "delete from public.audit_log",
  },
  `
                          | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all               | refused | 0       | 0       | 0       | 0       | 0       | 0       | 0       | 0       | 1      
   add one                | refused | refused | refused | refused | refused | refused | refused | refused | refused | refused
   change one             | refused | refused | refused | refused | refused | refused | refused | refused | refused | refused
   delete one             | refused | refused | refused | refused | refused | refused | refused | refused | refused | refused
  `,
);
