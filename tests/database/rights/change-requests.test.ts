import { testRights } from "../../support/database-matrix.ts";

testRights(
  "change_requests",
  {
    "read all": "select * from public.change_requests",
    "read own": "select * from public.change_requests where user_id = {self}",
    ask: "insert into public.change_requests (user_id, user_email, business_name, request_type, message) values ({self}, {self.email}, 'Acme', 'feature_request', 'Please')",
    "ask with an id":
      "insert into public.change_requests (id, user_id, user_email, business_name, message) values (gen_random_uuid(), {self}, {self.email}, 'Acme', 'Please')",
    "ask with another address":
      "insert into public.change_requests (user_id, user_email, business_name, message) values ({self}, 'else@example.com', 'Acme', 'Please')",
    "ask as the owner":
      "insert into public.change_requests (user_id, user_email, business_name, message) values ({owner}, {owner.email}, 'Acme', 'Please')",
    "ask for deletion": "select public.ask_for_deletion(gen_random_uuid())",
    "flag a request as a deletion":
      "insert into public.change_requests (user_id, user_email, business_name, message, is_deletion) values ({self}, {self.email}, 'Acme', 'Please', true)",
    "read the open deletion": "select id from public.deletion_request() as id where id is not null",
    "close own": "update public.change_requests set status = 'closed' where user_id = {self}",
    "delete own": "delete from public.change_requests where user_id = {self}",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 0       | 0          | 1       | 1            | 0             | 0            | 0                  | 0        | 5
   read own                         | refused | 0       | 0          | 1       | 1            | 0             | 0            | 0                  | 0        | 0
   ask                              | refused | refused | 1          | 1       | 1            | refused       | 1            | 1                  | refused  | 1
   ask with an id                   | refused | refused | 1          | 1       | 1            | refused       | 1            | 1                  | refused  | 1
   ask with another address         | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   ask as the owner                 | refused | refused | refused    | 1       | refused      | refused       | refused      | refused            | refused  | refused
   ask for deletion                 | refused | refused | 1          | 1       | 1            | refused       | 1            | 1                  | refused  | 1
   flag a request as a deletion     | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   read the open deletion           | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   close own                        | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete own                       | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
