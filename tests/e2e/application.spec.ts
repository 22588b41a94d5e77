import { expect, test } from "../support/browser-test.ts";
import { mailsAbout, writeApplication } from "../support/lead-forms.ts";
import { newEmail } from "../support/session.ts";

const FUNCTION = "**/functions/v1/send-application-email";
const send = "Send application";

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

test("The form offers the options of the specification", async ({ page }) => {
  await page.goto("/contact#application");
  const form = page.getByRole("form", { name: "Tell us what you sell." });
  await expect(form.getByLabel("Timeline")).toHaveValue("30–60 days");
  await expect(form.getByLabel("Timeline").locator("option")).toHaveText([
    "ASAP",
    "Within The Next Two Weeks",
    "30–60 days",
    "60–90 days",
    "90+ days",
  ]);
  await expect(form.getByRole("group", { name: "Best contact" }).getByRole("radio")).toHaveCount(3);
  await expect(form.getByRole("radio", { name: "Email" })).toBeChecked();
  await expect(form.getByLabel("Website")).toHaveAttribute("type", "url");
  await expect(form.getByRole("textbox", { name: "Phone" })).toHaveAttribute("type", "tel");
});

for (const path of ["/", "/contact"])
  test(`An application from ${path} is received, and the page says what happens next`, async ({
    page,
    baseURL,
    checkAccessibility,
  }) => {
    await page.goto(path);
    const request = page.waitForRequest(FUNCTION);
    await page.getByLabel("Website").fill("reyes.example");
    const email = await writeApplication(page);
    await page.getByRole("button", { name: send }).click();
    await expect(page.getByRole("heading", { name: "Application Received" })).toBeVisible();
    await expect(page.getByText("Application Submitted!")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Tell us what you sell." })).toBeHidden();
    await expect(page.getByText(/^You’ll hear from us by \w+ \d+:\d\d\s[AP]M\. A confirmation/)).toBeVisible();
    await expect(page.locator("#application-received")).toBeFocused();
    const body = (await request).postDataJSON();
    expect(body).toMatchObject({
      lead: {
        full_name: "Dana Reyes",
        website: "https://reyes.example",
        timeline: "30–60 days",
        best_contact: "Email",
      },
      source: { page_url: `${baseURL}${path}`, ip_hash: "", utm_source: null, traffic_type: "direct" },
    });
    const subjects = (await mailsAbout(baseURL ?? "", email)).map(({ subject }) => subject).sort();
    expect(subjects).toEqual(["New application from Dana Reyes, Reyes Studio", "Upfunnel got your application"]);
    await checkAccessibility();
  });

test("Missing fields are named in the specification's words, and the first one gets the focus", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/contact");
  const form = page.getByRole("form", { name: "Tell us what you sell." });
  await form.getByLabel("Your role").fill("Owner");
  await expect(form).toHaveAttribute("data-ready", "");
  await page.getByRole("button", { name: send }).click();
  await expect(form.getByLabel("Full name")).toBeFocused();
  await expect(form.getByRole("alert")).toBeInViewport();
  await expect(form.getByRole("alert")).toContainText("Please complete all required fields");
  await expect(form.getByRole("alert")).toContainText("All starred (*) fields are required.");
  await expect(form.locator("[aria-invalid]")).toHaveCount(4);
});

test("The first press of the button on an untouched form shows the same errors", async ({ page }) => {
  await page.goto("/contact");
  const form = page.getByRole("form", { name: "Tell us what you sell." });
  await page.getByRole("button", { name: send }).click();
  await expect(form.getByRole("alert")).toContainText("Please complete all required fields");
  await expect(form.locator("[aria-invalid]")).toHaveCount(4);
  await expect(form.getByLabel("Full name")).toBeFocused();
});

test("SMS needs a phone number, figures need a number, and the notice covers no field", async ({ page, baseURL }) => {
  await page.goto("/contact");
  const email = await writeApplication(page);
  const form = page.getByRole("form", { name: "Tell us what you sell." });
  const phone = form.getByRole("textbox", { name: "Phone" });
  await form.getByRole("radio", { name: "SMS" }).check();
  await form.getByLabel("Average deal size").fill("lots");
  await page.getByRole("button", { name: send }).click();
  await expect(form.getByLabel("Average deal size")).toBeFocused();
  await expect(phone).toHaveAccessibleDescription(/Enter a number, or choose email as best contact\./);
  const notice = await form.getByRole("alert").boundingBox();
  for (const field of [form.getByLabel("Full name"), phone]) {
    const box = await field.boundingBox();
    expect((box?.y ?? 0) > (notice?.y ?? 0) + (notice?.height ?? 0)).toBe(true);
  }
  await form.getByLabel("Average deal size").fill("$1,200");
  await phone.fill("(458) 555-0148");
  await page.getByRole("button", { name: send }).click();
  await expect(page.getByText("Application Submitted!")).toBeVisible();
  const [mine] = (await mailsAbout(baseURL ?? "", email)).filter(({ to }) => to === email);
  expect(mine?.text).toContain("Phone: +1 458 555 0148");
});

