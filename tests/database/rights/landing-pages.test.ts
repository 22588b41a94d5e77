import { testRights } from "../../support/database-matrix.ts";

testRights(
  "landing_pages",
  {
    "read all": "select * from public.landing_pages",
    "read by slug": "select * from public.landing_pages where slug = 'open' and status = 'published'",
    "read by domain":
      "select * from public.landing_pages where custom_domain = 'open.example.com' and status = 'published'",
    "read the draft": "select * from public.landing_pages where slug = 'hidden'",
    add: "insert into public.landing_pages (slug, title) values ('mine', 'Mine')",
    publish: "update public.landing_pages set status = 'published'",
    delete: "delete from public.landing_pages",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | 1       | 1       | 1          | 1       | 1            | 1             | 1            | 1                  | 1        | 2
   read by slug                     | 1       | 1       | 1          | 1       | 1            | 1             | 1            | 1                  | 1        | 1
   read by domain                   | 1       | 1       | 1          | 1       | 1            | 1             | 1            | 1                  | 1        | 1
   read the draft                   | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   add                              | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   publish                          | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete                           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
