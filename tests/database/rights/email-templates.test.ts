import { testRights } from "../../support/database-matrix.ts";

const NEW = "gen_random_uuid(), 'Second call', 'Hello', 'Hi {{first_name}}'";

testRights(
  "email_templates",
  {
    read: "select * from public.email_templates",
    save: `select public.save_email_template(${NEW})`,
    delete: "select public.delete_email_template(gen_random_uuid(), now())",
    "add past the function": `insert into public.email_templates (id, account_id, name, subject, body)
      values (gen_random_uuid(), private.agency_account(), 'Mine', 'Hello', 'Hi')`,
    "change past the function": "update public.email_templates set name = 'Other'",
    "delete past the function": "delete from public.email_templates",
  },
  `
  statement                | anon    | no role | owner   | pending sales | active sales | other active sales | inactive | admin
  read                     | refused | 0       | 0       | 0             | 1            | 1                  | 0        | 1
  save                     | refused | refused | refused | refused       | 1            | 1                  | refused  | 1
  delete                   | refused | refused | refused | refused       | 1            | 1                  | refused  | 1
  add past the function    | refused | refused | refused | refused       | refused      | refused            | refused  | refused
  change past the function | refused | refused | refused | refused       | refused      | refused            | refused  | refused
  delete past the function | refused | refused | refused | refused       | refused      | refused            | refused  | refused
`,
);
