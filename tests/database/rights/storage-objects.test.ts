import { testRights } from "../../support/database-matrix.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const file = (bucket: string, name: string) =>
  `insert into storage.objects (bucket_id, name, version) values ('${bucket}', ${name}, gen_random_uuid())`;

const addOne = (bucket: string) => (db: TestDatabase) => db.run(file(bucket, "'one.png'")).then(() => {});

for (const bucket of ["landing", "brand"])
  testRights(
    `the bucket ${bucket}`,
    {
      read: `select * from storage.objects where bucket_id = '${bucket}'`,
      add: file(bucket, "'two.png'"),
      "add to a folder": file(bucket, "'a/b/two.png'"),
      replace: `update storage.objects set version = 'new' where bucket_id = '${bucket}'`,
      "move to the attachments": `update storage.objects set bucket_id = 'attachments' where bucket_id = '${bucket}'`,
      delete: `delete from storage.objects where bucket_id = '${bucket}'`,
    },
    `
                               | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
     read                      | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
     add                       | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | 1
     add to a folder           | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | 1
     replace                   | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
     move to the attachments   | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | refused
     delete                    | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
    `,
    addOne(bucket),
  );

testRights(
  "files that pages and the portal show",
  {
    "delete a used picture": "delete from storage.objects where bucket_id = 'landing' and name = 'used.png'",
    "replace a used picture":
      "update storage.objects set version = 'new' where bucket_id = 'landing' and name = 'used.png'",
    "rename a used picture":
      "update storage.objects set name = 'new.png' where bucket_id = 'landing' and name = 'used.png'",
    "delete one with a similar name": "delete from storage.objects where bucket_id = 'landing' and name = 'sed.png'",
    "delete the logo": "delete from storage.objects where bucket_id = 'brand' and name = 'logo.png'",
    "replace the logo": "update storage.objects set version = 'new' where bucket_id = 'brand' and name = 'logo.png'",
    "delete an old logo": "delete from storage.objects where bucket_id = 'brand' and name = 'old.png'",
  },
  `
                                  | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   delete a used picture          | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   replace a used picture         | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   rename a used picture          | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   delete one with a similar name | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   delete the logo                | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   replace the logo               | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   delete an old logo             | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
  `,
  async (db) => {
    for (const [bucket, name] of [
      ["landing", "used.png"],
      ["landing", "sed.png"],
      ["brand", "logo.png"],
      ["brand", "old.png"],
    ])
      await db.run(
        "insert into storage.objects (bucket_id, name, version, metadata) values ($1, $2, gen_random_uuid(), $3::text::jsonb)",
        [bucket, name, '{"size": 100, "mimetype": "image/png"}'],
      );
    await db.run("update public.agency_settings set logo = 'logo.png', logo_width = 60, logo_height = 20");
    await db.run(`update public.landing_drafts set content = '<img src="/storage/v1/object/public/landing/used.png">'
      where page_id = (select min(page_id::text)::uuid from public.landing_drafts)`);
  },
);

testRights(
  "the bucket avatars",
  {
    read: "select * from storage.objects where bucket_id = 'avatars'",
    "add own": file("avatars", "{self} || '/new.png'"),
    "add as the owner": file("avatars", "{owner} || '/new.png'"),
    "add to no folder": file("avatars", "'new.png'"),
    "replace own":
      "update storage.objects set version = 'new' where bucket_id = 'avatars' and name = {self} || '/me.png'",
    "replace the owner's":
      "update storage.objects set version = 'new' where bucket_id = 'avatars' and name = {owner} || '/me.png'",
    "move own to the other client":
      "update storage.objects set name = {other client} || '/me.png' where bucket_id = 'avatars' and name = {self} || '/me.png'",
    "delete own": "delete from storage.objects where bucket_id = 'avatars' and name = {self} || '/me.png'",
    "delete the owner's": "delete from storage.objects where bucket_id = 'avatars' and name = {owner} || '/me.png'",
  },
  `
                                  | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read                           | 0       | 0       | 0          | 1       | 0            | 1             | 2            | 2                  | 1        | 5
   add own                        | refused | refused | 1          | 1       | 1            | refused       | 1            | 1                  | refused  | 1
   add as the owner               | refused | refused | refused    | 1       | refused      | refused       | refused      | refused            | refused  | refused
   add to no folder               | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   replace own                    | 0       | 0       | 0          | 1       | 0            | 0             | 1            | 0                  | 0        | 1
   replace the owner's            | 0       | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 0
   move own to the other client   | 0       | 0       | 0          | refused | 0            | 0             | refused      | 0                  | 0        | refused
   delete own                     | 0       | 0       | 0          | 1       | 0            | 1             | 1            | 0                  | 1        | 1
   delete the owner's             | 0       | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 0
  `,
  async (db) => {
    await db.run(`insert into storage.objects (bucket_id, name, version)
      select 'avatars', account.id || '/me.png', gen_random_uuid() from auth.users as account
      where account.email ~ '^(owner|pending-sales|active-sales|inactive|admin)-'`);
  },
);

const REQUESTS = {
  owner: "11111111-0000-4000-8000-000000000001",
  "active-sales": "11111111-0000-4000-8000-000000000002",
  inactive: "11111111-0000-4000-8000-000000000003",
};
const attach = (request: string, folder: string) => file("attachments", `'${request}/${folder}/new.pdf'`);

