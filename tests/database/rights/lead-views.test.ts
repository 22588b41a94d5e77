import { testRights } from "../../support/database-matrix.ts";

testRights(
  "lead_views",
  {
    "keep a view": "insert into public.lead_views (name, is_shared, config) values ('Hot', true, '{}')",
    "keep one for another": "insert into public.lead_views (owner_id, name) values ({active sales}, 'Theirs')",
    read: "select * from public.lead_views",
    change: "update public.lead_views set name = 'Other'",
    delete: "delete from public.lead_views",
  },
  `
  statement            | anon    | no role | owner   | pending sales | active sales | other active sales | inactive | admin
  keep a view          | refused | refused | refused | refused       | 1            | 1                  | refused  | 1
  keep one for another | refused | refused | refused | refused       | refused      | refused            | refused  | refused
  read                 | refused | 0       | 0       | 0             | 2            | 1                  | 0        | 1
  change               | refused | 0       | 0       | 0             | 2            | 0                  | 0        | 0
  delete               | refused | 0       | 0       | 0             | 2            | 0                  | 0        | 1
`,
);
