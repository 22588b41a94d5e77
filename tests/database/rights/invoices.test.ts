import { testRights } from "../../support/database-matrix.ts";

testRights(
  "invoices",
  {
    "read all": "select * from public.invoices",
    "read the owner's": "select * from public.invoices where client_id = {owner}",
    "read own drafts": "select * from public.invoices where client_id = {self} and status = 'draft'",
    "add one for oneself": "insert into public.invoices (client_id, invoice_number, amount) values ({self}, 'X-1', 1)",
    "mark the owner's paid": "update public.invoices set status = 'paid' where client_id = {owner}",
    "delete the owner's": "delete from public.invoices where client_id = {owner}",
  },
  `
                         | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all              | refused | 0       | 0          | 2       | 2            | 0             | 0            | 0                  | 0        | 15
   read the owner's      | refused | 0       | 0          | 2       | 0            | 0             | 0            | 0                  | 0        | 3
   read own drafts       | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   add one for oneself   | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   mark the owner's paid | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete the owner's    | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
