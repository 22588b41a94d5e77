import { testRights } from "../../support/database-matrix.ts";

const details = (name: string) =>
  `insert into public.landing_pictures (name, alt, width, height) values ('${name}', 'A team', 100, 80)`;

testRights(
  "landing_pictures",
  {
    read: "select * from public.landing_pictures",
    describe: details("new.png"),
    "describe what is not stored": details("missing.png"),
    change: "update public.landing_pictures set alt = 'Mine', focus_x = 10 where name = 'one.png'",
    "give details to another file": "update public.landing_pictures set name = 'missing.png' where name = 'one.png'",
    delete: "delete from public.landing_pictures",
    search: "select * from public.search_landing_pictures()",
    "search by text": "select * from public.search_landing_pictures(' TEAM ')",
    "see where one is used": "select * from public.landing_picture_uses('one.png')",
  },
  `
                                | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read                         | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   describe                     | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | 1
   describe what is not stored  | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change                       | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   give details to another file | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | refused
   delete                       | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   search                       | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 2
   search by text               | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   see where one is used        | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | 0
  `,
  async (db) => {
    await db.run(`insert into storage.objects (bucket_id, name, version, metadata)
      select 'landing', name, gen_random_uuid(), '{"size": 100}' from unnest('{one.png,new.png}'::text[]) as name`);
    await db.run(details("one.png"));
  },
);
