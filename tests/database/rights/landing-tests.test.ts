import { testRights } from "../../support/database-matrix.ts";

const ONLY_ADMINS_READ = `
                     | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all          | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   add               | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   change            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete            | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `;

testRights(
  "landing_tests",
  {
    "read all": "select id, learned from public.landing_tests",
    add: "insert into public.landing_tests (page_id, goal) values ({open page}, 'won')",
    change: "update public.landing_tests set winner_version = 1",
    delete: "delete from public.landing_tests",
  },
  ONLY_ADMINS_READ,
);

testRights(
  "landing_test_variants",
  {
    "read all": "select version, weight from public.landing_test_variants",
    add: "insert into public.landing_test_variants (test_id, version, page_id, place, weight, label) values ({open test}, 2, {open page}, 2, 50, 'B')",
    change: "update public.landing_test_variants set weight = 99",
    delete: "delete from public.landing_test_variants",
  },
  ONLY_ADMINS_READ,
);

testRights(
  "landing_test_views",
  {
    "read all": "select version, visitors from public.landing_test_views",
    add: "insert into public.landing_test_views (test_id, page_id, day, version, source) values ({open test}, {open page}, current_date, 1, 'made')",
    change: "update public.landing_test_views set visitors = 9",
    delete: "delete from public.landing_test_views",
  },
  ONLY_ADMINS_READ,
);

testRights(
  "landing_test_visits",
  {
    "read all": "select version, visits from public.landing_test_visits",
    add: "insert into public.landing_test_visits (test_id, page_id, version) values ({open test}, {open page}, 1)",
    change: "update public.landing_test_visits set visits = 9",
    delete: "delete from public.landing_test_visits",
  },
  ONLY_ADMINS_READ,
);

testRights(
  "the figures and seeds of landing tests",
  {
    figures: "select * from public.landing_test_figures({open page})",
    seeds: "select seed from private.landing_test_seeds",
  },
  `
                     | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   figures           | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 1
   seeds             | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);
