import { testRights } from "../../support/database-matrix.ts";

testRights(
  "retainer_charges",
  {
    "read all": "select * from public.retainer_charges",
    "read the owner's": `select * from public.retainer_charges where invoice_id in (select id from public.invoices where client_id = {owner})`,
    add: `insert into public.retainer_charges (retainer_id, charge_date, invoice_id) values (gen_random_uuid(), current_date, gen_random_uuid())`,
    change: "update public.retainer_charges set charge_date = current_date",
    delete: "delete from public.retainer_charges",
  },
  `
                      | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all           | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 5
   read the owner's   | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   add                | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
