import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { landingAdmin } from "../support/landing.ts";
import { rawRequest } from "../support/raw-request.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";
const FORM = "<form data-lead-form><label>Email <input name=email></label><button>Send</button></form>";

/** A published page whose draft has another heading. */
async function givenPage(baseURL: string) {
  const admin = await landingAdmin(baseURL);
  const slug = `ab-${Date.now().toString(36)}-${process.pid}`;
  const id = await admin.make(slug, { title: slug, content: `<h1>First heading</h1>${FORM}`, hide_title: true });
  await admin.save(id, 1, { content: `<h1>Second heading</h1>${FORM}` });
  return { admin, id, slug };
}

/** A person's browser opens the page twice and sends its form. Returns the version that it saw. */
async function visitAndSend(baseURL: string, slug: string): Promise<number> {
  const headers = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const visit = async () => (await rawRequest(baseURL, `/landing/${slug}`, headers)).body;
  const [first, second] = [await visit(), await visit()];
  expect(second).toBe(first);
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(first)?.[1] ?? "";
  const names = ["_page", "_version", "_form"];
  const fields = [...names.map((name) => [name, hidden(name)]), ["email", `${slug}@example.com`]];
  const form = { ...headers, "Content-Type": "application/x-www-form-urlencoded", Origin: "null" };
  const body = new URLSearchParams(fields).toString();
  expect((await rawRequest(baseURL, `/landing/${slug}`, form, "POST", body)).status).toBe(303);
  return Number(hidden("_version"));
}

const open = async (page: Page, id: string) => {
  await page.goto(`/admin/landing-pages/${id}?tab=tests`);
  await expect(page.getByRole("tab", { name: "Tests" })).toHaveAttribute("aria-selected", "true");
};
const dialog = (page: Page) => page.getByRole("dialog");

test("An admin starts a test, sees what may be concluded, and rolls the draft out with what was learned", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { admin, id, slug } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await open(page, id);
  await expect(page.getByText("No tests yet")).toBeVisible();
  await page.getByRole("button", { name: "Start a test" }).click();
  const start = dialog(page).getByRole("button", { name: "Start test" });
  await expect(dialog(page)).toContainText("Publishing or unpublishing the page stops the test, and its results stay.");
  const percents = dialog(page).getByLabel("Percent");
  await percents.first().fill("80");
  await expect(percents.nth(1)).toHaveValue("20");
  await percents.nth(1).fill("30");
  await percents.nth(1).press("Enter");
  await expect(dialog(page).getByText("The percentages add up to 110. They must add up to 100.")).toBeVisible();
  await expect(percents.first()).toBeFocused();
  await expect(percents.first()).toHaveAccessibleDescription("The percentages add up to 110. They must add up to 100.");
  await dialog(page).getByRole("button", { name: "Add a variant" }).click();
  await start.click();
  await expect(dialog(page).getByText("Choose a version for each variant.")).toBeVisible();
  const unchosen = dialog(page).getByRole("group", { name: "Variant 3" }).getByLabel("Version");
  await expect(unchosen).toBeFocused();
  await expect(unchosen).toHaveAttribute("aria-invalid", "true");
  await checkAccessibility();
  await dialog(page).getByRole("button", { name: "Remove variant 3" }).click();
  await expect(percents.nth(1)).toHaveValue("50");
  await start.click();
  await expect(page.getByText("No conclusion yet.")).toBeVisible();
  await expect(page.getByRole("row", { name: /^A/ })).toContainText("Version 1, 50%, live");
  await expect(page.getByRole("row", { name: /^B/ })).toContainText("Version 2, 50%");
  await page.getByRole("button", { name: "View version 2" }).click();
  await expect(dialog(page).frameLocator("iframe").getByRole("heading", { name: "Second heading" })).toBeVisible();
  await expect(dialog(page).getByRole("region", { name: "Changes" })).toContainText("Since version 1");
  await expect(dialog(page).getByText("1 line added, 1 line removed")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "View version 2" })).toBeFocused();

  const label = (await visitAndSend(baseURL ?? "", slug)) === 2 ? "B" : "A";
  await expect
    .poll(async () => {
      const { data } = await admin.client.rpc("landing_test_figures", { p_page_id: id });
      return data?.map(({ visitors, submissions }) => visitors + submissions).toSorted();
    })
    .toEqual([0, 2]);
  await page.reload();
  await page.getByRole("button", { name: `show the leads of ${label}` }).click();
  await expect(dialog(page).getByRole("link", { name: `${slug}@example.com` })).toHaveAttribute("href", /\/leads\//);
  await page.keyboard.press("Escape");
  await checkResponsiveLayout(page, checkAccessibility);

  await page.getByRole("button", { name: "Roll out B" }).click();
  await dialog(page).getByLabel("What did you learn?").fill("The second heading is clearer.");
  await dialog(page).getByRole("button", { name: "Roll out" }).click();
  await expect(page.getByText("B is live for everyone")).toBeVisible();
  const earlier = page.getByRole("region", { name: "Earlier tests" });
  await expect(earlier.getByText("The second heading is clearer.")).toBeVisible();
  await expect(earlier.getByText("rolled out")).toBeVisible();
  await earlier.getByRole("button", { name: "Edit what you learned" }).click();
  await earlier.getByLabel("What did you learn?").fill("The second heading is clearer, most of all on phones.");
  await earlier.getByRole("button", { name: "Save" }).click();
  await expect(earlier.getByText("most of all on phones")).toBeVisible();
  await checkAccessibility();
  expect(await (await fetch(`${baseURL}/landing/${slug}`)).text()).toContain("Second heading");
  await page.goto(`/admin/landing-pages/${id}?tab=versions`);
  await expect(page.getByRole("list", { name: "Versions" }).getByRole("listitem").first()).toContainText(
    "B rolled out",
  );
  await expect(page.getByRole("list", { name: "Versions" }).getByRole("listitem").nth(1)).toContainText(
    "Variant of a test: content changed",
  );
});

