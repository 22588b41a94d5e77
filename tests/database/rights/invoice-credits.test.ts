import { testRights } from "../../support/database-matrix.ts";

// Each client has one credit on a sent invoice and one on a draft.
testRights(
  "invoice_credits",
  {
    "read all": "select id, reason from public.invoice_credits",
    "read the owner's": `select id, reason from public.invoice_credits where invoice_id in (select id from public.invoices where client_id = {owner})`,
    add: `insert into public.invoice_credits (invoice_id, amount, reason) values (gen_random_uuid(), 1, 'Mine')`,
    change: "update public.invoice_credits set amount = 1",
    delete: "delete from public.invoice_credits",
  },
  `
                      | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all           | refused | 0       | 0          | 1       | 1            | 0             | 0            | 0                  | 0        | 10
   read the owner's   | refused | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 2
   add                | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
