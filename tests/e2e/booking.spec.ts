import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { newPhone } from "../support/crm-leads.ts";
import { mailsAbout } from "../support/lead-forms.ts";
import { serviceClient } from "../support/session.ts";

// One after the other, because they book calls of the same people, and late in the day few times are left.
test.describe.configure({ mode: "default" });

const PAGE = "/book/agency/strategy-call";
const newVisitor = () => `visitor-${randomUUID().slice(0, 8)}@example.com`;

/** A number of its own for each visitor, because one number is one lead. */

async function fillIn(page: Page, email: string, phone = newPhone("(458)")): Promise<void> {
  await page.getByLabel("Your name").fill("Ann Lee");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone").fill(phone);
  await page.getByLabel("What do you sell?").fill("Aligners");
}
const book = (page: Page) => page.getByRole("button", { name: "Book this call" }).click();
/** Shows the next month, which is free on all its days of the type. Returns the name of the month before. */
async function toNextMonth(page: Page): Promise<string> {
  const month = page.locator("#month");
  const before = (await month.textContent()) ?? "";
  await page.getByRole("link", { name: "Next month" }).click();
  await expect(month).not.toHaveText(before);
  return before;
}
/** A free time of the chosen day. */
const pickTime = async (page: Page) => {
  const times = page.locator(".times a");
  await expect(times.first()).toBeVisible();
  await times.nth(Math.floor(Math.random() * (await times.count()))).click();
};

test("A call that a visitor booked in another time zone is moved in that zone", async ({ page }) => {
  await page.goto(`${PAGE}?zone=America/Chicago`);
  await expect(page.getByText("Time zone: Central Time")).toBeVisible();
  // In the last days of a month, these are days of the next one.
  await page.locator("td a").nth(2).click();
  await pickTime(page);
  await fillIn(page, newVisitor());
  await page.getByLabel("What do you sell?").press("Control+Enter");
  const zones: (string | null)[] = [];
  page.on("request", (request) => zones.push(new URL(request.url()).searchParams.get("zone")));
  await page.getByRole("link", { name: "Choose another time" }).click();
  await expect(page.getByText(/^Currently .*Central Time/)).toBeVisible();
  await toNextMonth(page);
  await expect(page.getByText("Time zone: Central Time")).toBeVisible();
  // The script asks for another zone as soon as it runs, or not at all.
  expect(zones.filter((zone) => zone !== null)).toEqual([]);
  // Visitors can still choose another zone.
  await expect(page.getByRole("button", { name: "Change" })).toBeHidden();
  await page.getByLabel(/^Time zone/).selectOption("America/Denver");
  await expect(page.getByText(/^Currently .*Mountain Time/)).toBeVisible();
});

