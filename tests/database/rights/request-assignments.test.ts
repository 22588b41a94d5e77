import { testRights } from "../../support/database-matrix.ts";

const REQUEST = "11111111-0000-4000-8000-000000000001";

testRights(
  "request_assignments",
  {
    "read all": "select * from public.request_assignments",
    "assign to the admin": `select public.assign_change_request('${REQUEST}', {admin}, {admin})`,
    "assign to oneself": `select public.assign_change_request('${REQUEST}', {self}, {admin})`,
    unassign: `select public.assign_change_request('${REQUEST}', null, {admin})`,
    add: "insert into public.request_assignments (request_id, user_id) select id, {self} from public.change_requests limit 1",
    change: "update public.request_assignments set user_id = {self}",
    delete: "delete from public.request_assignments",
  },
  // The request is the owner's. Neither they nor the team see who takes care of it.
  `
                       | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all            | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   assign to the admin | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | 1
   assign to oneself   | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | 1
   unassign            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | 1
   add                 | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change              | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete              | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
  async (db) => {
    await db.run(
      `insert into public.change_requests (id, user_id, user_email, business_name, message)
       select $1, account.id, account.email, 'Acme', 'Please' from auth.users as account where account.email ~ '^owner-'`,
      [REQUEST],
    );
    await db.run(
      `insert into public.request_assignments (request_id, user_id)
       select $1, held.user_id from public.user_roles as held where held.role = 'admin' and held.status = 'active' limit 1`,
      [REQUEST],
    );
  },
);
