import { expect, test } from "../support/browser-test.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signInAs } from "../support/session.ts";

/** A client's account whose shifts and rules no other test uses. */
const SCREEN = "/workspace/ember-coaching/shifts";
const OWNER = "client2@example.com";
const MEMBER = "lena@ember.example";

test("An owner edits hours, and adds a pool and a rule that they try on the last leads first", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await signInAs(page, baseURL ?? "", OWNER);
  await page.goto(SCREEN);
  const people = page.getByRole("region", { name: "People" });
  const lena = people.getByRole("listitem", { name: /Lena/ });
  await expect(lena).toContainText("The account's hours");
  await checkAccessibility();

  await lena.getByRole("button", { name: /^Edit hours/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Lena .*'s hours$/ });
  await dialog.getByLabel("Time zone").selectOption("Europe/Berlin");
  const monday = dialog.getByRole("group", { name: "Monday" });
  const isOpen = (day: string) => dialog.getByRole("checkbox", { name: day });
  await dialog.getByRole("button", { name: "All day on Monday" }).click();
  await expect(dialog.getByLabel("Monday shift 1 from")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Copy Monday to other days" }).click();
  await page.getByRole("menuitem", { name: "Every day" }).click();
  await expect(dialog.getByRole("button", { name: /^All day on/, pressed: true })).toHaveCount(7);
  // A day that is open again has its times.
  await dialog.getByRole("button", { name: "All day on Monday" }).click();
  await dialog.getByLabel("Monday shift 1 from").fill("10:00");
  await isOpen("Monday").uncheck();
  await expect(monday).toContainText("Off");
  await isOpen("Monday").check();
  await expect(dialog.getByLabel("Monday shift 1 from")).toHaveValue("10:00");
  for (const day of ["Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]) await isOpen(day).uncheck();
  await dialog.getByLabel("Monday shift 1 from").fill("09:00");
  await dialog.getByLabel("Monday shift 1 to").fill("12:00");
  await dialog.getByRole("button", { name: "Add a shift on Monday" }).click();
  await expect(dialog.getByLabel("Monday shift 2 from")).toHaveValue("13:00");
  await dialog.getByRole("button", { name: "Add a shift on Monday" }).click();
  await dialog.getByRole("button", { name: "Remove Monday shift 3" }).click();
  await dialog.getByLabel("Monday shift 2 from").fill("11:00");
  await dialog.getByLabel("Monday shift 2 to").fill("17:00");
  await dialog.getByLabel("Share of new leads").fill("0");
  await expect(
    dialog.getByText(
      "They get new leads only from forms that name them and from calls booked with them, and no calls that people take in turn.",
    ),
  ).toBeVisible();
  await dialog.getByLabel("Share of new leads").fill("2");
  // Without a pool, it still counts for calls and late leads.
  await expect(
    dialog.getByText("Counts when people take turns for booked calls, and when a late lead goes to someone else."),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Save hours" }).click();
  await expect(dialog.getByText("Shifts on the same day can't overlap")).toBeVisible();
  // Only the field that is wrong is marked.
  await expect(dialog.getByLabel("Monday shift 2 from")).toBeFocused();
  await expect(dialog.locator("[aria-invalid=true]")).toHaveCount(1);
  await checkAccessibility();
  await dialog.getByLabel("Monday shift 2 from").fill("13:00");
  await dialog.getByRole("button", { name: "Save hours" }).click();
  await expect(dialog).toBeHidden();
  await expect(lena).toContainText("Mon 9:00 AM – 12:00 PM, 1:00 PM – 5:00 PM · Berlin, Central European Time");
  // A night shift is one entry, and stays one.
  await lena.getByRole("button", { name: /^Edit hours/ }).click();
  await dialog.getByLabel("Monday shift 2 to").fill("06:00");
  await expect(dialog.getByText("the next day", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Save hours" }).click();
  await expect(lena).toContainText("Mon 9:00 AM – 12:00 PM, 1:00 PM – 6:00 AM");
  await lena.getByRole("button", { name: /^Edit hours/ }).click();
  await expect(dialog.getByLabel("Monday shift 2 to")).toHaveValue("06:00");
  await expect(dialog.getByLabel("Tuesday shift 1 from")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "On shift now" })).toBeVisible();
  const week = page.getByRole("region", { name: "This week" });
  await expect(week.getByText(/on shift/)).toBeVisible();
  await week.getByRole("button", { name: "Next week" }).click();
  const row = page.getByRole("region", { name: "Next week" }).getByRole("listitem").filter({ hasText: "Lena" });
  await expect(row.getByText(/^\d+(:\d\d)?\s[AP]M–/).first()).toBeVisible();
  await page.getByRole("button", { name: "Previous week" }).click();
  await checkResponsiveLayout(page, checkAccessibility);

  await page.getByRole("button", { name: "Add pool" }).click();
  const pool = page.getByRole("region", { name: "Pools" }).getByRole("listitem").first();
  await expect(pool.getByLabel("Name")).toBeFocused();
  await pool.getByLabel("Name").fill("Closers");
  // A pool without people would give its leads to no one.
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(pool.getByText("Choose at least one person")).toBeVisible();
  await expect(pool.getByRole("checkbox").first()).toBeFocused();
  await checkAccessibility();
  for (const box of await pool.getByRole("checkbox").all()) await box.check();
  await page.getByRole("button", { name: "Add rule" }).click();
  const rule = page.getByRole("listitem", { name: "Rule 1" });
  await expect(rule.getByText("Matches every lead.")).toBeVisible();
  // The focus follows a rule that moves, also to the last and the first place.
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.getByRole("button", { name: "Add rule" }).click();
  await button("Move rule 2 up").press("Enter");
  await expect(button("Move rule 1 down")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(button("Move rule 2 up")).toBeFocused();
  await button("Remove rule 2").click();
  await rule.getByRole("button", { name: "Add condition" }).click();
  await page.getByRole("menuitem", { name: "Source" }).click();
  await rule.getByRole("checkbox", { name: "Landing page" }).check();
  await expect(rule.getByLabel("Goes to")).toHaveValue(/^pool /);
  await page.getByRole("button", { name: "Test with leads from forms" }).click();
  const trial = page.getByRole("region", { name: "Trial" });
  await expect(trial.getByRole("list", { name: "Leads per person" }).getByRole("listitem").first()).toBeVisible();
  await checkAccessibility();
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Rules saved")).toBeVisible();
  await expect(page.locator(":focus")).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole("region", { name: "Pools" }).getByLabel("Name")).toHaveValue("Closers");
  await expect(lena).toContainText(/Gets \d of every \d leads that go to Closers/);
  await expect(rule.getByRole("checkbox", { name: "Landing page" })).toBeChecked();

  // Discard also replaces words that were typed after they were saved.
  await rule.getByRole("button", { name: "Add condition" }).click();
  await page.getByRole("menuitem", { name: "Campaign contains" }).click();
  const words = rule.getByRole("textbox", { name: "Campaign contains" });
  await words.fill("spring, summer");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Rules saved")).toBeVisible();
  await words.fill("spring, summer, fall, ");
  await expect(words).toHaveValue("spring, summer, fall, ");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(words).toHaveValue("spring, summer");
});

test("The value in a rule is an amount in the agency's currency", async ({ page, baseURL, checkAccessibility }) => {
  await page.route("**/rpc/team_shifts*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), currency: "jpy" } });
  });
  await signInAs(page, baseURL ?? "", OWNER);
  await page.goto(SCREEN);
  const rules = page.getByRole("region", { name: "Rules" });
  await page.getByRole("button", { name: "Add rule" }).click();
  const rule = rules.getByRole("listitem").last();
  await rule.getByRole("button", { name: "Add condition" }).click();
  await page.getByRole("menuitem", { name: "Value from" }).click();
  const field = rule.getByRole("textbox", { name: "Value from" });
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(rule.getByText("Enter an amount, such as 4,450")).toBeVisible();
  await expect(field).toBeFocused();
  await checkAccessibility();
  await field.fill("450,000");
  await expect(rule.getByText("the value is at least ¥450,000,")).toBeVisible();
  await field.fill("450k");
  await expect(rule.getByText("the value is at least ¥450,000,")).toBeVisible();
  await field.fill("a lot");
  await expect(rule.getByText("the value is missing")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(field).toHaveCount(0);
});

test("A person marks themselves as away in two clicks, and undoes it", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await signInAs(page, baseURL ?? "", MEMBER);
  await page.goto(SCREEN);
  const own = page.getByRole("region", { name: "People" }).getByRole("listitem", { name: /Lena/ });
  await own.getByRole("button", { name: /^Mark .* as away$/ }).click();
  await checkAccessibility();
  await page.getByRole("button", { name: "Away today" }).click();
  await expect(own.getByText(/^Away until/).first()).toBeVisible();
  // Its result appears under the pointer that rests there, and goes all the same.
  const undo = page.getByRole("button", { name: "Undo" });
  const requests = "**/rest/v1/**";
  await page.route(requests, async (route) => {
    await expect(undo).toHaveCount(0);
    await route.continue();
  });
  await undo.click();
  await expect(own.getByText(/^Away until/)).toHaveCount(0);
  await expect(page.getByText("You're no longer marked as away")).toBeVisible();
  await page.unroute(requests);
  await expect(page.getByText("You're no longer marked as away")).toHaveCount(0);
  // The undo key knows both changes, too.
  await own.getByRole("button", { name: /^Mark .* as away$/ }).click();
  await page.getByRole("button", { name: "Away today" }).click();
  await expect(own.getByText(/^Away until/).first()).toBeVisible();
  const end = await own
    .getByText(/^Away until/)
    .last()
    .textContent();
  // The sidebar has the name beside the end, and both in full in its title.
  await expect(page.getByTitle(/^Lena .* is away until .*, .* Time$/)).toContainText(/Lena .*away until /);
  await own.getByRole("button", { name: "Remove absence" }).click();
  await expect(own.getByText(/^Away until/)).toHaveCount(0);
  await expect(page.getByText("Absence removed")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(own.getByText(/^Away until/).last()).toHaveText(end ?? "");

  // A vacation ahead has its days. Until then, the person isn't away.
  await own.getByRole("button", { name: "Remove absence" }).click();
  await expect(own.getByText(/^Away until/)).toHaveCount(0);
  await own.getByRole("button", { name: /^Mark .* as away$/ }).click();
  const popover = page.getByRole("dialog", { name: "Away" });
  const [from, until] = [popover.getByLabel("From"), popover.getByLabel("Until the end of")];
  const year = Number((await from.inputValue()).slice(0, 4)) + 1;
  const markAway = page.getByRole("button", { name: "Mark as away", exact: true });
  await markAway.click();
  await expect(until).toBeFocused();
  await expect(page.getByText("Choose a day")).toBeVisible();
  await from.fill(`${year}-12-10`);
  await until.fill(`${year}-12-09`);
  await markAway.click();
  await expect(page.getByText(`Choose Dec 10, ${year} or a later day`)).toBeVisible();
  await expect(until).toBeFocused();
  await checkAccessibility();
  await until.fill(`${year}-12-20`);
  await markAway.click();
  const vacation = own.getByText(`Away Dec 10 – Dec 20, ${year}`);
  await expect(vacation).toBeVisible();
  await expect(page.getByText(/^You are away Dec 10 – Dec 20, \d{4}$/)).toBeVisible();
  await expect(page.getByTitle(/^Lena .* is away until/)).toHaveCount(0);
  await expect(own.getByText(/^(On|Off) shift$/)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(vacation).toHaveCount(0);
  // Rules, and the hours of others, are for those who lead.
  await expect(page.getByRole("region", { name: "Rules" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Edit hours/ })).toHaveCount(1);
});

test("On a phone, commas separate the shifts of a day", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, baseURL ?? "", MEMBER);
  await page.route("**/rest/v1/rpc/team_shifts*", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const self = answer.people.find((one: { is_self: boolean }) => one.is_self);
    const mon = [
      ["09:00", "12:00"],
      ["13:00", "17:00"],
    ];
    self.rota = { time_zone: answer.time_zone, hours: { mon }, capacity: null, weight: 1, updated_at: answer.now };
    self.absences = [];
    await route.fulfill({ response, json: answer });
  });
  await page.goto(SCREEN);
  const shifts = page.getByRole("list", { name: "Shifts", exact: true });
  // Next week, so that no holiday of this one matters.
  await page.getByRole("button", { name: "Next week" }).click();
  await expect(shifts.getByText("Mon", { exact: true }).first().locator("..")).toHaveText("Mon 9 AM–12 PM, 1 PM–5 PM");
});
