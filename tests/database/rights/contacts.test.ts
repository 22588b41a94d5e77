import { testRights } from "../../support/database-matrix.ts";

testRights(
  "contacts",
  {
    read: "select * from public.contacts",
    send: "insert into public.contacts (first_name, last_name, email, goals, status, source) values ('A', 'B', 'a@example.com', 'More', 'new', 'website_form')",
    "send and read back":
      "insert into public.contacts (first_name, last_name, email, goals) values ('A', 'B', 'a@example.com', 'More') returning id",
    "send as already read":
      "insert into public.contacts (first_name, last_name, email, goals, status) values ('A', 'B', 'a@example.com', 'More', 'read')",
    "send from another source":
      "insert into public.contacts (first_name, last_name, email, goals, source) values ('A', 'B', 'a@example.com', 'More', 'referral')",
    "choose the id":
      "insert into public.contacts (id, first_name, last_name, email, goals) values ({owner}, 'A', 'B', 'a@example.com', 'More')",
    "choose the address hash":
      "insert into public.contacts (ip_hash, first_name, last_name, email, goals) values ('x', 'A', 'B', 'a@example.com', 'More')",
    change: "update public.contacts set status = 'read'",
    delete: "delete from public.contacts",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read                             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   send                             | 1       | 1       | 1          | 1       | 1            | 1             | 1            | 1                  | 1        | 1
   send and read back               | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   send as already read             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   send from another source         | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   choose the id                    | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   choose the address hash          | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change                           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete                           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
