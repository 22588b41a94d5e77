import { testRights } from "../../support/database-matrix.ts";

testRights(
  "invitations",
  {
    "read all": "select id, email, role, expires_at from public.invitations",
    "read a link's hash": "select token_hash from public.invitations",
    "invite oneself": "insert into public.invitations (email, role, token_hash) values ({self.email}, 'admin', 'x')",
    "prolong one": "update public.invitations set expires_at = now() + interval '1 year'",
    "delete one": "delete from public.invitations",
    "resend one": "select public.resend_invitation((select id from public.invitations))",
  },
  `
                          | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all               | refused | 0       | 0       | 0       | 0       | 0       | 0       | 0       | 0       | 1      
   read a link's hash     | refused | refused | refused | refused | refused | refused | refused | refused | refused | refused
   invite oneself         | refused | refused | refused | refused | refused | refused | refused | refused | refused | refused
   prolong one            | refused | refused | refused | refused | refused | refused | refused | refused | refused | refused
   delete one             | refused | refused | refused | refused | refused | refused | refused | refused | refused | refused
   resend one             | refused | refused | refused | refused | refused | refused | refused | refused | refused | 1      
  `,
);
