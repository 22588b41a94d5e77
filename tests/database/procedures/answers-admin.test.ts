import { accountList, accountRecord, madeAccount } from "../../../app/features/admin/accounts/api.ts";
import { clientRecord } from "../../../app/features/admin/client-record/api.ts";
import { clientSearch } from "../../../app/features/admin/clients/api.ts";
import { groupLead } from "../../../app/features/admin/lead-groups/api.ts";
import { waitingWork } from "../../../app/features/admin/overview/api.ts";
import { requestSearch } from "../../../app/features/admin/requests/api.ts";
import { grantedOverride } from "../../../app/features/admin/settings/api.ts";
import { leadAccount } from "../../../app/features/crm/won/api.ts";
import { accountPeople } from "../../../app/shared/accounts/account-people.ts";
import { requestFiles } from "../../../app/shared/attachments/request-files.ts";
import { myAccountsAnswer, workspaceAnswer } from "../../../app/shared/workspace-query.ts";
import { checkAnswers } from "../../support/check-answers.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import type { World } from "../../support/database-world.ts";

const REQUEST = "11111111-0000-4000-8000-000000000007";

/** An account with an owner, a lent sales person, an open invitation and a page, which a won lead became. */
const ACCOUNT = "22222222-0000-4000-8000-000000000008";
const LEAD = "22222222-0000-4000-8000-000000000009";

async function addAccount(db: TestDatabase, { people }: World): Promise<void> {
  await db.run("insert into public.accounts (id, name, slug) values ($1, 'Acme', 'acme-answers')", [ACCOUNT]);
  await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'owner')", [
    ACCOUNT,
    people.owner.id,
  ]);
  await db.run("insert into public.account_loans (account_id, user_id) values ($1, $2)", [
    ACCOUNT,
    people["active sales"].id,
  ]);
  await db.run(
    "insert into public.invitations (email, role, token_hash, account_id, account_role) values ('new@acme.example', 'client', sha256('a'), $1, 'billing')",
    [ACCOUNT],
  );
  await db.run("insert into public.landing_pages (account_id, title, slug) values ($1, 'Offer', 'offer-answers')", [
    ACCOUNT,
  ]);
  await db.run(
    "insert into public.leads (id, account_id, first_name, stage, client_account_id) values ($1, private.agency_account(), 'Wynn', 'won', $2)",
    [LEAD, ACCOUNT],
  );
}

checkAnswers("admin", [
  { name: "list_accounts", schema: accountList, as: "admin", prepare: addAccount },
  {
    name: "account_record",
    schema: accountRecord,
    as: "admin",
    args: () => ({ p_account_id: ACCOUNT }),
    prepare: addAccount,
  },
  {
    name: "account_people",
    schema: accountPeople,
    as: "owner",
    args: () => ({ p_account_id: ACCOUNT }),
    prepare: addAccount,
  },
  {
    name: "set_premium_override",
    schema: grantedOverride,
    as: "admin",
    args: () => ({ p_email: "friend@example.com" }),
  },
  { name: "create_account", schema: madeAccount, as: "admin", args: () => ({ p_name: "New" }) },
  {
    name: "create_account_from_lead",
    schema: leadAccount,
    as: "admin",
    args: () => ({ p_lead_id: LEAD }),
    prepare: addAccount,
  },
  {
    name: "client_record",
    schema: clientRecord,
    as: "admin",
    args: ({ people }) => ({ p_client_id: people.owner.id }),
  },
  { name: "search_clients", schema: clientSearch, as: "admin" },
  { name: "list_waiting_work", schema: waitingWork, as: "admin" },
  { name: "workspace_state", schema: workspaceAnswer, as: "admin" },
  { name: "my_accounts", schema: myAccountsAnswer, as: "owner" },
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
