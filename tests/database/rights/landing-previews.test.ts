import { testRights } from "../../support/database-matrix.ts";

testRights(
  "landing_previews",
  {
    "read all": "select id from public.landing_previews",
    "read the draft's": `select id from public.landing_previews where page_id = {hidden page}`,
    "read hashes": "select token_hash from public.landing_previews",
    add: "insert into public.landing_previews (page_id, token_hash, expires_at) values (gen_random_uuid(), sha256('mine'), now())",
    change: "update public.landing_previews set expires_at = now()",
    delete: "delete from public.landing_previews",
  },
  `
                     | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all          | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 2
   read the draft's  | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   read hashes       | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   add               | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
