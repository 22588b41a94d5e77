import { testRights } from "../../support/database-matrix.ts";

testRights(
  "client_dashboards",
  {
    "read all": "select * from public.client_dashboards",
    "read the owner's": "select * from public.client_dashboards where user_id = {owner}::text",
    "read the imported": "select * from public.client_dashboards where user_id = 'imported-user'",
    "add one for a new client":
      "insert into public.client_dashboards (user_id, business_name, notion_database_url, dashboard_title) values ({new client}::text, 'New', 'https://notion.so/new', 'Leads')",
    "import one":
      "insert into public.client_dashboards (user_id, business_name, notion_database_url) values ('imported-user', 'New', 'https://notion.so/new')",
    "rename the owner's": "update public.client_dashboards set business_name = 'Mine' where user_id = {owner}::text",
    "take the imported":
      "update public.client_dashboards set user_id = {new client}::text where user_id = 'imported-user'",
    "declare the owner's healthy":
      "update public.client_dashboards set health_status = 'healthy' where user_id = {owner}::text",
    "delete the owner's": "delete from public.client_dashboards where user_id = {owner}::text",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 1       | 0          | 1       | 1            | 0             | 0            | 0                  | 0        | 6
   read the owner's                 | refused | 0       | 0          | 1       | 0            | 0             | 0            | 0                  | 0        | 1
   read the imported                | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   add one for a new client         | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | 1
   import one                       | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | 1
   rename the owner's               | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   take the imported                | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   declare the owner's healthy      | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete the owner's               | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
  `,
);
