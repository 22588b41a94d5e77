import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Records, startDnsServer } from "../support/dns-server.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { eventually, landingAdmin } from "../support/landing.ts";
import { localInbox } from "../support/local-inbox.ts";
import { rawRequest } from "../support/raw-request.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { signedInClient } from "../support/session.ts";

const SITE = "portal.localhost";
const DOMAIN = "smile.example.com";
const VISITOR = "patient@example.com";
const records: Records = { [`A ${SITE}`]: ["198.51.100.7"], [`A ${DOMAIN}`]: ["198.51.100.7"] };
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let host: HostProcess;
let admin: Awaited<ReturnType<typeof landingAdmin>>;
beforeAll(async () => {
  dns = await startDnsServer(records);
  host = await startHostProcess({
    DATA_DIR: await seededDataDirectory(),
    RATE_LIMIT_SCALE: "0",
    DNS_SERVER: dns.address,
    SITE_URL: `http://${SITE}`,
  });
  admin = await landingAdmin(host.url);
});
afterAll(async () => {
  await host.dispose();
  dns.stop();
});

const mailTo = (address: string, subject: RegExp) =>
  eventually(
    async () => (await localInbox(host.url, address)).find((mail) => subject.test(mail.subject)),
    (mail) => mail !== undefined,
    20_000,
  );

test("A form on a client's own domain becomes the client's lead, and its emails name the client", async () => {
  const { client, session } = await signedInClient(host.url, "client@example.com");
  const { data: accounts } = await client.from("accounts").select("id, slug, name").eq("kind", "client");
  const account = accounts?.[0];
  if (!account) throw new Error("The client has no account");
  const inWorkspace = <Answer>(name: string, given: object) =>
    admin.call<Answer>(client.rpc(name as "list_landing_pages", given as never).setHeader("x-account", account.slug));

  const page = randomUUID();
  const content = "<h1>Smile</h1><form data-lead-form><input name=email><input name=name></form>";
  await inWorkspace("create_landing_page", { p_id: page, p_slug: "smile", p_draft: { title: "Smile", content } });
  expect(await inWorkspace("publish_landing_page", { p_page_id: page, p_seen_revision: 1 })).toBe(0);
  expect((await fetch(`${host.url}/landing/smile`)).status).toBe(404);
  const { data: request } = await admin.client
    .from("landing_publish_requests")
    .select("requested_at")
    .eq("page_id", page)
    .single();
  const approve = { p_page_id: page, p_seen: request?.requested_at ?? "", p_approved: true };
  expect(await admin.call(admin.client.rpc("answer_publish_request", approve))).toBe(1);
  expect(await mailTo("client@example.com", /“Smile” is live/)).toMatchObject({
    text: expect.stringContaining(`/workspace/${account.slug}/pages/${page}`),
  });

  const domainId = await inWorkspace<string>("add_landing_domain", { p_page_id: page, p_domain: DOMAIN });
  const { data: domain } = await client
    .from("landing_domains")
    .select("token")
    .eq("id", domainId)
    .setHeader("x-account", account.slug)
    .single();
  records[`TXT _upfunnel.${DOMAIN}`] = [`upfunnel-verify=${domain?.token}`];
  const check = async (token: string) =>
    fetch(`${host.url}/functions/v1/check-landing-domain`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ domainId }),
    });
  const stranger = (await signedInClient(host.url, "client2@example.com")).session.access_token;
  expect((await check(stranger)).status).toBe(403);
  expect(await (await check(session.access_token)).json()).toMatchObject({ state: "live" });

  const shown = await eventually(
    () => rawRequest(host.url, "/", { Host: DOMAIN }),
    ({ status }) => status === 200,
  );
  expect(shown.body).toContain("<h1>Smile</h1>");
  const sent = await rawRequest(
    host.url,
    "/functions/v1/submit-landing-form",
    { Host: DOMAIN, "Content-Type": "application/x-www-form-urlencoded", Origin: "null", Referer: `http://${DOMAIN}/` },
    "POST",
    new URLSearchParams({ _page: page, _version: "1", _form: "1", email: VISITOR, name: "Pat Lee" }).toString(),
  );
  expect(sent.status).toBe(303);

  const theirs = await client
    .from("leads")
    .select("email, account_id")
    .eq("email", VISITOR)
    .setHeader("x-account", account.slug);
  expect(theirs.data).toEqual([{ email: VISITOR, account_id: account.id }]);
  expect((await admin.client.from("leads").select("email").eq("email", VISITOR)).data).toEqual([]);

  const alert = await mailTo("client@example.com", /New lead: Pat Lee/);
  expect(alert?.text).toContain(`Sent by ${account.name}`);
  expect(alert?.text).toContain(`/workspace/${account.slug}`);
  expect(alert?.text).not.toContain("/crm");
  const confirmation = await mailTo(VISITOR, new RegExp(`^${account.name} got your message$`));
  expect(confirmation?.text).toContain("Write to client@example.com");
  expect(confirmation?.text).not.toMatch(/Upfunnel|24 hours/);
});
