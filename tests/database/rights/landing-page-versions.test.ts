import { testRights } from "../../support/database-matrix.ts";

testRights(
  "landing_page_versions",
  {
    "read all": "select page_id, content from public.landing_page_versions",
    "read the draft's": `select page_id, content from public.landing_page_versions where page_id = {hidden page}`,
    compare: "select number from public.landing_version_changes({open page})",
    "compare the draft's": "select number from public.landing_version_changes({hidden page})",
    add: "insert into public.landing_page_versions (page_id, number, slug, title, content, theme) values (gen_random_uuid(), 1, 'mine', 'Mine', '', 'ink')",
    change: "update public.landing_page_versions set title = 'Mine'",
    delete: "delete from public.landing_page_versions",
  },
  `
                     | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all          | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   read the draft's  | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   compare           | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   compare the draft's | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   add               | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