test("A form that autofill completes at the same moment arrives like any other", async ({ page, baseURL }) => {
  await page.goto("/contact");
  const form = page.getByRole("form", { name: "Tell us what you sell." });
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const email = newEmail("autofill");
  await form.getByLabel("Full name").fill("Dana Reyes");
  await form.getByRole("textbox", { name: "Email" }).fill(email);
  await form.getByLabel("Company").fill("Reyes Studio");
  await form.getByLabel("New clients you want per month").fill("10");
  await expect(form).toHaveAttribute("data-ready", "");
  const sent = page.waitForRequest(FUNCTION);
  await page.getByRole("button", { name: send }).click();
  await expect(page.getByRole("button", { name: "Sending…" })).toBeVisible();
  await page.clock.runFor(2_000);
  expect((await sent).postDataJSON().elapsed_ms).toBe(2_000);
  await expect(page.getByText("Application Submitted!")).toBeVisible();
  expect(await mailsAbout(baseURL ?? "", email)).toHaveLength(2);
});

test("After a failure the page says so, keeps the input on every page with the form, and sends it once later", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/send-application-email/);
  await page.route(FUNCTION, (route) => route.fulfill({ status: 503, body: "{}" }));
  await page.goto("/");
  const email = await writeApplication(page);
  const form = page.getByRole("form", { name: "Tell us what you sell." });
  await page.getByRole("button", { name: send }).click();
  await expect(form.getByRole("alert")).toContainText("Submission Error");
  await expect(form.getByRole("alert")).toContainText(
    "There was an issue submitting your application. Please try again or contact us directly.",
  );
  await page.unroute(FUNCTION);
  await page.goto("/contact");
  await expect(form.getByLabel("Company")).toHaveValue("Reyes Studio");
  await page.getByRole("button", { name: send }).dblclick();
  await expect(page.getByText("Application Submitted!")).toBeVisible();
  expect(await mailsAbout(baseURL ?? "", email)).toHaveLength(2);
});

test("Without a connection the page says so and keeps the input", async ({ page, context }) => {
  await page.goto("/contact");
  const email = await writeApplication(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: send }).click();
  const form = page.getByRole("form", { name: "Tell us what you sell." });
  await expect(form.getByRole("alert")).toContainText("You’re offline");
  await expect(form.locator("[name=email]")).toHaveValue(email);
  await context.setOffline(false);
  await expect(form.getByRole("alert")).toContainText("You’re back online");
});

test("Spam gets the usual response, and no email is sent", async ({ page, baseURL }) => {
  await page.goto("/contact");
  const email = await writeApplication(page);
  await page.locator("#application-topic").evaluate((field: HTMLInputElement) => {
    field.value = "Cheap backlinks";
  });
  await page.getByRole("button", { name: send }).click();
  await expect(page.getByRole("heading", { name: "Application Received" })).toBeVisible();
  expect(await mailsAbout(baseURL ?? "", email)).toEqual([]);
});

test("Without scripts the home page's form works too, and comes back with its input after an error", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  const page = await context.newPage();
  await page.goto("/");
  const form = page.getByRole("form", { name: "Tell us what you sell." });
  await form.getByLabel("Full name").fill("Dana Reyes");
  await form.locator("[name=email]").fill(newEmail("plain"));
  await form.getByLabel("Company").fill("Reyes Studio");
  await form.getByLabel("New clients you want per month").fill(" ");
  await form.getByRole("radio", { name: "SMS" }).check();
  await form.getByRole("button", { name: send }).click();
  await expect(page).toHaveURL(/\/contact#application$/);
  await expect(form.getByRole("alert")).toContainText("All starred (*) fields are required.");
  await expect(form.getByRole("radio", { name: "SMS" })).toBeChecked();
  await form.getByLabel("New clients you want per month").fill("10");
  await form.getByRole("button", { name: send }).click();
  await expect(form.getByText("Enter a number, or choose email as best contact.")).toBeVisible();
  await form.getByRole("textbox", { name: "Phone" }).fill("(458) 555-0148");
  await form.getByRole("button", { name: send }).click();
  await expect(page.getByRole("heading", { name: "Application Received" })).toBeVisible();
  await context.close();
});
