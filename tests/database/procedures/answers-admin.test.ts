import { clientRecord } from "../../../app/features/admin/client-record/api.ts";
import { clientSearch } from "../../../app/features/admin/clients/api.ts";
import { groupLead } from "../../../app/features/admin/lead-groups/api.ts";
import { requestSearch } from "../../../app/features/admin/requests/api.ts";
import { checkAnswers } from "../../support/check-answers.ts";

checkAnswers("admin", [
  {
    name: "client_record",
    schema: clientRecord,
    as: "admin",
    args: ({ people }) => ({ p_client_id: people.owner.id }),
  },
  { name: "search_clients", schema: clientSearch, as: "admin" },
  { name: "search_change_requests", schema: requestSearch, as: "admin" },
  {
    name: "list_group_leads",
    schema: groupLead,
    as: "admin",
    args: () => ({ p_by: "company", p_key: "Acme" }),
  },
]);
