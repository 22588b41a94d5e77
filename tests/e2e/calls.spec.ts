import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { newPhone } from "../support/crm-leads.ts";
import { localInbox } from "../support/local-inbox.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { chooseOption, selectMenus } from "../support/select-menu.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const word = () => randomUUID().slice(0, 8);

/** The workspace of a client: the agency's own booking page stays as other journeys expect it. */
const WORKSPACE = "/workspace/northside-dental";
const OWNER = "client@example.com";

/** Makes a meeting type with the owner as its only host, and returns its name and page. */
async function addType(page: Page): Promise<{ name: string; path: string }> {
  const name = `Call ${word()}`;
  await page.goto(`${WORKSPACE}/calls/types`);
  await page.getByRole("button", { name: "New meeting type" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await dialog.getByRole("checkbox", { name: "Priya Raman" }).check();
  // On any day of the week, whenever this runs.
  for (const day of ["Saturday", "Sunday", "Any time a host works"])
    await dialog.getByRole("checkbox", { name: day }).check();
  await dialog.getByRole("button", { name: "Add meeting type" }).click();
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toBeVisible();
  const path = await row.getByRole("link", { name: /\/book\/northside-dental\// }).getAttribute("href");
  return { name, path: new URL(path ?? "", "http://x").pathname };
}

/** Books the last free time that the page shows, as a visitor in the owner's time zone. Returns its day. */
async function bookCall(page: Page, path: string, visitor: string): Promise<string> {
  await page.goto(`${path}?zone=America/New_York`);
  const day = (await page.locator("td a[aria-current]").getAttribute("data-day")) ?? "";
  await page.locator(".times a").last().click();
  await page.getByLabel("Your name").fill(visitor);
  await page.getByLabel("Email").fill(`${word()}@example.com`);
  // Another one for each try, or the lead of the one before is found by it.
  await page.getByLabel("Phone").fill(newPhone("(458)"));
  await page.getByRole("button", { name: "Book this call" }).click();
  await expect(page.getByRole("heading", { name: "Your call is booked" })).toBeVisible();
  return day;
}

/** Drags an element sideways into another one. The browser says where it is only when the pointer moves again. */
async function dragTo(page: Page, what: Locator, where: Locator, hovering?: () => Promise<void>) {
  await what.scrollIntoViewIfNeeded();
  const [from, to] = [await what.boundingBox(), await where.boundingBox()];
  if (!from || !to) throw new Error("Not on the screen");
  const y = from.y + from.height / 2;
  await page.mouse.move(from.x + from.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, y, { steps: 8 });
  await page.mouse.move(to.x + to.width / 2 + 4, y + 4);
  await hovering?.();
  await page.mouse.up();
}

test("An owner makes a meeting type, a visitor books it, and the owner moves the call and finds it at the lead", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  test.slow();
  const url = baseURL ?? "";
  await signInAs(page, url, OWNER);
  const { name, path } = await addType(page);
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  const visitor = await browser.newPage({ baseURL: url });
  const day = await bookCall(visitor, path, `Visitor ${name}`);
  // Another person's call on the same day.
  await bookCall(visitor, path, `Guest ${name}`);
  await visitor.close();

  await page.goto(`${WORKSPACE}/calls?week=${day}`);
  const call = page.getByRole("button", { name: new RegExp(`${name} with Visitor`) });
  await expect(call).toBeVisible();
  await checkAccessibility();
  // Dragged to another day, the call asks before it moves, because the visitor gets an email.
  const from = new Date(`${day}T12:00:00Z`).getUTCDay();
  // Not a day before, which may have passed.
  const toDay = Math.min(6, from + 1);
  const to = { name: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][toDay], day: toDay };
  const target = page.getByRole("region", { name: to.name });
  // On its way it shows where it would land.
  await dragTo(page, call, target, () =>
    expect(target.locator("[data-drop-target]")).toHaveText(new RegExp(`^${to.name} \\d+:\\d\\d [AP]M$`)),
  );
  await expect(page.locator("[data-drop-target]")).toHaveCount(0);
  const moving = page.getByRole("dialog", { name: `Move the call with Visitor ${name}` });
  await moving.getByText("Another time").click();
  expect(new Date(await moving.getByLabel("New time").inputValue()).getDay()).toBe(to.day);
  await page.keyboard.press("Escape");
  await expect(moving).toHaveCount(0);

  // A move by key to another day keeps the focus on the call, although the week draws it in another place.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await call.focus();
  await page.keyboard.press("m");
  await moving.getByText("Another time").click();
  const next = new Date(Date.parse(`${day}T12:00:00Z`) + (from === 6 ? 0 : 86_400_000));
  await moving.getByLabel("New time").fill(`${next.toISOString().slice(0, 10)}T21:30`);
  await moving.getByRole("button", { name: /^Move call/ }).click();
  await expect(moving).toHaveCount(0);
  const weekday = next.toLocaleDateString("en-US", { weekday: "short", timeZone: "UTC" });
  const moved = page
    .getByRole("region", { name: weekday })
    .getByRole("button", { name: new RegExp(`with Visitor ${name}, .*9:30`) });
  await expect(moved).toBeFocused();
  await page.keyboard.press("m");
  await expect(moving).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(moving).toHaveCount(0);
  await expect(moved).toBeFocused();
  // In another week there is no one else's call under the keys.
  await page.keyboard.press("m");
  await moving.getByText("Another time").click();
  const later = new Date(next.getTime() + 21 * 86_400_000).toISOString().slice(0, 10);
  await moving.getByLabel("New time").fill(`${later}T21:30`);
  await moving.getByRole("button", { name: /^Move call/ }).click();
  await expect(moved).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 2, name: /–/ })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(moved).toBeVisible();
  // A look at the lead closes the call's card and returns the focus, too.
  await call.click();
  await page.getByRole("button", { name: "Open lead" }).click();
  await expect(page.getByRole("dialog", { name: `Visitor ${name}`, exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(call).toBeFocused();
  await page.emulateMedia({ reducedMotion: "reduce" });

  // Its card opens by mouse and by key, moves it to a free time and returns the focus.
  await call.focus();
  await page.keyboard.press("Enter");
  const card = page.getByRole("dialog", { name: `Call with Visitor ${name}` });
  await expect(card).toContainText("Booked");
  await checkAccessibility();
  await page.keyboard.press("Escape");
  await expect(call).toBeFocused();
  // J and K walk the calls, as in every list. The first and the last one stay.
  const shown = page.locator("[data-call]:visible");
  const keys = async (key: string) => {
    for (const _ of await shown.all()) await page.keyboard.press(key);
  };
  await keys("j");
  await expect(shown.last()).toBeFocused();
  await keys("k");
  await expect(shown.first()).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await keys("j");
  await expect(shown.last()).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 900 });
  await call.click();
  await card.getByRole("button", { name: "Move", exact: true }).click();
  await expect(moving.getByRole("radio", { name: /free times?$/ }).first()).toBeVisible();
  await checkAccessibility();
  await moving.getByRole("button", { name: /^Move call/ }).click();
  await expect(moving.getByText("Choose a time")).toBeVisible();
  await expect(moving.locator("input[name=call-time]").first()).toBeFocused();
  await moving
    .getByRole("radio", { name: /free times?$/ })
    .nth(5)
    .check();
  const time = moving.locator("input[name=call-time]").last();
  const label = await time.evaluate((input) => input.closest("label")?.textContent ?? "");
  await time.check();
  await moving.getByRole("button", { name: /^Move call/ }).click();
  await expect(page.getByText(`Call with Visitor ${name} moved to`).filter({ hasText: label })).toBeVisible();

  // The lead shows it, too, and there it is canceled.
  await page.goto(`${WORKSPACE}/leads?q=${encodeURIComponent(`Visitor ${name}`)}`);
  await page
    .getByRole("link", { name: `Visitor ${name}` })
    .first()
    .click();
  const calls = page.getByRole("region", { name: "Calls" });
  await calls.getByRole("button", { name: "Cancel call" }).click();
  const question = page.getByRole("dialog", { name: `Cancel the call with Visitor ${name}?` });
  await expect(question.getByRole("button", { name: "Keep it" })).toBeFocused();
  await checkAccessibility();
  await question.getByRole("button", { name: "Cancel call" }).click();
  await expect(question).toHaveCount(0);
  await expect(calls).toContainText("Canceled");
  await expect(calls.locator(":focus")).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone")).toBeVisible();
  await expect(calls).toContainText("Booked");
  await expect(page.getByText(`undid the cancellation of ${name}`)).toBeVisible();

  // Without its type, the call has no free times. The focus is in the field for any other time.
  const { client } = await signedInClient(url, OWNER);
  const inWorkspace = ["x-account", WORKSPACE.replace("/workspace/", "")] as const;
  const { data } = await client.rpc("list_meeting_types").setHeader(...inWorkspace);
  const type = (data as { types: { id: string; name: string }[] }).types.find((one) => one.name === name);
  await client.rpc("delete_meeting_type", { p_id: type?.id ?? "" }).setHeader(...inWorkspace);
  await calls.getByRole("button", { name: "Move", exact: true }).click();
  await expect(moving.getByText("Which times")).toHaveCount(0);
  await expect(moving.getByLabel("New time")).toBeFocused();
});

test("An owner gives a meeting type its bookable hours, and visitors see only these", async ({
  page,
  baseURL,
  checkAccessibility,
  expectConsole,
}) => {
  expectConsole(/400/);
  const name = `Hours ${word()}`;
  await signInAs(page, baseURL ?? "", OWNER);
  await page.goto(`${WORKSPACE}/calls/types`);
  await page.getByRole("button", { name: "New meeting type" }).click();
  const dialog = page.getByRole("dialog");
  // All errors show at once.
  await dialog.getByRole("button", { name: "Add meeting type" }).click();
  await expect(dialog.getByText("Enter a name")).toBeVisible();
  await expect(dialog.getByText("Enter a link", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Choose who takes the calls", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await dialog.getByRole("checkbox", { name: "Priya Raman" }).check();
  const hours = dialog.getByRole("group", { name: "Bookable hours" });
  // A new type begins with office hours.
  await expect(hours.getByRole("checkbox", { checked: true })).toHaveCount(5);
  await expect(hours.getByLabel("Bookable from")).toHaveValue("09:00");
  await expect(hours.getByLabel("Bookable until")).toHaveValue("17:00");
  const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
  await expect(hours.getByRole("checkbox").first()).toHaveAccessibleName("Sunday");
  for (const day of days) await hours.getByRole("checkbox", { name: day }).uncheck();
  const save = () => dialog.getByRole("button", { name: "Add meeting type" }).click();
  await save();
  await expect(hours.getByText("Choose at least one day")).toBeVisible();
  await expect(hours.getByRole("checkbox", { name: "Sunday" })).toBeFocused();
  await hours.getByRole("checkbox", { name: "Monday" }).check();
  await hours.getByRole("checkbox", { name: "Wednesday" }).check();
  await hours.getByRole("checkbox", { name: "Any time a host works" }).uncheck();
  const until = hours.getByLabel("Bookable until");
  await until.fill("08:00");
  await save();
  await expect(hours.getByText("The end must be after the start")).toBeVisible();
  await expect(until).toBeFocused();
  await until.fill("09:15");
  await save();
  await expect(hours.getByText("A call of 30 minutes doesn't fit between these times")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  await until.fill("11:00");
  // Beside the form is what visitors will see, at the typed hours. Nothing is saved before the key.
  const preview = dialog.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("heading", { name })).toBeVisible();
  await expect(
    preview
      .getByText(/^Monday, /)
      .or(preview.getByText(/^Wednesday, /))
      .first(),
  ).toBeVisible();
  await expect(preview.getByText(/^(9|10):[03]0\sAM$/).first()).toBeVisible();
  // A new question has the focus, and its error is in sight above the footer.
  await dialog.locator("summary").filter({ hasText: "Questions" }).click();
  await dialog.getByRole("button", { name: "Add question" }).click();
  const question = dialog.getByRole("textbox", { name: "Question 1" });
  await expect(question).toBeFocused();
  await question.fill("Budget");
  await dialog.getByRole("button", { name: "Add question" }).click();
  const second = dialog.getByRole("textbox", { name: "Question 2" });
  await expect(second).toBeFocused();
  await question.press("ControlOrMeta+Enter");
  await expect(second).toBeFocused();
  await expect(second).toHaveAttribute("aria-invalid", "true");
  await expect(second).toHaveAccessibleDescription("Enter the question");
  const [error, footer] = [dialog.getByText("Enter the question"), dialog.getByRole("button", { name: "Cancel" })];
  expect((await error.boundingBox())?.y).toBeLessThan((await footer.boundingBox())?.y ?? 0);
  await second.fill("budget ");
  await second.press("ControlOrMeta+Enter");
  await expect(second).toHaveAccessibleDescription("Question 1 has the same text");
  await second.fill("Size");
  await dialog.getByRole("combobox", { name: "Answer" }).last().selectOption("Dropdown");
  await second.press("ControlOrMeta+Enter");
  await expect(dialog.getByRole("textbox", { name: "Options" })).toBeFocused();
  await expect(dialog.getByText("Enter at least one option")).toBeVisible();
  await dialog.getByRole("button", { name: "Remove question 2" }).click();
  await question.press("ControlOrMeta+Enter");
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText(/Mon, Wed, 9\sAM–11\sAM, Pacific Time/);
  const link = (await row.getByRole("link", { name: /\/book\// }).getAttribute("href")) ?? "";
  await row.getByRole("button", { name: `Edit ${name}` }).click();
  await expect(until).toHaveValue("11:00");
  await expect(hours.getByRole("checkbox", { checked: true })).toHaveCount(2);

  await page.goto(`${new URL(link).pathname}?zone=America/Los_Angeles`);
  const offered = await page.locator("td a").evaluateAll((all) => all.map((one) => one.getAttribute("data-day") ?? ""));
  expect(offered.length).toBeGreaterThan(0);
  expect(offered.filter((day) => ![1, 3].includes(new Date(day).getUTCDay()))).toEqual([]);
  for (const time of await page.locator(".times a").allTextContents()) expect(time).toMatch(/^(9|10):[03]0\sAM$/);
});

test("A person makes a secret address for their calls and ends it, and a wrong calendar is named at its field", async ({
  page,
  baseURL,
  checkAccessibility,
  expectConsole,
}) => {
  expectConsole(/400|422/);
  await signInAs(page, baseURL ?? "", "sales2@example.com");
  await page.goto("/settings?section=calendars");
  const section = page.getByRole("region", { name: "Calendars" });
  await section.getByRole("button", { name: "Create address" }).click();
  const feed = new URL((await section.locator("code").textContent()) ?? "").pathname;
  const answer = await page.request.get(feed);
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
  expect(await answer.text()).toContain("BEGIN:VCALENDAR");
  await checkResponsiveLayout(page, checkAccessibility);
  await section.getByLabel("Calendars that block your time").fill("http://calendar.example.com/me.ics");
  await section.getByRole("button", { name: "Add calendar" }).click();
  await expect(section.getByText(/starting with https/)).toBeVisible();
  await section.getByRole("button", { name: "Revoke address" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Keep" }).click();
  expect((await page.request.get(feed)).status()).toBe(200);
  await section.getByRole("button", { name: "Revoke address" }).click();
  await question.getByRole("button", { name: "Revoke address" }).click();
  await expect(page.getByText("Address revoked")).toBeVisible();
  expect((await page.request.get(feed)).status()).toBe(404);
});

test("A week without own calls shows everyone's, and the choice of one's own stays", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  const whose = selectMenus(page.getByRole("main"), "Whose calls");
  await page.goto("/crm/calls?week=2020-01-06");
  await expect(whose).toHaveText("Everyone's calls");
  await expect(page.getByText("No calls this week")).toBeVisible();
  // The demo has calls ahead. A week without one leads to the next of them.
  await page.getByRole("button", { name: /^Next call: / }).click();
  await expect(page.getByRole("button", { name: /, Booked$/ }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Next call: / })).toBeHidden();
  await page.goto("/crm/calls?week=2020-01-06");
  await expect(page.getByText("No calls this week")).toBeVisible();
  await chooseOption(whose, "My calls");
  await expect(page.getByText("You have no calls this week")).toBeVisible();
  await expect(page).toHaveURL(/who=me/);
});

test("A short call shows its name, time and state, nothing of it is cut off, and pointing at it says all", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", "sales@example.com");
  const held = page.getByRole("button", { name: /, Held$/ });
  // The demo's last calls are in this week or an earlier one.
  for (let back = 0; back < 5 && (await held.count()) === 0; back += 1) {
    const day = new Date(Date.now() - back * 7 * 86_400_000).toISOString().slice(0, 10);
    await page.goto(`/crm/calls?who=all&week=${day}`, { waitUntil: "networkidle" });
  }
  await expect(held.first().locator("svg")).toBeVisible();
  const cut = () => held.evaluateAll((calls) => calls.filter((one) => one.scrollHeight > one.clientHeight).length);
  expect(await cut()).toBe(0);
  await expect(held.first()).toHaveAttribute("title", /\d:\d\d/);
  // A higher window has room for the time below the name, also where two calls share a column.
  await page.setViewportSize({ width: 1440, height: 2000 });
  const times = held.locator("span").filter({ hasText: /^\d+:\d\d\s[AP]M$/, visible: true });
  await expect(times).toHaveCount(await held.count());
  const allWhole = () => times.evaluateAll((all) => all.every((one) => one.scrollWidth <= one.clientWidth));
  expect(await allWhole()).toBe(true);
  expect(await cut()).toBe(0);
  await page.setViewportSize({ width: 1024, height: 2000 });
  await expect(times).toHaveCount(await held.count());
  expect(await allWhole()).toBe(true);
  // Two lines fit into 30 pixels.
  const hidden = () =>
    held.evaluateAll(
      (calls) =>
        calls.filter(
          (one) =>
            one.clientHeight >= 30 &&
            ![...one.querySelectorAll("span")].some(
              (part) => part.checkVisibility() && /^\d+:\d\d/.test(part.textContent),
            ),
        ).length,
    );
  for (const height of [800, 850, 900, 950, 1000]) {
    await page.setViewportSize({ width: 1440, height });
    expect(await hidden()).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 2000 });

  // A wrong outcome is changed on the call's card.
  await held.first().click();
  const card = page.getByRole("dialog", { name: /^Call with / });
  await card.getByRole("button", { name: "Change outcome" }).click();
  const outcome = card.getByRole("group", { name: "Did the call take place?" });
  await expect(outcome.getByRole("button", { name: /^Held/ })).toBeFocused();
  const places = await outcome
    .getByRole("button")
    .evaluateAll((buttons) => buttons.map((button) => button.scrollWidth <= button.clientWidth));
  expect(places).toEqual([true, true, true]);
  // Nothing changes until another outcome is chosen.
  await card.getByRole("button", { name: "Keep Held" }).click();
  await expect(outcome).toBeHidden();
  await expect(card.getByText("Held", { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "Change outcome" }).click();
  await outcome.getByRole("button", { name: /^No-show/ }).click();
  await expect(card.getByText("No-show", { exact: true })).toBeVisible();
  await expect(page.getByText(/ marked as a no-show\. .+ gets an email with a link to book again$/)).toBeVisible();
  // The email waits as long as Undo is offered.
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText(/^Undone: Call with .+ marked as a no-show$/)).toBeVisible();
  await expect(card.getByText("Held", { exact: true })).toBeVisible();

  // When it has left, the undo says so.
  const { client } = await signedInClient(baseURL ?? "", "sales@example.com");
  const id = new URL(page.url()).searchParams.get("call") ?? "";
  const { data: call } = await client.from("bookings").select("email").eq("id", id).single();
  const links = async () =>
    (await localInbox(baseURL ?? "", call?.email)).filter(({ subject }) => subject.startsWith("We missed you")).length;
  const before = await links();
  await card.getByRole("button", { name: "Change outcome" }).click();
  await outcome.getByRole("button", { name: /^No-show/ }).click();
  await expect(card.getByText("No-show", { exact: true })).toBeVisible();
  await expect.poll(links, { timeout: 30_000 }).toBe(before + 1);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText(/^Undone: .+ already got the email with the link$/)).toBeVisible();
  await expect(card.getByText("Held", { exact: true })).toBeVisible();
});
