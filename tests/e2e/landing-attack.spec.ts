import { expect, test } from "../support/browser-test.ts";
import { eventually, landingAdmin } from "../support/landing.ts";
import { apiClient, signedInClient, signInAs } from "../support/session.ts";

const HOST = process.env.TEST_HOST_URL ?? "";

/**
 * Attacks of a hostile page, each by name, with its outcome. It runs as the script of a published page while a
 * signed-in person visits it.
 */
const ATTACK = `
const outcome = {};
const tried = async (name, work) => {
  try { outcome[name] = "reached: " + String(await work()).slice(0, 300); }
  catch (error) { outcome[name] = "refused: " + error.name; }
};
const status = async (path, options) => {
  const answer = await fetch(path, options);
  return answer.status + " " + (await answer.text());
};
const framed = (path, attributes = "") => new Promise((resolve, reject) => {
  const frame = document.createElement("iframe");
  frame.src = path;
  frame.onload = () => {
    try {
      if (frame.contentDocument) resolve(frame.contentDocument.body.innerText);
      else reject(new DOMException("closed", "SecurityError"));
    } catch (error) { reject(error); }
  };
  document.body.append(frame);
});
(async () => {
  outcome.origin = self.origin;
  await tried("localStorage", () => localStorage.getItem("upfunnel-auth"));
  await tried("sessionStorage", () => sessionStorage.length);
  await tried("cookie", () => document.cookie);
  await tried("set cookie", () => { document.cookie = "a=b"; return document.cookie; });
  await tried("indexedDB", () => new Promise((done, fail) => { const r = indexedDB.open("x"); r.onsuccess = () => done("open"); r.onerror = () => fail(r.error); }));
  await tried("caches", () => caches.open("x"));
  await tried("service worker", () => navigator.serviceWorker.register("/assets/worker.js"));
  await tried("shared worker", () => new SharedWorker("/assets/worker.js"));
  await tried("broadcast", () => { const c = new BroadcastChannel("upfunnel"); c.postMessage("x"); return "sent to nobody of another origin"; });
  await tried("parent", () => parent === self ? "itself" : parent.location.href);
  await tried("top", () => top === self ? "itself" : top.location.href);
  await tried("opener", () => opener === null ? "nobody" : opener.location.href);
  await tried("rest", () => status("/rest/v1/client_dashboards?select=*"));
  await tried("rest with credentials", () => status("/rest/v1/client_dashboards?select=*", { credentials: "include" }));
  await tried("auth", () => status("/auth/v1/user", { credentials: "include" }));
  await tried("sign out", () => status("/auth/v1/logout", { method: "POST", credentials: "include" }));
  await tried("refresh", () => status("/auth/v1/token?grant_type=refresh_token", { method: "POST", credentials: "include", headers: { "Content-Type": "application/json" }, body: '{"refresh_token":""}' }));
  await tried("function", () => status("/functions/v1/check-subscription", { method: "POST", credentials: "include" }));
  await tried("config", () => status("/config.json"));
  await tried("page source", () => status("/client-dashboard", { credentials: "include" }));
  await tried("frame", () => framed("/client-dashboard"));
  await tried("frame of itself", () => framed(location.href));
  await tried("blob frame", () => framed(URL.createObjectURL(new Blob(["<script>document.body.innerText=localStorage.length</script>"], { type: "text/html" }))));
  await tried("srcdoc", () => new Promise((done) => { addEventListener("message", (e) => done(e.data)); const f = document.createElement("iframe"); f.srcdoc = "<script>try{parent.postMessage('got '+localStorage.length,'*')}catch(e){parent.postMessage('refused '+e.name,'*')}<\\/script>"; document.body.append(f); }));
  await tried("document.domain", () => { document.domain = location.hostname; return localStorage.length; });
  await tried("top navigation", () => { top.location.hash; return "itself"; });
  await tried("history", () => { history.pushState({}, "", "/auth"); history.back(); return localStorage.length; });
  await tried("credentials", () => navigator.credentials ? navigator.credentials.get({ password: true }) : "none");
  await tried("storage access", () => document.requestStorageAccess().then(() => localStorage.length + document.cookie));
  window.outcome = outcome;
})();
// Pressed by the visitor, who opens a tab of the product.
document.getElementById("open").onclick = () => {
  const handle = window.open("/client-dashboard");
  window.handle = handle;
  setInterval(() => {
    try { window.peek = handle.closed ? "cut" : "open " + handle.document.body.innerText.slice(0, 40); }
    catch (error) { window.peek = handle.closed ? "cut" : "refused: " + error.name; }
  }, 50);
};
`;
const CONTENT = `<h1>Win a prize</h1><button id="open">Open</button>
<form id="plain" action="/auth/v1/logout" method="post"><button>Sign out</button></form>`;

/** Outcomes that a page with an opaque origin may have. None of them contains the visitor's data. */
const HARMLESS = new Set(["itself", "nobody", "sent to nobody of another origin", "null", "undefined"]);

