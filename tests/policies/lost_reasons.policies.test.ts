import { provesRights } from "../support/database-matrix.ts";

provesRights(
  "lost_reasons",
  {
    "read all": "select * from public.lost_reasons",
    "add one": "insert into public.lost_reasons (label, position) values ('Moved away', 9)",
    "hide one": "update public.lost_reasons set is_active = false where label = 'No budget'",
    "delete one": "delete from public.lost_reasons where label = 'No budget'",
  },
  `
                          | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all               | refused | 0       | 0       | 0       | 0       | 0       | 6       | 6       | 0       | 6      
   add one                | refused | refused | refused | refused | refused | refused | refused | refused | refused | 1      
   hide one               | refused | 0       | 0       | 0       | 0       | 0       | 0       | 0       | 0       | 1      
   delete one             | refused | refused | refused | refused | refused | refused | refused | refused | refused | refused
  `,
);