test("A visitor books a call in their own time zone, moves it and cancels it with the same link", async ({
  page,
  baseURL,
  checkAccessibility,
  expectConsole,
}) => {
  expectConsole(/status of 4(00|09)/);
  const email = newVisitor();
  await page.goto(PAGE);
  await expect(page.getByText("Time zone: Eastern Time")).toBeVisible();
  await expect(page.locator(".choose h3").first()).toHaveText(/^(Morning|Afternoon|Evening)$/);
  await checkAccessibility();
  // On the last days of a month, only the next one has more than one free day.
  await toNextMonth(page);
  await page.locator("td a").nth(1).click();
  await expect(page.locator("td a").nth(1)).toHaveAttribute("aria-current", "date");
  await pickTime(page);
  const { searchParams } = new URL(page.url());
  const [at, day] = [searchParams.get("at"), searchParams.get("day")] as [string, string];
  const when = (await page.locator(".when").textContent()) ?? "";
  await expect(page.getByRole("heading", { name: when })).toBeFocused();
  // The page checks the answers before it sends them, and again with each change of a wrong one.
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await book(page);
  await expect(page.getByLabel("Your name")).toBeFocused();
  await expect(page.getByLabel("Your name")).toHaveAccessibleDescription("This field is required.");
  await expect(page.getByText("This field is required.")).toHaveCount(4);
  await expect(page.getByRole("alert")).toHaveText("Please check the highlighted fieldsNothing has been booked yet.");
  await checkAccessibility();
  await fillIn(page, "ann@example", "call me");
  await expect(page.getByText("This field is required.")).toHaveCount(0);
  await book(page);
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByText("Enter an email address such as name@example.com.")).toBeVisible();
  await expect(page.getByText("Enter a valid phone number, such as +1 503 555 0148.")).toBeVisible();
  expect(sent).toEqual([]);
  // A browser without scripts sends them, and the host says the same.
  await page.evaluate(() => document.querySelector<HTMLFormElement>("form[method=post]")?.submit());
  await expect(page.getByRole("alert")).toContainText("Please check the highlighted fields");
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/^Enter an email address/);
  await fillIn(page, email);
  await expect(page.getByRole("alert")).toHaveCount(0);
  // A reload keeps the time and the answers, until the call is booked.
  await page.reload();
  await expect(page.locator(".when")).toHaveText(when);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("What do you sell?")).toHaveValue("Aligners");
  await book(page);
  await expect(page.getByRole("heading", { name: "Your call is booked" })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("form:")))).toEqual([]);
  await checkAccessibility();
  await expect(page.getByText(/^\d+:\d\d\s[AP]M to \d+:\d\d\s[AP]M, Eastern Time$/)).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /^With \w+/ })).toBeVisible();
  await expect(page.getByText(/^You'll get a reminder by email .*15 minutes before\.$/)).toBeVisible();
  await expect(page.getByText(/^We'll call you at \+/)).toBeVisible();
  await expect(page.getByText(/ will call you at \d+:\d\d\s[AP]M\. Please keep your phone nearby\.$/)).toBeVisible();
  for (const name of ["Google Calendar", "Outlook", "Calendar file (.ics)"])
    await expect(page.getByRole("link", { name })).toBeVisible();
  const link = page.url();
  const file = await page.request.get(`${new URL(link).pathname}/call.ics`);
  expect(await file.text()).toContain("METHOD:REQUEST\r\n");
  await page.getByRole("link", { name: "Choose another time" }).click();
  await expect(page.getByText(`Currently ${when}`)).toBeVisible();
  await expect(page.getByText(/^Times with /)).toBeVisible();
  await expect(page.locator("td a[aria-current]")).toHaveAttribute("data-day", day);
  await expect(page.locator(`.times a[href*="at=${at}"]`)).toHaveCount(0);
  await checkAccessibility();
  // The very same time is not a new one.
  await page.goto(`${new URL(link).pathname}?move=1&at=${at}`);
  await expect(page.getByRole("heading", { name: "Choose another time" })).toBeVisible();
  await pickTime(page);
  await expect(page.getByRole("heading", { name: "Move your call?" })).toBeVisible();
  const stale = await page.context().newPage();
  await stale.goto(`${link}?cancel=1`);
  await page.getByRole("button", { name: "Move the call" }).click();
  await expect(page).toHaveURL(`${link}?moved=1`);
  await expect(page.getByRole("heading", { name: "Your call was moved" })).toBeVisible();
  // A tab that asked about the old time asks again.
  await stale.getByRole("button", { name: "Cancel the call" }).click();
  await expect(stale.getByText("This call was moved in the meantime.")).toBeVisible();
  await stale.close();
  await page.getByRole("link", { name: "Cancel the call" }).click();
  await page.getByRole("button", { name: "Cancel the call" }).click();
  await expect(page.getByRole("heading", { name: "This call was canceled" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Book a new call" })).toBeVisible();
  await expect(page.getByText("We'll call you")).toHaveCount(0);
  const subjects = (await mailsAbout(baseURL ?? "", email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /^(Moved: y|Canceled: y|Y)our call with/.test(subject))).toHaveLength(3);
  // A new call asks for nothing that the canceled one had, unless it's for someone else.
  await page.getByRole("link", { name: "Book a new call" }).click();
  await page.locator(".times a").last().click();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveCount(0);
  // The key opens nothing of the visitor on the page of another account, however it is written.
  const key = new URL(link).pathname.split("/").at(-1) ?? "";
  for (const after of [key, key.toUpperCase(), `${key}%20`, `${key}%27`]) {
    const other = await page.request.get(`/book/northside-dental/aligner-consultation?at=${at}&after=${after}`);
    expect(await other.text()).toContain("Book this call");
    expect(await other.text()).not.toContain(email);
  }
});

/** Books a call, goes back and books again: the page and the emails are those of the one call. */
async function bookTwice(page: Page, url: string): Promise<void> {
  const email = newVisitor();
  const phone = newPhone("(458)");
  const isBooked = () => expect(page.getByRole("heading", { name: "Your call is booked" })).toBeVisible();
  await page.goto(`${PAGE}?zone=America/New_York`);
  await pickTime(page);
  const at = new URL(page.url()).searchParams.get("at") ?? "";
  await fillIn(page, email, phone);
  await book(page);
  await isBooked();
  const link = page.url();
  await page.goBack();
  // One of a pool is still free, so the form may be there again.
  const own = page.getByRole("link", { name: "See the call that you booked" });
  if (await own.isVisible()) await own.click();
  else {
    await fillIn(page, email, phone);
    await book(page);
  }
  await isBooked();
  await expect(page).toHaveURL(link);
  const form = { at, name: "Ann Lee", email, phone, "answer-sell": "Aligners" };
  // Two people who share a browser and a number: the second one doesn't see the call of the first.
  const shared = await page.request.post(PAGE, { form: { ...form, email: newVisitor() } });
  expect(await shared.text()).toContain("You already have a call at this time");
  expect(shared.url()).not.toMatch(/\/booking\//);
  // Another browser may belong to anyone, so it is told nothing but that.
  await page.context().clearCookies();
  const told = await (await page.request.post(PAGE, { form })).text();
  expect(told).toContain("You already have a call at this time");
  expect(told).not.toMatch(/\/booking\//);
  const mails = await mailsAbout(url, email);
  expect(mails.filter(({ subject }) => subject.startsWith("Your call with"))).toHaveLength(1);
}

test("A visitor who goes back and books again has one call", async ({
  page,
  baseURL,
  checkAccessibility,
  expectConsole,
}) => {
  expectConsole(/status of 409/);
  await bookTwice(page, baseURL ?? "");
  await checkAccessibility();
});

test("The month is walked with the keyboard", async ({ page }) => {
  await page.goto(`${PAGE}?zone=America/New_York`);
  await toNextMonth(page);
  const days = page.locator("td a");
  await expect(page.locator("td a[aria-current]")).toBeVisible();
  await days.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(days.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(days.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  // A week later, or the next free day if that one is a holiday.
  const names = await days.evaluateAll((all) => all.map((one) => one.getAttribute("data-day") ?? ""));
  const later = names.findIndex((name) => Date.parse(name) - Date.parse(names[0] ?? "") >= 7 * 86_400_000);
  await expect(days.nth(later)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(days.nth(later)).toHaveAttribute("aria-current", "date");
  await expect(days.nth(later)).toBeFocused();
  const month = await page.locator("#month").textContent();
  await page.keyboard.press("PageUp");
  await expect(page.locator("#month")).not.toHaveText(month ?? "");
  await page.goBack();
  await expect(page.locator("#month")).toHaveText(month ?? "");
});

test("The page names its account, and its weeks start as in the visitor's region and never have a night", async ({
  page,
  browser,
  baseURL,
  checkAccessibility,
}) => {
  await page.goto(`${PAGE}?zone=America/Los_Angeles`);
  await expect(page.getByRole("banner")).toHaveText("Upfunnel");
  const privacy = page.getByRole("contentinfo").getByRole("link", { name: "Privacy" });
  await expect(privacy).toHaveAttribute("href", /\/terms#data-and-privacy$/);
  await expect(page.locator("th").first()).toHaveText("Su");
  await toNextMonth(page);
  const days = await page.locator("td a").evaluateAll((all) => all.map((one) => one.getAttribute("data-day") ?? ""));
  expect(days.filter((day) => [0, 6].includes(new Date(day).getUTCDay()))).toEqual([]);
  await expect(page.locator(".times a").first()).toHaveText(/^8:00\sAM$/);
  await expect(page.locator(".times a").last()).toHaveText(/^5:30\sPM$/);
  for (const width of [900, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await checkAccessibility();
  }
  const german = await browser.newPage({ baseURL, locale: "de-DE" });
  await german.goto("/book/northside-dental/aligner-consultation");
  await expect(german.locator("th").first()).toHaveText("Mo");
  await expect(german.locator(".times a").first()).toHaveText(/^\d\d:\d\d$/);
  // The browser is in another zone than the place.
  await expect(german.getByText("Times are in Pacific Time, where you meet.")).toBeVisible();
  await expect(german.locator("main")).not.toContainText(/\d\s[AP]M/);
  // The visitor can choose, for this visit.
  await expect(german.getByRole("button", { name: "24h", pressed: true })).toBeVisible();
  await german.getByRole("button", { name: "12h" }).click();
  await expect(german.locator(".times a").first()).toHaveText(/^\d{1,2}:\d\d\s[AP]M$/);
  await german.locator("td a").last().click();
  await expect(german.locator("td a").last()).toHaveAttribute("aria-current", "date");
  await expect(german.locator(".times a").first()).toHaveText(/\s[AP]M$/);
  await german.reload();
  await expect(german.getByRole("button", { name: "12h", pressed: true })).toBeVisible();
  await expect(german.locator(".times a").first()).toHaveText(/\s[AP]M$/);
  await german.getByRole("button", { name: "24h" }).click();
  await expect(german.locator("main")).not.toContainText(/\d\s[AP]M/);
  await expect(german.getByRole("banner")).toHaveText("Northside Dental");
  await expect(german.getByRole("contentinfo")).toHaveText("Northside Dental");
  await german.close();
});

test("What the application said is not asked again", async ({ page }) => {
  const email = newVisitor();
  await page.goto("/contact#message");
  // Beside the form, for those who'd rather talk. Once the form is sent, its answer has the only link.
  const offer = page.getByRole("link", { name: "Book a call" });
  await expect(offer).toHaveAttribute("href", "/book/agency");
  const form = page.getByRole("form", { name: "Send a message." });
  await form.getByLabel("First name").fill("Ann");
  await form.getByLabel("Last name").fill("Lee");
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Goals").fill("More calls");
  await form.getByRole("button", { name: "Send message" }).click();
  await expect(offer).toHaveAttribute("href", /\/book\/agency\?after=/);
  await offer.click();
  await pickTime(page);
  await expect(page.getByText(`Ann Lee, ${email}`)).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveCount(0);
  await page.getByLabel("Phone").fill(newPhone());
  await page.getByLabel("What do you sell?").fill("Aligners");
  await book(page);
  await expect(page.getByRole("heading", { name: "Your call is booked" })).toBeVisible();
});

test("A visitor who corrected a mistake and goes back after the booking sees the call", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 4(00|09)/);
  await page.goto("/book/ember-coaching/clarity-call?zone=Europe/Berlin");
  await pickTime(page);
  await page.getByLabel("Your name").fill("Ann Lee");
  await page.getByLabel("Email").fill("not an address");
  // Without the check of the page's script, so that the host refuses it.
  await page.locator("form[method=post]").evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByText("Nothing has been booked yet.")).toBeVisible();
  await page.getByLabel("Email").fill(newVisitor());
  await book(page);
  await expect(page.getByRole("heading", { name: "Your call is booked" })).toBeVisible();
  const link = page.url();
  await page.goBack();
  await page.getByRole("link", { name: "See the call that you booked" }).click();
  await expect(page).toHaveURL(link);
});

test.describe("Without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor who goes back and books again has one call", async ({ page, baseURL, expectConsole }) => {
    expectConsole(/status of 409/);
    await bookTwice(page, baseURL ?? "");
  });

  test("a booked call is three clicks away from the answer of a form", async ({ page }) => {
    await page.goto("/contact#message");
    const form = page.getByRole("form", { name: "Send a message." });
    await form.getByLabel("First name").fill("Ann");
    await form.getByLabel("Last name").fill("Lee");
    await form.getByLabel("Email").fill(newVisitor());
    await form.getByLabel("Goals").fill("More calls");
    await form.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("A person will reply within 24 hours.").first()).toBeVisible();
    await page.getByRole("link", { name: "Book a call" }).first().click();
    // Another journey may have a type for a moment, and then there is a choice.
    const kind = page.getByRole("link", { name: "Strategy call 30 minutes" });
    await expect(page.locator(".times a").first().or(kind)).toBeVisible();
    if (await kind.isVisible()) await kind.click();
    await pickTime(page);
    await page.getByLabel("Phone").fill(newPhone());
    await page.getByLabel("What do you sell?").fill("Aligners");
    await book(page);
    await expect(page.getByRole("heading", { name: "Your call is booked" })).toBeVisible();
  });

  test("a visitor who is too late keeps what they typed and takes one of the next free times", async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/409/);
    await page.goto("/book/ember-coaching/clarity-call?zone=Europe/Berlin");
    const times = page.locator(".times a");
    await expect(times.first()).toBeVisible();
    const address = (await times.nth(Math.floor(Math.random() * (await times.count()))).getAttribute("href")) ?? "";
    const enter = async (name: string) => {
      await page.getByLabel("Your name").fill(name);
      await page.getByLabel("Email").fill(newVisitor());
    };
    await page.goto(address);
    await enter("Too Late");
    const rival = await page.context().newPage();
    await rival.goto(address);
    await rival.getByLabel("Your name").fill("First");
    await rival.getByLabel("Email").fill(newVisitor());
    await book(rival);
    await expect(rival.getByRole("heading", { name: "Your call is booked" })).toBeVisible();
    await rival.close();
    await book(page);
    await expect(page.getByText("Someone else just booked this time")).toBeVisible();
    await expect(page.locator("input[name=at]").first()).toBeVisible();
    await expect(
      page.locator(`input[name=at][value="${new URL(address, page.url()).searchParams.get("at")}"]`),
    ).toHaveCount(0);
    await expect(page.getByLabel("Your name")).toHaveValue("Too Late");
    await expect(page.getByRole("radio").first()).toBeChecked();
    await expect(page.getByRole("link", { name: "See all free times" })).toHaveAttribute(
      "href",
      /^\/book\/ember-coaching\/clarity-call/,
    );
    await book(page);
    await expect(page.getByRole("heading", { name: "Your call is booked" })).toBeVisible();
  });

  test("with one host, a visitor who goes back sees that the time is booked, the call and other times", async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/409/);
    await page.goto("/book/ember-coaching/clarity-call?zone=Europe/Berlin");
    await pickTime(page);
    const at = new URL(page.url()).searchParams.get("at") ?? "";
    await page.getByLabel("Your name").fill("Ann Lee");
    await page.getByLabel("Email").fill(newVisitor());
    await book(page);
    await expect(page.getByRole("heading", { name: "Your call is booked" })).toBeVisible();
    const link = page.url();
    await page.goBack();
    await expect(page.getByRole("alert")).toContainText("This time is already booked");
    await expect(page.getByRole("radio").first()).toBeChecked();
    await page.getByRole("link", { name: "See the call that you booked" }).click();
    await expect(page).toHaveURL(link);
    await expect(page.getByRole("heading", { name: "Your call is booked" })).toBeVisible();
    // Someone else in this browser, whose form is incomplete first.
    const other = newVisitor();
    for (const [name, status] of [
      ["", 400],
      ["Bea Roe", 409],
    ] as const) {
      const answer = await page.request.post("/book/ember-coaching/clarity-call", { form: { at, name, email: other } });
      expect(answer.status()).toBe(status);
      expect(await answer.text()).toContain(`value="${other}"`);
    }
  });

  test("the time zone can be changed, and a call or a link that does not exist says so", async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/404/);
    const answer = await page.goto(`${PAGE}?zone=America/Los_Angeles`);
    // A month whose days are all still free is the largest: December weighs 45.7 kB, and nearly half of it are the time zones.
    expect((await answer?.body())?.length).toBeLessThan(48_000);
    const zones = page.getByLabel(/^Time zone/);
    await expect(zones.locator("option").first()).toHaveText(/^Los Angeles \(\d+:\d\d\s[AP]M\)$/);
    const first = zones.locator("optgroup").first();
    await expect(first).toHaveAttribute("label", "United States");
    await expect(first.locator("option").first()).toHaveText(/^New York \(/);
    await expect(zones.locator('option[value="America/New_York"]')).toHaveCount(1);
    await expect(zones.locator('optgroup[label="Asia"] option', { hasText: "Kathmandu" })).toHaveCount(1);
    await zones.selectOption("Asia/Kathmandu");
    await page.getByRole("button", { name: "Change" }).click();
    await expect(page.getByText("Time zone: Nepal Time")).toBeVisible();
    await expect(page.locator(".times a").first()).toHaveText(/:(15|45)\s[AP]M$/);
    await page.goto("/book/agency/no-such-call");
    await expect(page.getByRole("heading", { name: "This call can't be booked" })).toBeVisible();
    await page.goto(`/booking/${randomUUID()}`);
    await expect(page.getByRole("heading", { name: "Booking not found" })).toBeVisible();
  });
});

test.describe("On a phone in Auckland", () => {
  test.use({ timezoneId: "Pacific/Auckland", viewport: { width: 390, height: 844 }, colorScheme: "dark" });

  test("times are in New Zealand, also in the email, while the agency is in Los Angeles", async ({
    page,
    baseURL,
    checkAccessibility,
  }) => {
    const email = newVisitor();
    await page.goto(PAGE);
    await expect(page.getByText("Time zone: New Zealand Time")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await checkAccessibility();
    await toNextMonth(page);
    await page.locator("td a:not([aria-current])").first().click();
    await expect(page.locator(".times a").last()).toBeInViewport();
    await pickTime(page);
    const when = await page.locator(".when").textContent();
    expect(when).toContain("New Zealand Time");
    await fillIn(page, email);
    await book(page);
    await expect(page.getByText(/New Zealand Time/)).toBeVisible();
    await checkAccessibility();
    const subjects = (await mailsAbout(baseURL ?? "", email)).map(({ subject }) => subject);
    const day = when?.split(",").slice(0, 2).join(",") ?? "";
    expect(subjects.find((subject) => subject.startsWith("Your call with"))).toContain(day);
  });
});

test("Who books again isn't asked what they said before, and who missed a call reads which", async ({
  page,
  baseURL,
}) => {
  const service = await serviceClient(baseURL ?? "");
  const { data: missed, error } = await service
    .from("bookings")
    .select("manage_key, starts_at, answers, name, meeting_types(slug), accounts!bookings_account_id_fkey(slug)")
    .eq("state", "no_show")
    .not("meeting_type_id", "is", null)
    .order("starts_at")
    .limit(1)
    .single();
  expect(error).toBeNull();
  const path = `/book/${missed?.accounts?.slug}/${missed?.meeting_types?.slug}`;
  await page.goto(`${path}?zone=America/New_York&after=${missed?.manage_key}`);
  const day = new Intl.DateTimeFormat("en-US", {
    ...{ weekday: "long", month: "long", day: "numeric", timeZone: "America/New_York" },
  }).format(new Date(missed?.starts_at ?? 0));
  await expect(page.getByText(`We missed you on ${day}`)).toBeVisible();
  await toNextMonth(page);
  await page.locator("td a").nth(1).click();
  await pickTime(page);
  await expect(page.getByText("You're booking as")).toContainText(missed?.name ?? "");
  for (const [question, answer] of Object.entries(missed?.answers as Record<string, string>))
    await expect(page.getByLabel(question)).toHaveValue(answer);
  // Someone else finds nothing of it.
  await page.getByRole("link", { name: "Not you?" }).click();
  await expect(page.getByLabel("Your name")).toHaveValue("");
  await expect(page.getByText("We missed you")).toHaveCount(0);
  for (const question of Object.keys(missed?.answers as Record<string, string>))
    await expect(page.getByLabel(question)).toHaveValue("");
});
