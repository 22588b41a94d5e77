import { clientRecord } from "../../../app/features/admin/client-record/api.ts";
import { clientSearch } from "../../../app/features/admin/clients/api.ts";
import { groupLead } from "../../../app/features/admin/lead-groups/api.ts";
import { requestSearch } from "../../../app/features/admin/requests/api.ts";
import { landingWorkspaceAnswer } from "../../../app/features/landing/lib/landing-workspace.ts";
import { requestFiles } from "../../../app/shared/attachments/request-files.ts";
import { checkAnswers } from "../../support/check-answers.ts";

const REQUEST = "11111111-0000-4000-8000-000000000007";

checkAnswers("admin", [
  {
    name: "client_record",
    schema: clientRecord,
    as: "admin",
    args: ({ people }) => ({ p_client_id: people.owner.id }),
  },
  { name: "search_clients", schema: clientSearch, as: "admin" },
  { name: "landing_workspace", schema: landingWorkspaceAnswer, as: "admin" },
  { name: "search_change_requests", schema: requestSearch, as: "admin" },
  {
    name: "list_request_files",
    schema: requestFiles,
    as: "admin",
    args: () => ({ p_request_ids: [REQUEST] }),
    prepare: async (db, { people }) => {
      await db.run(
        "insert into public.change_requests (id, user_id, user_email, business_name, message) values ($1, $2, $3, 'Acme', 'Please')",
        [REQUEST, people.owner.id, people.owner.email],
      );
      await db.run(
        "insert into storage.objects (bucket_id, name, version, metadata) values ('attachments', $1, 'v', '{\"size\": 5, \"mimetype\": \"text/plain\"}')",
        [`${REQUEST}/request/a.txt`],
      );
    },
  },
  {
    name: "list_group_leads",
    schema: groupLead,
    as: "admin",
    args: () => ({ p_by: "company", p_key: "Acme" }),
  },
]);
