import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { query } from "../../server/database/query.ts";
import type { Database } from "../../supabase/database.types.ts";
import { openProtocol, SITE, type TestProtocol } from "../support/protocol.ts";

// Every call of spec §7, made with supabase-js as the pages do, and every server error of spec §8.

type Client = SupabaseClient<Database>;
type Person = { client: Client; id: string; email: string };

const PASSWORD = "a-Fair-password-7";
const NOTION = "https://upfunnel.notion.site/share/0123456789abcdef0123456789abcdef";
let protocol: TestProtocol;
let admin: Person;
let sales: Person;
let pending: Person;
let client: Person;
let other: Person;
let anonymous: Client;

async function person(name: string, accountType: "sales" | "client"): Promise<Person> {
  const email = `${name}@example.com`;
  const options = { data: { first_name: name, last_name: "Test", account_type: accountType } };
  const browser = protocol.client();
  await browser.auth.signUp({ email, password: PASSWORD, options });
  const [mail] = await protocol.mails(email);
  await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
  const { data, error } = await browser.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { client: browser, id: data.user.id, email };
}

beforeAll(async () => {
  protocol = await openProtocol();
  admin = await person("admin", "client");
  sales = await person("sales", "sales");
  pending = await person("pending", "sales");
  client = await person("client", "client");
  other = await person("other", "client");
  anonymous = protocol.client();
  const sql = (text: string, parameters: unknown[] = []) => query(protocol.connection, text, parameters);
  await sql("update public.user_roles set role = 'admin' where user_id = $1", [admin.id]);
  await sql("update public.user_roles set status = 'active' where user_id = $1", [sales.id]);
  await sql(
    "insert into public.invoices (client_id, invoice_number, status, amount, due_date, description) values ($1, 'T-1', 'pending', 12500, current_date + 5, null), ($2, 'T-2', 'pending', 99, current_date, 'x')",
    [client.id, other.id],
  );
  await sql(
    "insert into public.retainers (client_id, retainer_name, status, monthly_amount, start_date) values ($1, 'Pro', 'active', 80000, current_date)",
    [client.id],
  );
  await sql(
    "insert into public.landing_pages (slug, status, custom_domain, title, content) values ('live', 'published', null, 'Live', '<h1>Hi</h1>'), ('draft', 'draft', null, 'Draft', 'secret')",
  );
  await sql(
    "insert into public.landing_domains (page_id, domain, state) select id, slug || '.example', 'live' from public.landing_pages",
  );
  await sql(
    "insert into public.leads (user_id, first_name, last_name, email, source) values ($1, 'Own', 'Lead', 'own@example.com', 'referral'), (null, 'Free', 'Lead', 'free@example.com', 'other'), ($2, 'Foreign', 'Lead', 'foreign@example.com', 'other')",
    [sales.id, admin.id],
  );
});
afterAll(() => protocol.close());

describe("auth calls", () => {
  test("sign up, sign in, get the current user, set the session, sign out", async () => {
    const { data } = await client.client.auth.getUser();
    expect(data.user?.email).toBe(client.email);
    const { data: stored } = await client.client.auth.getSession();
    const elsewhere = protocol.client();
    const { error } = await elsewhere.auth.setSession({
      access_token: stored.session?.access_token ?? "",
      refresh_token: stored.session?.refresh_token ?? "",
    });
    expect(error).toBeNull();
    const visitor = protocol.client();
    await visitor.auth.signInWithPassword({ email: other.email, password: PASSWORD });
    expect((await visitor.auth.signOut({ scope: "local" })).error).toBeNull();
    expect((await visitor.auth.getSession()).data.session).toBeNull();
  });

  test("the errors that spec §8 translates have their original words", async () => {
    const visitor = protocol.client();
    expect((await visitor.auth.signInWithPassword({ email: client.email, password: "wrong-one" })).error?.message).toBe(
      "Invalid login credentials",
    );
    expect((await visitor.auth.signUp({ email: client.email, password: PASSWORD })).error?.message).toBe(
      "User already registered",
    );
    await visitor.auth.signUp({ email: "unconfirmed@example.com", password: PASSWORD });
    expect(
      (await visitor.auth.signInWithPassword({ email: "unconfirmed@example.com", password: PASSWORD })).error?.message,
    ).toBe("Email not confirmed");
    expect(
      (await visitor.auth.resetPasswordForEmail(client.email, { redirectTo: `${SITE}/reset-password` })).error,
    ).toBeNull();
    expect((await visitor.auth.updateUser({ password: "x" })).error?.name).toBe("AuthSessionMissingError");
  });
});

