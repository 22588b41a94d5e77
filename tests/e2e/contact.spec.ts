import { expect, test } from "../support/browser-test.ts";
import { mailsAbout, writeMessage } from "../support/lead-forms.ts";
import { newEmail } from "../support/session.ts";

const FUNCTION = "**/functions/v1/send-contact-email";
const TABLE = "**/rest/v1/contacts";
const send = "Send message";

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

test("The form offers the options of the specification, and supports the browser's autofill", async ({ page }) => {
  await page.goto("/contact");
  const form = page.getByRole("form", { name: "Send a message." });
  await expect(form.getByLabel("Monthly ad spend")).toHaveValue("Less than $5,000");
  await expect(form.getByLabel("Monthly ad spend").locator("option")).toHaveText([
    "Less than $5,000",
    "$5,000 - $15,000",
    "$15,000 - $50,000",
    "$50,000+",
  ]);
  await expect(form.getByRole("group", { name: "Interests" }).getByRole("checkbox")).toHaveCount(8);
  await expect(form.getByLabel("Email")).toHaveAttribute("autocomplete", "email");
  await expect(form.getByLabel("First name")).toHaveAttribute("autocomplete", "given-name");
  await expect(page.getByRole("link", { name: "hello@upfunnel.example" }).first()).toBeVisible();
});

test("A message is sent and confirmed on the page and by email, with the response time", async ({ page, baseURL }) => {
  await page.goto("/contact?utm_source=instagram&utm_campaign=spring");
  const email = await writeMessage(page);
  await page.getByRole("button", { name: send }).click();
  await expect(page.getByText("Message sent successfully!")).toBeVisible();
  await expect(page.getByRole("button", { name: send })).toBeHidden();
  await expect(page.getByText(/You’ll hear from us by \w+day,? (at )?\d+:\d\d/)).toBeVisible();
  await expect(page.locator("#contact-received")).toBeFocused();
  const mails = await mailsAbout(baseURL ?? "", email);
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    "New message from Dana Reyes",
    "Upfunnel got your message",
  ]);
  const alert = mails.find(({ subject }) => subject.startsWith("New"));
  for (const words of ["Ten calls a week from Instagram.", "Pro Funnel", "an ad, instagram, spring"])
    expect(alert?.text).toContain(words);
});

test("Missing and wrong values are named at their fields and above the button, and the first one gets the focus", async ({
  page,
}) => {
  await page.goto("/contact");
  const form = page.getByRole("form", { name: "Send a message." });
  await form.getByLabel("Last name").fill("Reyes");
  await expect(form).toHaveAttribute("data-ready", "");
  await page.getByRole("button", { name: send }).click();
  await expect(form.getByRole("alert")).toContainText("Please fill in all required fields");
  await expect(form.getByRole("alert")).toContainText("First name, last name, email, and goals are required.");
  await expect(form.getByLabel("First name")).toBeFocused();
  await expect(form.getByLabel("First name")).toHaveAccessibleDescription("This field is required.");
  await expect(form.getByLabel("Last name")).not.toHaveAttribute("aria-invalid");
  await form.getByLabel("First name").fill("Dana");
  await form.getByLabel("Goals").fill("Calls");
  await form.getByLabel("Email").fill("dana@nowhere");
  await expect(form.getByRole("alert")).toBeHidden();
  // From a field with several lines, too.
  await form.getByLabel("Goals").press("Control+Enter");
  await expect(form.getByLabel("Email")).toBeFocused();
  await expect(form.getByLabel("Email")).toHaveAccessibleDescription(/Enter an email address/);
});

test("When the function fails, the message goes in directly, and its lead and emails are the same", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/send-contact-email/);
  await page.route(FUNCTION, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/contact");
  const email = await writeMessage(page);
  await page.getByRole("button", { name: send }).click();
  await expect(page.getByText("Message received!")).toBeVisible();
  expect(await mailsAbout(baseURL ?? "", email)).toHaveLength(2);
});

test("When only the function's response is lost, the message is stored once", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/send-contact-email|rest\/v1\/contacts/);
  await page.route(FUNCTION, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.goto("/contact");
  const email = await writeMessage(page);
  await page.getByRole("button", { name: send }).click();
  await expect(page.getByText("Message received!")).toBeVisible();
  expect(await mailsAbout(baseURL ?? "", email)).toHaveLength(2);
});

test("When both ways fail, the page says so, keeps the input even after leaving, and sends it later", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/send-contact-email|rest\/v1\/contacts/);
  for (const way of [FUNCTION, TABLE]) await page.route(way, (route) => route.abort());
  await page.goto("/contact");
  const email = await writeMessage(page);
  await page.getByRole("button", { name: send }).click();
  const form = page.getByRole("form", { name: "Send a message." });
  await expect(form.getByRole("alert")).toContainText("Something went wrong");
  await expect(form.getByRole("alert")).toContainText(
    "Please try again or contact us directly at hello@upfunnel.example",
  );
  await page.goto("/");
  await page.goto("/contact");
  await expect(form.getByLabel("Email")).toHaveValue(email);
  await expect(form.getByLabel("Goals")).toHaveValue("Ten calls a week from Instagram.");
  await expect(form.getByLabel("Pro Funnel")).toBeChecked();
  for (const way of [FUNCTION, TABLE]) await page.unroute(way);
  await page.getByRole("button", { name: send }).click();
  await expect(page.getByText("Message sent successfully!")).toBeVisible();
  expect(await mailsAbout(baseURL ?? "", email)).toHaveLength(2);
  await page.reload();
  await expect(form.getByLabel("Email")).toHaveValue("");
});

