import { testRights } from "../../support/database-matrix.ts";

testRights(
  "landing_drafts",
  {
    "read all": "select page_id, content from public.landing_drafts",
    "read the draft's": `select page_id, content from public.landing_drafts where page_id = {hidden page}`,
    add: "insert into public.landing_drafts (page_id, slug, title) values (gen_random_uuid(), 'mine', 'Mine')",
    change: "update public.landing_drafts set title = 'Mine'",
    delete: "delete from public.landing_drafts",
  },
  `
                     | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all          | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 2
   read the draft's  | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   add               | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