describe("table calls", () => {
  test("roles: the caller's own, and whether the caller is an active admin", async () => {
    expect((await sales.client.from("user_roles").select("role, status").eq("user_id", sales.id)).data).toEqual([
      { role: "sales", status: "active" },
    ]);
    const active = (who: Person) =>
      who.client
        .from("user_roles")
        .select("role")
        .eq("user_id", who.id)
        .eq("role", "admin")
        .eq("status", "active")
        .maybeSingle();
    expect((await active(admin)).data).toEqual({ role: "admin" });
    expect((await active(client)).data).toBeNull();
  });

  test("admin_emails: an active entry for the caller's own address allows inserting the admin role", async () => {
    const boss = await person("boss", "client");
    const insert = () => boss.client.from("user_roles").insert({ user_id: boss.id, role: "admin", status: "active" });
    expect((await insert()).error?.code).toBe("42501");
    await query(
      protocol.connection,
      "insert into public.admin_emails (email) values ($1), ('someone-else@example.com')",
      [boss.email],
    );
    expect(
      (
        await boss.client
          .from("admin_emails")
          .select("email")
          .eq("email", boss.email)
          .eq("is_active", true)
          .maybeSingle()
      ).data,
    ).toEqual({ email: boss.email });
    expect((await boss.client.from("admin_emails").select("email")).data).toEqual([{ email: boss.email }]);
    expect((await insert()).error).toBeNull();
    await query(protocol.connection, "delete from public.user_roles where user_id = $1 and role = 'admin'", [boss.id]);
  });

  test("profiles: upsert and read the caller's own", async () => {
    const row = { user_id: client.id, first_name: "Priscilla", last_name: "Nwosu", company: "Northside" };
    expect((await client.client.from("profiles").upsert(row)).error).toBeNull();
    expect(
      (await client.client.from("profiles").select("first_name, last_name, company").eq("user_id", client.id).single())
        .data,
    ).toEqual({ first_name: "Priscilla", last_name: "Nwosu", company: "Northside" });
    expect((await other.client.from("profiles").upsert({ ...row, company: "Taken" })).error?.code).toBe("42501");
  });

  test("premium_overrides: the caller's own row by email only", async () => {
    await query(
      protocol.connection,
      "insert into public.premium_overrides (email, expires_at) values ($1, now() + interval '1 day'), ($2, null)",
      [client.email, other.email],
    );
    const { data } = await client.client
      .from("premium_overrides")
      .select("expires_at, email")
      .eq("email", client.email)
      .maybeSingle();
    expect(data?.email).toBe(client.email);
    expect((await client.client.from("premium_overrides").select("email").eq("email", other.email)).data).toEqual([]);
  });

  test("client_dashboards: PGRST116 without a row, then the row that an admin assigned", async () => {
    const mine = () => client.client.from("client_dashboards").select("*").eq("user_id", client.id).single();
    expect((await mine()).error?.code).toBe("PGRST116");
    const assigned = await admin.client.rpc("assign_client_dashboard", {
      client_email: client.email,
      business_name: "Northside Med Spa",
      notion_url: NOTION,
      dashboard_title: "Lead Dashboard",
    });
    expect(assigned.error).toBeNull();
    expect((await mine()).data).toMatchObject({
      business_name: "Northside Med Spa",
      health_status: "unknown",
      access_count: 0,
    });
    expect((await other.client.from("client_dashboards").select("*")).data).toEqual([]);
  });

  test("client_dashboards for the admin's view: one row by name, or any row", async () => {
    await admin.client.from("client_dashboards").insert({
      user_id: "imported-user",
      business_name: "The Admin Office",
      notion_database_url: NOTION,
      dashboard_title: "Lead Dashboard",
    });
    const named = await admin.client
      .from("client_dashboards")
      .select("*")
      .or("business_name.ilike.%admin%,business_name.ilike.%Upfunnel%")
      .limit(1);
    expect(named.data?.[0]?.business_name).toBe("The Admin Office");
    expect((await admin.client.from("client_dashboards").select("*").limit(1)).data).toHaveLength(1);
  });

  test("client_dashboards import: only real accounts or 'imported-user'", async () => {
    const insert = (user_id: string) =>
      admin.client
        .from("client_dashboards")
        .insert({ user_id, business_name: "Import", notion_database_url: NOTION, dashboard_title: "Lead Dashboard" });
    expect((await insert("imported-user")).error).toBeNull();
    expect((await insert(other.id)).error).toBeNull();
    expect((await insert("00000000-0000-4000-8000-000000000000")).error?.code).toBe("23503");
    expect((await insert("somebody")).error?.code).toBe("22P02");
  });

  test("change_requests: only in the caller's own name", async () => {
    const row = {
      user_id: client.id,
      user_email: client.email,
      business_name: "Northside",
      request_type: "dashboard_change" as const,
      message: "Please add a column",
    };
    expect((await client.client.from("change_requests").insert(row)).error).toBeNull();
    expect((await client.client.from("change_requests").insert({ ...row, user_id: other.id })).error?.code).toBe(
      "42501",
    );
    expect((await client.client.from("change_requests").insert({ ...row, user_email: other.email })).error?.code).toBe(
      "42501",
    );
    expect(
      (await pending.client.from("change_requests").insert({ ...row, user_id: pending.id, user_email: pending.email }))
        .error?.code,
    ).toBe("42501");
  });

  test("invoices and retainers: the caller's own, newest first, whatever id the filter names", async () => {
    const { data } = await client.client
      .from("invoices")
      .select("*")
      .eq("client_id", client.id)
      .order("created_at", { ascending: false });
    expect(data).toMatchObject([{ invoice_number: "T-1", amount: 12500, currency: "usd" }]);
    expect((await client.client.from("invoices").select("*").eq("client_id", other.id)).data).toEqual([]);
    expect(
      (
        await client.client
          .from("retainers")
          .select("*")
          .eq("client_id", client.id)
          .order("created_at", { ascending: false })
      ).data,
    ).toHaveLength(1);
    expect((await client.client.from("invoices").update({ amount: 1 }).eq("client_id", client.id)).error?.code).toBe(
      "42501",
    );
  });

  test("admin reads: everybody's dashboards, profiles, roles and leads; other callers see only their own", async () => {
    const reads = (who: Person) =>
      Promise.all([
        who.client.from("client_dashboards").select("*").order("created_at", { ascending: false }),
        who.client.from("profiles").select("user_id, first_name, last_name, company, created_at"),
        who.client.from("user_roles").select("*"),
        who.client.from("leads").select("*"),
      ]);
    const sizes = async (who: Person) => (await reads(who)).map(({ data }) => data?.length);
    const [dashboards, profiles, roles, leads] = await sizes(admin);
    expect([dashboards, profiles, leads].every((size) => (size ?? 0) >= 3)).toBe(true);
    expect(roles).toBeGreaterThanOrEqual(5);
    expect(await sizes(sales)).toEqual([0, 1, 1, 2]);
    expect(await sizes(pending)).toEqual([0, 1, 1, 0]);
    expect(await sizes(client)).toEqual([1, 1, 1, 0]);
  });

  test("landing_pages: published pages by slug and by domain, never drafts", async () => {
    const bySlug = (slug: string) =>
      anonymous.from("landing_pages").select("*").eq("slug", slug).eq("status", "published").maybeSingle();
    expect((await bySlug("live")).data).toMatchObject({ title: "Live", theme: "default" });
    expect((await bySlug("draft")).data).toBeNull();
    const byDomain = await anonymous
      .from("landing_pages")
      .select("*")
      .eq("custom_domain", "live.example")
      .eq("status", "published")
      .maybeSingle();
    expect(byDomain.data?.slug).toBe("live");
    expect((await anonymous.from("landing_pages").select("slug").eq("status", "draft")).data).toEqual([]);
  });

  test("contacts: a visitor may insert but never read", async () => {
    const row = {
      first_name: "Vi",
      last_name: "Sitor",
      email: "vi@example.com",
      goals: "More calls",
      traffic_type: "direct" as const,
    };
    expect((await anonymous.from("contacts").insert(row)).error).toBeNull();
    expect((await anonymous.from("contacts").insert(row).select()).error?.code).toBe("42501");
    expect((await anonymous.from("contacts").select("*")).error?.code).toBe("42501");
  });

  test("only an admin decides on a pending sign-up, once", async () => {
    const decide = (who: Person, status: "active" | "inactive") =>
      who.client
        .from("user_roles")
        .update({ status })
        .eq("user_id", pending.id)
        .eq("status", "pending")
        .select("status");
    expect((await decide(sales, "active")).data).toEqual([]);
    expect((await decide(pending, "active")).data).toEqual([]);
    expect((await decide(admin, "inactive")).data).toEqual([{ status: "inactive" }]);
    expect((await decide(admin, "active")).data).toEqual([]);
    expect(
      (await admin.client.from("user_roles").update({ status: "active" }).eq("user_id", pending.id).select()).data,
    ).toEqual([]);
  });
});

