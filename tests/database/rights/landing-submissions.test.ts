import { testRights } from "../../support/database-matrix.ts";

testRights(
  "landing_submissions",
  {
    "read all": "select id, answers from public.landing_submissions",
    "read the draft's": `select id, answers from public.landing_submissions where page_id = {hidden page}`,
    add: "insert into public.landing_submissions (page_id, version, answers) values (gen_random_uuid(), 1, '{}')",
    change: "update public.landing_submissions set is_spam = true",
    delete: "delete from public.landing_submissions",
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
