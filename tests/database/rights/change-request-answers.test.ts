import { testRights } from "../../support/database-matrix.ts";

testRights(
  "change_request_answers",
  {
    "read all": "select id, body from public.change_request_answers",
    "read the owner's": `select id, body from public.change_request_answers where request_id in (select id from public.change_requests where user_id = {owner})`,
    add: `insert into public.change_request_answers (request_id, body) values (gen_random_uuid(), 'Mine')`,
    change: "update public.change_request_answers set body = 'Mine'",
    delete: "delete from public.change_request_answers",
  },
  `
                      | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all           | refused | 0       | 0          | 1       | 1            | 0             | 0            | 0                  | 0        | 5
   read the owner's   | refused | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 1
   add                | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
