import { addCrmRows } from "../../support/crm-rows.ts";
import { testRights } from "../../support/database-matrix.ts";

const TASK = "'d1d1d1d1-0000-4000-8000-0000000000a1'";
const SEEN = `(select to_jsonb(task) from public.lead_tasks as task where task.id = ${TASK})`;

testRights(
  "lead_tasks",
  {
    "read all": "select * from public.lead_tasks",
    "plan for the sales person's lead":
      "insert into public.lead_tasks (lead_id, title, due_at) values ({lead of sales}, 'Call', now())",
    "plan for the unowned":
      "insert into public.lead_tasks (lead_id, title, due_at) select id, 'Call', now() from public.leads where user_id is null",
    "plan in another's name":
      "insert into public.lead_tasks (lead_id, title, due_at, created_by) values ({lead of sales}, 'Call', now(), {owner})",
    "do all": "update public.lead_tasks set done_at = now()",
    "say who did it": "update public.lead_tasks set done_by = {self}",
    "move to another lead": "update public.lead_tasks set lead_id = {lead of sales}",
    "delete all": "delete from public.lead_tasks",
    "move the sales person's": `select public.change_task(${TASK}, '{"due_at": "2099-01-01T10:00Z"}', ${SEEN})`,
    "remove the sales person's": `select public.change_task(${TASK}, '{"removed": true}', ${SEEN})`,
    "rewrite its history": "update public.lead_tasks set removed_at = now(), was_due = '{}'",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 0       | 0          | 0       | 0            | 0             | 2            | 2                  | 0        | 5
   plan for the sales person's lead | refused | refused | refused    | refused | refused      | refused       | 1            | refused            | refused  | 1
   plan for the unowned             | refused | 0       | 0          | 0       | 0            | 0             | 1            | 1                  | 0        | 1
   plan in another's name           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   do all                           | refused | 0       | 0          | 0       | 0            | 0             | 2            | 2                  | 0        | 5
   say who did it                   | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   move to another lead             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete all                       | refused | 0       | 0          | 0       | 0            | 0             | 2            | 2                  | 0        | 5
   move the sales person's          | refused | refused | refused | refused | refused | refused | 1 | PT404: This lead was assigned to someone else or removed | refused | 1
   remove the sales person's        | refused | refused | refused | refused | refused | refused | 1 | PT404: This lead was assigned to someone else or removed | refused | 1
   rewrite its history              | refused | refused | refused | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
  async (db) => {
    await addCrmRows(db);
    await db.run(`update public.lead_tasks set id = ${TASK} where title = 'Call Lead of sales'`);
  },
);