test("Publishing and unpublishing offer to stop a running test first", async ({ page, baseURL }) => {
  const { admin, id, slug } = await givenPage(baseURL ?? "");
  await admin.startTest(id, 2);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/landing-pages");
  const row = page.getByRole("row").filter({ hasText: slug });
  await expect(row.getByText("test running")).toBeVisible();
  await open(page, id);
  // Half of the visitors see the draft.
  await expect(page.locator("[data-editor-bar]").getByText("test running")).toBeVisible();
  await expect(page.getByText("unpublished changes")).toHaveCount(0);
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(dialog(page).getByText("A test is running on this page")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Stop the test and publish" }).click();
  await expect(page.getByText("Version 3 is live")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("No test is running")).toBeVisible();
  await expect(page.getByText("It was stopped before there was a result.")).toBeVisible();
  expect(await (await fetch(`${baseURL}/landing/${slug}`)).text()).toContain("Second heading");

  await admin.startTest(id, await admin.save(id, 2, { content: `<h1>Third heading</h1>${FORM}` }), "won", 3);
  await page.reload();
  await page.getByRole("tab", { name: "Versions" }).click();
  await expect(page.getByText("in a test")).toHaveCount(2);
  // The published draft is what a variant was before, and is new to everyone else.
  const names = ["Variant of a test: content changed", "Content changed", "Variant of a test: content changed"];
  for (const [at, name] of names.entries())
    await expect(page.getByRole("list", { name: "Versions" }).getByRole("listitem").nth(at)).toContainText(
      `${4 - at}${name}`,
    );
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Unpublish" }).click();
  await page.getByRole("button", { name: "Stop the test and unpublish" }).click();
  await expect(page.getByText("Page unpublished")).toBeVisible();
  await page.getByRole("tab", { name: "Tests" }).click();
  await expect(page.getByText("Publish the page first.")).toBeVisible();
  await page.goto("/admin/landing-pages");
  await expect(row).toBeVisible();
  await expect(row.getByText("test running")).toBeHidden();
});

test("The list leads to a page's statistics and tests, and a test of the demo names its winner", async ({
  page,
  baseURL,
}) => {
  const title = "Your first ten coaching clients";
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/admin/landing-pages");
  await page.getByRole("button", { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole("menuitem", { name: "Statistics" }).click();
  await expect(page.getByRole("tab", { name: "Statistics", selected: true })).toBeVisible();
  await expect(page.getByText("Days are in the agency's time zone.")).toBeVisible();
  await page.goto("/admin/landing-pages");
  await page.getByRole("button", { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole("menuitem", { name: "Tests" }).click();
  const past = page.getByRole("region", { name: "Earlier tests" });
  await expect(past).toContainText(/Free call on the first screen won, with [\d.]+% to [\d.]+%\./);
  // The editor's bar leads to both, too.
  await page.getByRole("tab", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Statistics", exact: true }).click();
  await expect(page.getByRole("tab", { name: "Statistics", selected: true })).toBeVisible();
  await page.getByRole("button", { name: "Tests", exact: true }).click();
  await expect(past).toBeVisible();
  await expect(past).toContainText(/Free call on the first screen brings \d+% more submissions/);
  await expect(past.getByText("rolled out")).toBeVisible();

  // A draft without changes is no variant.
  await page.getByRole("button", { name: "Start a test" }).click();
  await expect(dialog(page).getByText("The draft has no changes yet.")).toBeVisible();
  await expect(dialog(page).getByRole("option", { name: "The draft" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Edit the page" }).click();
  await expect(page.locator('iframe[title="Page preview"]')).toBeVisible();
});

test("On a phone, the reason why a test can't start is in sight above the buttons of the dialog", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  const { id } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  expectConsole(/Failed to load resource/);
  await page.route("**/rpc/start_landing_test", (route) => route.abort());
  for (const height of [844, 660]) {
    await page.setViewportSize({ width: 390, height });
    await open(page, id);
    await page.getByRole("button", { name: "Start a test" }).click();
    const start = dialog(page).getByRole("button", { name: "Start test" });
    await dialog(page).getByLabel("Goal").scrollIntoViewIfNeeded();
    await start.click();
    const alert = dialog(page).getByRole("alert");
    await expect(alert).toContainText("Couldn't start the test");
    await expect
      .poll(async () => {
        const [words, button] = [await alert.boundingBox(), await start.boundingBox()];
        return (button?.y ?? 0) - (words ? words.y + words.height : Number.POSITIVE_INFINITY);
      })
      .toBeGreaterThan(0);
    await expect(alert).toBeInViewport({ ratio: 1 });
  }
});
