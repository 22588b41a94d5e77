import { testRights } from "../../support/database-matrix.ts";

testRights(
  "landing_submission_files",
  {
    "read all": "select path, name from public.landing_submission_files",
    add: "insert into public.landing_submission_files (path, submission_id, account_id, field, name, type, bytes) values ('a', gen_random_uuid(), '00000000-0000-4000-8000-000000000001', 'f', 'n', 't', 1)",
    change: "update public.landing_submission_files set name = 'mine'",
    delete: "delete from public.landing_submission_files",
  },
  `
                     | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all          | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 2
   add               | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
