import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { accountPeople } from "~/shared/accounts/account-people.ts";
import { rpc } from "~/shared/api.ts";
import { isUuid } from "~/shared/is-uuid.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { accountFields } from "~/shared/workspace-query.ts";

const ACCOUNT_SORTS = ["name", "owed", "active"] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];
const ACCOUNT_PLANS = ["free", "premium"] as const;
const ACCOUNT_BALANCES = ["owed", "overdue"] as const;
/** An empty plan or balance means any. */
export type AccountSearch = {
  query: string;
  archived: boolean;
  plan: (typeof ACCOUNT_PLANS)[number] | "";
  balance: (typeof ACCOUNT_BALANCES)[number] | "";
  sort: AccountSort;
  descending: boolean;
  page: number;
};

export const PAGE_SIZE = 50;

/** What an account needs someone for. */
const reason = z.enum(["overdue", "waiting", "empty"]);
const health = z.enum(["good", "new", "waiting", "overdue", "empty", "quiet", "archived"]);

/** A page of accounts. Amounts are by currency, in the smallest unit. */
export const accountList = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      is_premium: z.boolean(),
      members: z.number(),
      /** The first three, owners first. */
      people: z.array(z.object({ id: z.string(), name: z.string() })),
      leads_month: z.number(),
      /** Of the last 30 days, in working seconds; null without an answer. */
      median_seconds: z.nullable(z.number()),
      owed: z.array(z.object({ currency: z.string(), amount: z.number() })),
      last_activity_at: z.nullable(z.string()),
      /** When the last person left; null while someone is in it, and before anyone joined. */
      last_left_at: z.nullable(z.string()),
      /** The owner's open invitation; null while someone is in it. */
      invited: z.nullable(z.object({ email: z.string(), expires_at: z.string() })),
      created_at: z.string(),
      archived_at: z.nullable(z.string()),
      health,
      /** The worst first. */
      reasons: z.array(reason),
    }),
  ),
  total: z.number(),
});
export type ListedAccount = z.infer<typeof accountList>["rows"][number];

/** The search that the URL of the accounts has. */
export const accountSearchOf = (read: (name: string) => string): AccountSearch => ({
  query: read("q"),
  archived: read("show") === "archived",
  plan: ACCOUNT_PLANS.find((name) => name === read("plan")) ?? "",
  balance: ACCOUNT_BALANCES.find((name) => name === read("balance")) ?? "",
  sort: ACCOUNT_SORTS.find((name) => name === read("sort")) ?? "name",
  descending: read("order") === "down",
  page: Math.max(1, Math.trunc(Number(read("page"))) || 1),
});

/** Some of the matching accounts, at most 200 of them. */
export const searchAccounts = (search: AccountSearch, limit: number, offset: number) =>
  rpc(
    "list_accounts",
    {
      p_query: search.query,
      p_archived: search.archived,
      p_plan: search.plan,
      p_balance: search.balance,
      p_sort: search.sort,
      p_descending: search.descending,
      p_limit: limit,
      p_offset: offset,
    },
    accountList,
  );

/** Clients' accounts whose name, or a member's name or address, contains every word. */
export const accountsQuery = (search: AccountSearch) =>
  queryOptions({
    queryKey: queryKeys.accountList(search),
    queryFn: () => searchAccounts(search, PAGE_SIZE, (search.page - 1) * PAGE_SIZE),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: 60_000,
  });

/** The account of a client that has this name, in any case; null if none has. */
export const sameNameQuery = (name: string) =>
  queryOptions({
    queryKey: [...queryKeys.accounts(), "named", name],
    queryFn: async (): Promise<Pick<ListedAccount, "id" | "name" | "archived_at"> | null> => {
      const search = { p_query: name, p_sort: "name", p_descending: false, p_limit: PAGE_SIZE, p_offset: 0 };
      for (const archived of [false, true]) {
        const { rows } = await rpc("list_accounts", { ...search, p_archived: archived }, accountList);
        const same = rows.find((account) => account.name.toLowerCase() === name.toLowerCase());
        if (same) return same;
      }
      return null;
    },
  });

