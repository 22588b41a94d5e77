import { testRights } from "../../support/database-matrix.ts";

testRights(
  "pipeline_stages",
  {
    "read all": "select * from public.pipeline_stages",
    "rename one": "update public.pipeline_stages set label = 'Reached' where key = 'connected'",
    "move one": "update public.pipeline_stages set position = 20 where key = 'connected'",
    "add one": "insert into public.pipeline_stages (key, label, position) values ('later', 'Later', 9)",
    "delete one": "delete from public.pipeline_stages where key = 'connected'",
  },
  `
                          | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all               | refused | 0       | 0       | 0       | 0       | 0       | 8       | 8       | 0       | 8      
   rename one             | refused | 0       | 0       | 0       | 0       | 0       | 0       | 0       | 0       | 1      
   move one               | refused | refused | refused | refused | refused | refused | refused | refused | refused | refused
   add one                | refused | refused | refused | refused | refused | refused | refused | refused | refused | refused
   delete one             | refused | refused | refused | refused | refused | refused | refused | refused | refused | refused
  `,
);
