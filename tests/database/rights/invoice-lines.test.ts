import { testRights } from "../../support/database-matrix.ts";

const ofOwner = "invoice_id in (select id from public.invoices where client_id = {owner})";

testRights(
  "invoice_lines",
  {
    "read all": "select * from public.invoice_lines",
    "read the owner's": `select * from public.invoice_lines where ${ofOwner}`,
    "add one": `insert into public.invoice_lines (invoice_id, position, description, unit_amount)
      values (gen_random_uuid(), 2, 'Discount', -5000)`,
    "change the owner's": `update public.invoice_lines set unit_amount = 1 where ${ofOwner}`,
    "delete the owner's": `delete from public.invoice_lines where ${ofOwner}`,
  },
  // Each client has one line on a sent invoice and one on a draft.
  `
                      | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all           | refused | 0       | 0          | 1       | 1            | 0             | 0            | 0                  | 0        | 10
   read the owner's   | refused | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 2
   add one            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change the owner's | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete the owner's | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
