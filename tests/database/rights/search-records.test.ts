import { testRights } from "../../support/database-matrix.ts";

const found = (kind: string, query: string) =>
  `select * from public.search_records('${query}', 20) where kind = '${kind}'`;

testRights(
  "search_records",
  {
    "find an account": found("account", "zoe cafe"),
    "find the owner's account": found("account", "owned by zoe"),
    "find a published page": found("page", "offre ete"),
    "find a hidden page": found("page", "secret ete"),
    "find the owner's retainer": found("retainer", "plan ete"),
    "find everything without words": "select * from public.search_records(' ', 20)",
    "find everything by a wildcard": "select * from public.search_records('%', 20)",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   find an account                 | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   find the owner's account        | refused | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 1
   find a published page           | refused | 0       | 0          | 0       | 0            | 0             | 1            | 1                  | 0        | 1
   find a hidden page              | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   find the owner's retainer       | refused | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 1
   find everything without words   | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   find everything by a wildcard   | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
  `,
  async (db) => {
    await db.run(
      `insert into public.accounts (name, slug, time_zone, currency, working_hours, holidays, speed_to_lead_minutes)
       select 'Zoë''s Café', 'records-zoe', time_zone, currency, working_hours, holidays, speed_to_lead_minutes from public.accounts
       where kind = 'agency'`,
    );
    await db.run(
      `update public.accounts set name = 'Owned by Zoë' where id = (
         select member.account_id from public.account_members as member join public.retainers as held on held.client_id = member.user_id
         join auth.users as person on person.id = member.user_id where person.email like 'owner%' limit 1)`,
    );
    await db.run("update public.landing_pages set title = 'Offre d’été' where status = 'published'");
    await db.run("update public.landing_pages set title = 'Secret d’été' where status = 'draft'");
    await db.run(
      `update public.retainers set retainer_name = 'Plan d’été' where client_id = (select id from auth.users where email like 'owner%' limit 1)`,
    );
  },
);
