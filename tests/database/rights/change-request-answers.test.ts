import { testRights } from "../../support/database-matrix.ts";

const REQUESTS = {
  owner: "11111111-0000-4000-8000-000000000001",
  "pending-sales": "11111111-0000-4000-8000-000000000002",
  "active-sales": "11111111-0000-4000-8000-000000000003",
};

testRights(
  "change_request_answers",
  {
    "read all": "select id, body from public.change_request_answers",
    "read the owner's": `select id, body from public.change_request_answers where request_id in (select id from public.change_requests where user_id = {owner})`,
    "read who wrote": "select author_id from public.change_request_answers",
    "reply to the owner's": `select public.reply_to_change_request('${REQUESTS.owner}', 'Thanks')`,
    "reply to the pending person's": `select public.reply_to_change_request('${REQUESTS["pending-sales"]}', 'Thanks')`,
    "reply to the salesperson's": `select public.reply_to_change_request('${REQUESTS["active-sales"]}', 'Thanks')`,
    add: `insert into public.change_request_answers (request_id, body) values (gen_random_uuid(), 'Mine')`,
    change: "update public.change_request_answers set body = 'Mine'",
    delete: "delete from public.change_request_answers",
  },
  `
                      | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all           | refused | 0       | 0          | 1       | 1            | 0             | 0            | 0                  | 0        | 5
   read the owner's   | refused | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 1
   read who wrote     | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   reply to the owner's | refused | PT404: Request not found | PT404: Request not found | 1 | PT404: Request not found | PT404: Request not found | PT404: Request not found | PT404: Request not found | PT404: Request not found | PT404: Request not found
   reply to the pending person's | refused | PT404: Request not found | PT404: Request not found | PT404: Request not found | PT404: Request not found | PT404: Request not found | PT404: Request not found | PT404: Request not found | PT404: Request not found | PT404: Request not found
   reply to the salesperson's | refused | PT404: Request not found | PT404: Request not found | PT404: Request not found | PT404: Request not found | PT404: Request not found | PT404: Request not found | PT404: Request not found | PT404: Request not found | PT404: Request not found
   add                | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
  async (db) => {
    for (const [name, id] of Object.entries(REQUESTS))
      await db.run(
        `insert into public.change_requests (id, user_id, user_email, business_name, message)
         select $1, account.id, account.email, 'Acme', 'Please' from auth.users as account where account.email ~ ('^' || $2 || '-')`,
        [id, name],
      );
  },
);