testRights(
  "the bucket attachments",
  {
    read: "select * from storage.objects where bucket_id = 'attachments'",
    "attach to the owner's request": attach(REQUESTS.owner, "request"),
    "attach to an answer to the owner": attach(REQUESTS.owner, "22222222-0000-4000-8000-000000000001"),
    "attach to a reply of the owner": attach(REQUESTS.owner, "22222222-0000-4000-8000-000000000009"),
    "attach to a reply of the salesperson": attach(REQUESTS["active-sales"], "22222222-0000-4000-8000-000000000009"),
    "attach to a reply of the inactive person": attach(REQUESTS.inactive, "22222222-0000-4000-8000-000000000009"),
    "attach to no reply of the owner": attach(REQUESTS.owner, "reply"),
    "attach to the salesperson's request": attach(REQUESTS["active-sales"], "request"),
    "attach to the inactive person's request": attach(REQUESTS.inactive, "request"),
    "attach to a new request": attach("11111111-0000-4000-8000-000000000009", "request"),
    "attach to an answer to a new request": attach(
      "11111111-0000-4000-8000-000000000009",
      "22222222-0000-4000-8000-000000000001",
    ),
    "attach to no folder": file("attachments", "'new.pdf'"),
    "read the owner's unsent file": "select * from storage.objects where name like '%000000000008/request/unsent.pdf'",
    "read a file of an unsent answer": "select * from storage.objects where name like '%000000000002/unsent.pdf'",
    "list the files of the owner's request": `select * from jsonb_array_elements(public.list_request_files(array['${REQUESTS.owner}'::uuid]))`,
    "list the files of all requests": `select * from jsonb_array_elements(public.list_request_files(array[${Object.values(REQUESTS).map((id) => `'${id}'::uuid`)}]))`,
    replace: "update storage.objects set version = 'new' where bucket_id = 'attachments'",
    delete: "delete from storage.objects where bucket_id = 'attachments'",
  },
  `
                                           | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read                                    | 0       | 0       | 0          | 3       | 0            | 0             | 1            | 0                  | 0        | 6
   attach to the owner's request           | refused | refused | refused    | 1       | refused      | refused       | refused      | refused            | refused  | 1
   attach to an answer to the owner        | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | 1
   attach to a reply of the owner          | refused | refused | refused    | 1       | refused      | refused       | refused      | refused            | refused  | 1
   attach to a reply of the salesperson    | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | 1
   attach to a reply of the inactive person | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | 1
   attach to no reply of the owner         | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | 1
   attach to the salesperson's request     | refused | refused | refused    | refused | refused      | refused       | 1            | refused            | refused  | 1
   attach to the inactive person's request | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | 1
   attach to a new request                 | refused | refused | 1          | 1       | 1            | refused       | 1            | 1                  | refused  | 1
   attach to an answer to a new request    | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   attach to no folder                     | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   read the owner's unsent file            | 0       | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 1
   read a file of an unsent answer         | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   list the files of the owner's request   | refused | 0       | 0          | 2       | 0            | 0             | 0            | 0                  | 0        | 2
   list the files of all requests          | refused | 0       | 0          | 2       | 0            | 0             | 1            | 0                  | 0        | 4
   replace                                 | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   delete                                  | 0       | 0       | 0          | 2       | 0            | 0             | 1            | 0                  | 0        | 2
  `,
  async (db) => {
    for (const [name, id] of Object.entries(REQUESTS)) {
      await db.run(
        `insert into public.change_requests (id, user_id, user_email, business_name, message)
         select $1, account.id, account.email, 'Acme', 'Please' from auth.users as account where account.email ~ ('^' || $2 || '-')`,
        [id, name],
      );
      await db.run(
        `insert into storage.objects (bucket_id, name, version, owner_id)
         select 'attachments', $1::text || '/request/a.pdf', gen_random_uuid(), account.id from auth.users as account where account.email ~ ('^' || $2 || '-')`,
        [id, name],
      );
    }
    await db.run(
      `insert into storage.objects (bucket_id, name, version, owner_id)
       select 'attachments', $1 || '/22222222-0000-4000-8000-000000000001/b.pdf', gen_random_uuid(), account.id
       from auth.users as account where account.email ~ '^admin-'`,
      [REQUESTS.owner],
    );
    await db.run(
      `insert into public.change_request_answers (id, request_id, body)
       values ('22222222-0000-4000-8000-000000000001', $1, 'Done')`,
      [REQUESTS.owner],
    );
    await db.run(
      `insert into storage.objects (bucket_id, name, version, owner_id)
       select 'attachments', case when account.email ~ '^owner-' then '11111111-0000-4000-8000-000000000008/request/unsent.pdf'
         else $1 || '/22222222-0000-4000-8000-000000000002/unsent.pdf' end, gen_random_uuid(), account.id
       from auth.users as account where account.email ~ '^(owner|admin)-'`,
      [REQUESTS.owner],
    );
  },
);

testRights(
  "a bucket that no policy names",
  { read: "select * from storage.objects where bucket_id = 'other'", add: file("other", "{self} || '/new.png'") },
  `
          | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read   | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   add    | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
  async (db) => {
    await db.run("insert into storage.buckets (id, name) values ('other', 'other')");
    await db.run(file("other", "'one.png'"));
  },
);

testRights(
  "buckets",
  {
    read: "select * from storage.buckets",
    add: "insert into storage.buckets (id, name) values ('mine', 'mine')",
    change: "update storage.buckets set public = true",
    delete: "delete from storage.buckets",
  },
  `
            | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read     | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   add      | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change   | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   delete   | 0       | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
  `,
);
