import { testRights } from "../../support/database-matrix.ts";

testRights(
  "invoice_events",
  {
    "read all": "select * from public.invoice_events",
    "read the owner's": `select * from public.invoice_events where invoice_id in (select id from public.invoices where client_id = {owner})`,
    add: `insert into public.invoice_events (invoice_id, kind) values (gen_random_uuid(), 'sent')`,
    change: "update public.invoice_events set note = 'Mine'",
    delete: "delete from public.invoice_events",
  },
  `
                      | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all           | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 15
   read the owner's   | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 3
   add                | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
