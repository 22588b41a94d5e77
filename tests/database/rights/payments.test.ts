import { testRights } from "../../support/database-matrix.ts";

testRights(
  "payments",
  {
    "read all": "select * from public.payments",
    "read the owner's": "select * from public.payments where client_id = {owner}",
    "invent one": `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
      values (gen_random_uuid(), {self}, 'payment', 5000, 'usd', 'pi_invented', now())`,
    "change the owner's": "update public.payments set amount = 1 where client_id = {owner}",
    "delete the owner's": "delete from public.payments where client_id = {owner}",
  },
  `
                      | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all           | refused | 0       | 0          | 1       | 1            | 0             | 0            | 0                  | 0        | 5
   read the owner's   | refused | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 1
   invent one         | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change the owner's | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete the owner's | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
