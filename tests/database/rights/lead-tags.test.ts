import { testRights } from "../../support/database-matrix.ts";

// The tag "all" is on every lead. The others are named after who can see their lead.
testRights(
  "lead_tags",
  {
    "list tags": "select * from public.list_lead_tags()",
    "find the tag of the sales person's lead": "select * from public.list_lead_tags('of sales')",
    "find the tag of an unowned lead": "select * from public.list_lead_tags('of nobody')",
    "count the sales person's lead": "select * from public.list_lead_tags('of sales') where leads = 1",
    "read the table": "select * from private.lead_tags",
  },
  `
                                          | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
  list tags                               | refused | refused | refused    | refused | refused      | refused       | 3            | 3                  | refused  | 6
  find the tag of the sales person's lead | refused | refused | refused    | refused | refused      | refused       | 1            | 0                  | refused  | 1
  find the tag of an unowned lead         | refused | refused | refused    | refused | refused      | refused       | 1            | 1                  | refused  | 1
  count the sales person's lead           | refused | refused | refused    | refused | refused      | refused       | 1            | 0                  | refused  | 1
  read the table                          | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
  async (db) => {
    await db.run("update public.leads set tags = array['all', lower(replace(first_name, 'Lead ', ''))]");
  },
);