test("The page says when the connection is lost and when it is back", async ({ page, context }) => {
  await page.goto("/contact");
  await writeMessage(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: send }).click();
  const notice = page.getByRole("form", { name: "Send a message." }).getByRole("alert");
  await expect(notice).toContainText("You’re offline");
  await context.setOffline(false);
  await expect(notice).toContainText("You’re back online");
  await page.getByRole("button", { name: send }).click();
  await expect(page.getByText("Message sent successfully!")).toBeVisible();
});

test("A double click sends once", async ({ page, baseURL }) => {
  let sent = 0;
  await page.route(FUNCTION, async (route) => {
    sent += 1;
    await route.continue();
  });
  await page.goto("/contact");
  const email = await writeMessage(page);
  await page.getByRole("button", { name: send }).dblclick();
  await expect(page.getByText("Message sent successfully!")).toBeVisible();
  expect(sent).toBe(1);
  expect(await mailsAbout(baseURL ?? "", email)).toHaveLength(2);
});

test("Spam gets the usual response, and no email is sent", async ({ page, baseURL }) => {
  await page.goto("/contact");
  const email = await writeMessage(page);
  await page.locator("#contact-topic").evaluate((field: HTMLInputElement) => {
    field.value = "Cheap backlinks";
  });
  await page.getByRole("button", { name: send }).click();
  await expect(page.getByText("Message sent successfully!")).toBeVisible();
  expect(await mailsAbout(baseURL ?? "", email)).toEqual([]);
});

test("Without scripts the form works too, and comes back with its input if something is missing", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  const page = await context.newPage();
  await page.goto("/contact");
  await expect(page.locator("#contact-received")).toBeHidden();
  const form = page.getByRole("form", { name: "Send a message." });
  await form.getByLabel("First name").fill("Dana");
  await form.getByLabel("Last name").fill(" ");
  await form.getByLabel("Email").fill(newEmail("plain"));
  await form.getByLabel("Goals").fill("Ten calls");
  await form.getByLabel("Base Funnel").check();
  await form.getByRole("button", { name: send }).click();
  await expect(form.getByRole("alert")).toContainText("Please fill in all required fields");
  await expect(form.getByLabel("First name")).toHaveValue("Dana");
  await expect(form.getByLabel("Base Funnel")).toBeChecked();
  await expect(form.getByLabel("Last name")).toHaveAttribute("aria-invalid", "true");
  await form.getByLabel("Last name").fill("Reyes");
  await form.getByRole("button", { name: send }).click();
  await expect(page.getByText("Message sent successfully!")).toBeVisible();
  await expect(form).toBeHidden();
  await context.close();
});

const visits = [
  ["paid_ads", "/contact?utm_source=google&utm_medium=cpc", "https://www.google.com/"],
  ["organic", "/contact", "https://www.google.com/"],
  ["organic", "/contact", "https://duckduckgo.com/"],
  ["referral", "/contact", "https://owners-forum.example/"],
  ["direct", "/contact", undefined],
] as const;

for (const [type, path, referer] of visits)
  test(`A visit to ${path} from ${referer ?? "nowhere"} is ${type}, which the form sends`, async ({ page }) => {
    await page.goto(path, referer ? { referer } : {});
    const request = page.waitForRequest(FUNCTION);
    await writeMessage(page);
    await page.getByRole("button", { name: send }).click();
    const body = (await request).postDataJSON() as Record<string, unknown>;
    expect(body).toMatchObject({ traffic_type: type, referrer_url: referer ?? null, landing_page: "/contact" });
    expect(body.session_id).toBe(await page.evaluate(() => sessionStorage.getItem("session_id")));
    await expect(page.getByText("Message sent successfully!")).toBeVisible();
  });

test("The visit is kept from page to page, and a later campaign becomes the latest touch without replacing the first", async ({
  page,
}) => {
  const touch = (key: string) => page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "null"), key);
  await page.goto("/", { referer: "https://www.bing.com/" });
  const first = await touch("traffic_data");
  expect(first).toMatchObject({ traffic_type: "organic", landing_page: "/" });
  await page.getByRole("navigation").getByRole("link", { name: "Contact" }).first().click();
  await expect(page).toHaveURL(/\/contact$/);
  expect(await touch("traffic_data")).toEqual(first);
  await page.goto("/contact?utm_source=newsletter");
  expect(await touch("traffic_data")).toMatchObject({
    traffic_type: "paid_ads",
    utm_source: "newsletter",
    session_id: first.session_id,
  });
  expect(await touch("traffic_first_touch")).toEqual(first);
});