describe("procedures", () => {
  const assign = (who: Person, over: Record<string, string> = {}) =>
    who.client.rpc("assign_client_dashboard", {
      client_email: "nobody@example.com",
      business_name: "B",
      notion_url: NOTION,
      dashboard_title: "Lead Dashboard",
      ...over,
    });

  test("explain errors clearly", async () => {
    expect((await assign(client)).error).toMatchObject({ code: "42501", message: "Only an admin can do this" });
    expect((await assign(admin)).error?.message).toBe("No account with the email nobody@example.com");
    for (const notion_url of [
      "http://notion.so/x",
      "javascript:alert(1)",
      "https://user:pass@notion.so/x",
      "https://localhost/x",
      "notion.so/x",
      "",
    ])
      expect((await assign(admin, { client_email: sales.email, notion_url })).error?.code, notion_url).toBe("22023");
    expect((await assign(admin, { client_email: client.email })).error).toMatchObject({
      code: "PT409",
      hint: "client_has_dashboard",
      details: "client_email",
    });
    expect((await assign(admin, { client_email: sales.email, business_name: " " })).error?.code).toBe("22023");
  });

  test("update and delete change the given dashboard, and report an unknown one", async () => {
    const { data } = await admin.client.from("client_dashboards").select("id").eq("user_id", client.id).single();
    const id = data?.id ?? "";
    const change = {
      dashboard_id: id,
      new_business_name: "Renamed",
      new_notion_url: NOTION,
      new_dashboard_title: "Sales Pipeline",
    };
    expect((await client.client.rpc("update_client_dashboard", change)).error?.code).toBe("42501");
    expect((await admin.client.rpc("update_client_dashboard", change)).error).toBeNull();
    expect(
      (await client.client.from("client_dashboards").select("business_name, dashboard_title").single()).data,
    ).toEqual({ business_name: "Renamed", dashboard_title: "Sales Pipeline" });
    const unknown = "00000000-0000-4000-8000-000000000000";
    const missing = await admin.client.rpc("delete_client_dashboard", { dashboard_id: unknown });
    expect([missing.status, missing.error?.message]).toEqual([404, `No dashboard with the ID ${unknown}`]);
    expect((await client.client.rpc("delete_client_dashboard", { dashboard_id: id })).error?.code).toBe("42501");
    expect((await admin.client.rpc("delete_client_dashboard", { dashboard_id: id })).error).toBeNull();
    expect(
      (await client.client.from("client_dashboards").select("*").eq("user_id", client.id).single()).error?.code,
    ).toBe("PGRST116");
  });
});

test("times have a format that every browser can parse", async () => {
  const { data } = await client.client.from("profiles").select("created_at").single();
  expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
});
