import { expect, test } from "../support/browser-test.ts";
import { landingAdmin } from "../support/landing.ts";
import { newEmail } from "../support/session.ts";

const HOST = process.env.TEST_HOST_URL ?? "";

const PAGES = ["/landing/northside-dental-aligners", "/landing/ember-coaching-first-clients"];

for (const colorScheme of ["light", "dark"] as const)
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])
    test.describe(`In ${colorScheme} at ${viewport.width} pixels`, () => {
      test.use({ colorScheme, viewport });

      test("the landing pages are readable and accessible", async ({ page, checkAccessibility, expectConsole }) => {
        expectConsole(/404 .*\/landing\/nowhere/);
        for (const path of [...PAGES, "/landing/nowhere"]) {
          await page.goto(path);
          await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
          expect([path, wide]).toEqual([path, false]);
          if (path !== "/landing/nowhere")
            expect(await page.evaluate(() => document.fonts.check("16px 'Funnel Display'"))).toBe(true);
          await checkAccessibility();
        }
      });
    });

test("A landing page runs its own script and style", async ({ page }) => {
  await page.goto("/landing/ember-coaching-first-clients");
  await page.getByLabel("Your monthly price per client").fill("500");
  await expect(page.getByText("10 clients at $500 is $5,000 a month.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Apply for a spot" })).toHaveCSS(
    "background-color",
    "rgb(178, 58, 14)",
  );
});

test("A visitor sends the form in place, and it becomes a lead of that campaign", async ({
  page,
  checkAccessibility,
}) => {
  const email = newEmail("landing");
  await page.goto("/landing/northside-dental-aligners?utm_source=instagram&utm_campaign=e2e");
  await page.getByLabel("Your name").fill("Dana Reyes");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("What time works best?").selectOption("Evening");
  // As fast as autofill, which is no spam.
  await page.getByRole("button", { name: "Request a time" }).click();
  await expect(page.getByRole("status")).toHaveText("Thank you. We'll call you within one business day.");
  await expect(page.getByRole("status")).toBeFocused();
  await expect(page.getByRole("button", { name: "Request a time" })).toBeHidden();
  await checkAccessibility();
  const admin = await landingAdmin(HOST);
  const { data } = await admin.client
    .from("landing_submissions")
    .select("*, leads(first_name, last_name, is_spam)")
    .eq("answers->>email", email);
  expect(data).toMatchObject([
    {
      source: "instagram",
      utm: { utm_source: "instagram", utm_campaign: "e2e" },
      answers: { what_time_works_best: "Evening" },
      leads: { first_name: "Dana", last_name: "Reyes", is_spam: false },
    },
  ]);
});

test("A visitor whose form cannot be sent sees what is wrong at the field, and keeps the input", async ({
  page,
  expectConsole,
  checkAccessibility,
}) => {
  expectConsole(/400|Failed to load resource/);
  await page.goto("/landing/northside-dental-aligners");
  await page.getByLabel("Your name").fill("Dana");
  await page.getByRole("button", { name: "Request a time" }).click();
  const email = page.getByLabel("Email");
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/Fill in this field|Enter an email address such as/);
  await checkAccessibility();
  await email.fill("dana@localhost");
  await expect(email).toHaveAccessibleDescription("Enter an email address such as name@example.com.");
  await email.fill("dana@example.com");
  await expect(email).toHaveAccessibleDescription("");
  // What only the server refuses is said at the field, too.
  await page.route("**/submit-landing-form", (route) =>
    route.fulfill({ status: 400, json: { problem: "email", fields: { email: "The server takes no such address." } } }),
  );
  await page.getByRole("button", { name: "Request a time" }).click();
  await expect(email).toHaveAccessibleDescription("The server takes no such address.");
  await expect(page.locator(".lead-message:visible")).toHaveCount(0);
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Your name")).toHaveValue("Dana");
});

test.describe("Without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor sends the form, returns to its success message, and is known where they book a call", async ({
    page,
  }) => {
    const email = newEmail("plain");
    await page.goto("/landing/ember-coaching-first-clients?utm_source=newsletter");
    await page.getByLabel("First name").fill("Ann");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("What do you coach, and who do you help?").fill("Runners");
    await page.getByRole("button", { name: "Apply for a spot" }).click();
    await expect(page).toHaveURL(/\/landing\/ember-coaching-first-clients\?utm_source=newsletter&sent=1#sent-call$/);
    const message = page.locator("#sent-call");
    await expect(message).toBeInViewport();
    await expect(message).toContainText("Thank you. Jonas will reply personally within a day.");
    const admin = await landingAdmin(HOST);
    const { data } = await admin.client
      .from("landing_submissions")
      .select("source, answers")
      .eq("answers->>email", email);
    expect(data).toEqual([{ source: "newsletter", answers: { first_name: "Ann", email, message: "Runners" } }]);
    await message.getByRole("link", { name: "Book a call" }).click();
    await expect(page).toHaveURL(/\/book\//);
    await page.locator(".times a").first().click();
    await expect(page.getByText(email)).toBeVisible();
  });
});