export const accountRecord = z.object({
  ...accountFields,
  people: accountPeople,
  /** What the account owes, pays and has paid. Amounts are in the smallest unit. */
  money: z.object({
    paid: z.array(z.object({ currency: z.string(), amount: z.number() })),
    paid_invoices: z.number(),
    balance: z.array(
      z.object({
        currency: z.string(),
        amount: z.number(),
        invoices: z.number(),
        overdue: z.number(),
        overdue_amount: z.number(),
      }),
    ),
    /** Of active invoices: agreed, but not payable yet. */
    later: z.array(z.object({ currency: z.string(), amount: z.number() })),
    /** The first 5 that are due. */
    invoices: z.array(
      z.object({
        id: z.string(),
        number: z.nullable(z.string()),
        amount: z.number(),
        currency: z.string(),
        due: z.nullable(z.string()),
        status: z.string(),
      }),
    ),
    /** 5 that are active or paused. */
    retainers: z.array(
      z.object({ id: z.string(), name: z.string(), amount: z.number(), currency: z.string(), status: z.string() }),
    ),
  }),
  /** How many of each still run. */
  running: z.object({
    invoices: z.number(),
    /** Active invoices, which can't be paid yet. */
    agreed: z.number(),
    retainers: z.number(),
    domains: z.number(),
    /** Those that renew and cover no other open account, and who pays for them. */
    plans: z.number(),
    payers: z.array(z.object({ id: z.string(), name: z.string(), in_trial: z.boolean() })),
    drafts: z.number(),
    bookings: z.number(),
  }),
  /** Null on the free plan. */
  plan: z.nullable(
    z.object({
      payer_id: z.string(),
      payer: z.string(),
      is_gift: z.boolean(),
      ends_at: z.nullable(z.string()),
      trial_end: z.nullable(z.string()),
      is_ending: z.boolean(),
    }),
  ),
  health,
  last_activity_at: z.nullable(z.string()),
  /** As in the list. */
  last_left_at: z.nullable(z.string()),
  /** Past their response target. */
  late_leads: z.number(),
  open_requests: z.number(),
  /** The newest 50. */
  pages: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      slug: z.string(),
      status: z.enum(["draft", "published"]),
      domain: z.nullable(z.string()),
    }),
  ),
  leads: z.number(),
  unanswered: z.number(),
  /** The drafts that name no one yet, the newest 50 of each. Amounts are in the smallest unit. */
  prepared: z.object({
    invoices: z.array(
      z.object({ id: z.string(), description: z.nullable(z.string()), amount: z.number(), currency: z.string() }),
    ),
    retainers: z.array(z.object({ id: z.string(), name: z.string(), amount: z.number(), currency: z.string() })),
  }),
  dashboard: z.nullable(
    z.object({
      id: z.string(),
      business_name: z.string(),
      title: z.string(),
      url: z.string(),
      is_prepared: z.boolean(),
    }),
  ),
  from_lead: z.nullable(z.object({ id: z.string(), name: z.string() })),
});
export type AccountRecord = z.infer<typeof accountRecord>;

/** Null when there is no such account, or it is the agency's own. */
async function loadAccount(id: string): Promise<AccountRecord | null> {
  if (!isUuid(id)) return null;
  try {
    const account = await rpc("account_record", { p_account_id: id }, accountRecord);
    return account.kind === "client" ? account : null;
  } catch (error) {
    if (error instanceof ServiceError && error.refusal?.code === "account_not_found") return null;
    throw error;
  }
}

/** People join while the page is open. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.accountRecord(id),
    queryFn: () => loadAccount(id),
    staleTime: 5_000,
    refetchInterval: 60_000,
  });

export const madeAccount = z.object({ id: z.string(), slug: z.string() });

/** Makes an account, and invites its owner if there is an address. 22023: no name, or not an address. */
export const createAccount = ({ name, email }: { name: string; email: string }) =>
  rpc("create_account", { p_name: name, ...(email && { p_owner_email: email }) }, madeAccount);

export type AccountSettings = Pick<
  AccountRecord,
  "name" | "currency" | "time_zone" | "speed_to_lead_minutes" | "working_hours" | "holidays"
>;

/** Saves changes if the account is still as it was at `seen`. PT409 (outdated): it isn't. */
export const updateAccount = (id: string, changes: Partial<AccountSettings>, seen: string) =>
  rpc("update_account", { p_account_id: id, p_changes: changes, p_seen: seen });

/** Gives the account a dashboard, which waits for the first owner if no one has joined yet. PT409 (client_has_dashboard): it has one. */
export const prepareDashboard = (accountId: string, values: { business: string; url: string; title: string }) =>
  rpc("prepare_client_dashboard", {
    p_account_id: accountId,
    p_business_name: values.business,
    p_notion_url: values.url,
    p_dashboard_title: values.title,
  });

/** Closes the workspace, or opens it again. PT409 (account_in_use): open or active invoices, active retainers, or published pages on its own domains. */
export const archiveAccount = (id: string, archived: boolean) =>
  rpc("archive_account", { p_account_id: id, p_archived: archived });

/** Lets a sales rep work in the account, too. 22023: not an active sales rep. */
export const lendRep = (accountId: string, userId: string) =>
  rpc("lend_rep", { p_account_id: accountId, p_user_id: userId });

/** Ends a loan. The person's open leads in the account become unowned. */
export const endLoan = (accountId: string, userId: string) =>
  rpc("end_loan", { p_account_id: accountId, p_user_id: userId });
