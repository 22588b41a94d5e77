import { testRights } from "../../support/database-matrix.ts";

testRights(
  "agency_settings",
  {
    read: "select * from public.agency_settings",
    change: "update public.agency_settings set agency_name = 'Mine'",
    "change the color": "update public.agency_settings set accent = '#1f6feb'",
    "change the logo":
      "update public.agency_settings set logo = 'logo.png', logo_width = 60, logo_height = 20, logo_plate = true",
    add: "insert into public.agency_settings (id) values (true)",
    delete: "delete from public.agency_settings",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read                             | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   change                           | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   change the color                 | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   change the logo                  | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   add                              | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete                           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
  async (db) => {
    await db.run(`insert into storage.objects (bucket_id, name, version, metadata)
      values ('brand', 'logo.png', gen_random_uuid(), '{"size": 100, "mimetype": "image/png"}')`);
  },
);