test("A hostile landing page cannot reach anything of a signed-in visitor", async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/.*/);
  const admin = await landingAdmin(HOST);
  const slug = `attack-${Date.now().toString(36)}`;
  await admin.make(slug, { content: CONTENT, custom_js: ATTACK, title: "Win a prize" });
  await eventually(
    () => fetch(`${HOST}/landing/${slug}`),
    ({ status }) => status === 200,
  );
  await signInAs(page, HOST, "client@example.com");
  await page.goto("/client-dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const before = await page.evaluate(() => localStorage.getItem("upfunnel-auth"));
  expect(before).toContain("access_token");

  // Stops the dashboard's own requests.
  await page.goto("about:blank");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { authorization = "", cookie = "" } = request.headers();
    if (authorization || cookie) asked.push(`${request.url()} ${authorization}${cookie}`);
  });
  await page.goto(`/landing/${slug}`);
  await page.waitForFunction(() => "outcome" in window, undefined);
  const outcome = await page.evaluate(() => (window as unknown as { outcome: Record<string, string> }).outcome);
  const { origin, ...attempts } = outcome;
  expect(origin).toBe("null");
  const reached = Object.entries(attempts).filter(([, result]) => {
    const [, got = ""] = /^reached: ([\s\S]*)$/.exec(result) ?? [];
    return result.startsWith("reached") && !HARMLESS.has(got);
  });
  // The API does not know the visitor here. Its answers are the same for any stranger, and its public settings are
  // public.
  const told = Object.fromEntries(reached);
  for (const [name, result] of reached) {
    expect([name, result]).not.toEqual([
      name,
      expect.stringMatching(/access_token|refresh_token"|Northside|client@example\.com/),
    ]);
  }
  expect(
    Object.keys(told).filter(
      (name) =>
        !["rest", "rest with credentials", "auth", "sign out", "refresh", "function", "srcdoc", "config"].includes(
          name,
        ),
    ),
  ).toEqual([]);
  for (const name of ["rest", "rest with credentials", "auth", "sign out", "refresh", "function"])
    if (told[name]) expect([name, told[name]]).toEqual([name, expect.stringMatching(/^reached: 4\d\d /)]);
  if (told.srcdoc) expect(told.srcdoc).toBe("reached: refused SecurityError");
  expect(asked).toEqual([]);

  // A tab that the page opened shows the product, and is out of its reach.
  const [popup] = await Promise.all([context.waitForEvent("page"), page.getByRole("button", { name: "Open" }).click()]);
  await expect(popup.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await popup.evaluate(() => window.opener)).toBeNull();
  await page.waitForFunction(() => (window as unknown as { peek?: string }).peek === "cut");
  const address = popup.url();
  await page.evaluate(() => {
    try {
      (window as unknown as { handle: Window }).handle.location.href = "/landing/nowhere";
    } catch {
      // A refusal is the goal. The test checks below that the attempt had no effect.
    }
  });
  await page.waitForTimeout(300);
  expect(popup.url()).toBe(address);

  // A form on the page that posts to the product must not end the session.
  await page.locator("#plain button").click();
  await page.waitForLoadState();
  const after = await popup.evaluate(() => localStorage.getItem("upfunnel-auth"));
  expect(after).toContain("access_token");
  const { access_token } = JSON.parse(after ?? "{}") as { access_token: string };
  const alive = await (await apiClient(HOST)).auth.getUser(access_token);
  expect(alive.error).toBeNull();
});

test("Neither product pages nor landing pages may be framed", async () => {
  for (const path of ["/client-dashboard", "/auth", "/landing/northside-dental-aligners", "/landing/nowhere"]) {
    const { headers } = await fetch(`${HOST}${path}`);
    expect([path, headers.get("content-security-policy")]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
    expect([path, headers.get("x-frame-options")]).toEqual([path, "DENY"]);
  }
});

test("Nobody but admins can read a draft through the API", async () => {
  const admin = await landingAdmin(HOST);
  const slug = `draft-${Date.now().toString(36)}`;
  const id = await admin.make(slug, { content: "<p>Very secret words</p>" }, false);
  for (const email of ["client@example.com", "sales@example.com", "pending@example.com"]) {
    const { client } = await signedInClient(HOST, email);
    expect((await client.from("landing_pages").select("*").eq("slug", slug)).data).toEqual([]);
    for (const table of [
      "landing_drafts",
      "landing_page_versions",
      "landing_domains",
      "landing_previews",
      "landing_submissions",
      "landing_views",
    ] as const)
      expect([
        email,
        table,
        (
          await client
            .from(table)
            .select(table === "landing_previews" ? "id" : "*")
            .eq("page_id", id)
        ).data,
      ]).toEqual([email, table, []]);
    expect((await client.rpc("list_landing_pages")).error?.code).toBe("42501");
    expect((await client.rpc("landing_index")).error).not.toBeNull();
  }
});
