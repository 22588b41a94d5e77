import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { addLead, newPhone } from "../support/crm-leads.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const REP = "sales@example.com";

async function open(page: Page, url: string) {
  const name = `Wren${crypto.randomUUID().slice(0, 8)}`;
  const email = `${name}@example.com`.toLowerCase();
  const lead = await addLead(url, { first_name: name, email, phone: newPhone() });
  await signInAs(page, url, REP);
  return { name, lead };
}

const find = async (page: Page, name: string) => {
  const dialog = page.getByRole("dialog", { name: "Book a call" });
  await expect(dialog.getByRole("combobox")).toBeFocused();
  await dialog.getByRole("combobox").fill(name);
  await expect(dialog.getByRole("option", { name: new RegExp(name), selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: `Book a call with ${name}` })).toBeVisible();
};

test("A rep presses B in Calls, finds the lead, and books by keyboard", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { name } = await open(page, baseURL ?? "");
  await page.goto("/crm/calls");
  await expect(page.getByRole("button", { name: "Book a call", exact: true })).toBeVisible();
  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: "Book a call" });
  await dialog.getByRole("combobox").fill("nobody-has-this-name");
  await expect(dialog.getByText("No lead matches.")).toBeVisible();
  await checkAccessibility();
  await find(page, name);
  const form = page.getByRole("dialog", { name: `Book a call with ${name}` });
  await expect(form.getByLabel("Meeting type")).toBeFocused();
  await form
    .getByRole("radio", { name: /[1-9]\d* free times?$/ })
    .last()
    .check();
  await form.locator("input[name=call-time]").last().check();
  await form.getByLabel("What do you sell?").fill("Crowns");
  await form.getByRole("button", { name: "Book call" }).press("Enter");
  await expect(page.getByText(`Call with ${name} booked for`)).toBeVisible();
});

test("A click on a free half hour of the week books it, and a click on another one offers the nearest free time", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { name, lead } = await open(page, baseURL ?? "");
  const { client, session } = await signedInClient(baseURL ?? "", REP);
  const p_from = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const p_to = new Date(Date.now() + 14 * 86_400_000).toISOString();
  const { data } = await client.rpc("call_times", { p_lead_id: lead, p_host: session.user.id, p_from, p_to });
  const halves = (data as { times: number[] }).times.filter((time) => time % 1800 === 0);
  const at = new Date((halves[Math.floor(Math.random() * halves.length)] ?? 0) * 1000);
  const words = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", ...options }).format(at);
  const [weekday, time] = [words({ weekday: "short" }), words({ hour: "numeric", minute: "2-digit" })];
  await page.goto(`/crm/calls?who=me&week=${at.toISOString().slice(0, 10)}`);
  const day = page.getByRole("region", { name: weekday, exact: true });
  /** Goes down the day until the pointer is on this time. */
  const point = async (text: string) => {
    await expect(day).toBeVisible();
    const { x, y, width, height } = (await day.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    for (let down = 6; down < height; down += 12) {
      await day.hover({ position: { x: width / 2, y: down } });
      if (await page.getByText(text, { exact: true }).isVisible()) return;
    }
    throw new Error(`No ${text} in ${width} x ${height} at ${x}, ${y}`);
  };
  await point(`Book ${time}`);
  await checkAccessibility();
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByRole("dialog", { name: "Book a call" })).toContainText(`, ${time}. Who is the call with?`);
  await find(page, name);
  const form = page.getByRole("dialog", { name: `Book a call with ${name}` });
  const clicked = form.getByRole("radio", { name: time, exact: true });
  await expect(clicked).toBeChecked();
  await expect(form.getByLabel("Host")).toHaveValue(session.user.id);
  // Whoever chose another time since doesn't get the clicked one back with other people's times.
  await form.locator("input[name=call-time]:not(:checked)").first().check();
  const answered = page.waitForResponse("**/rpc/call_times");
  await form.getByLabel("Host").selectOption("Anyone who's free");
  await answered;
  await expect(clicked).toBeEnabled();
  await expect(form.locator("input[name=call-time]:checked")).toHaveCount(0);
  await form.getByLabel("Host").selectOption({ value: session.user.id });
  await clicked.check();
  await form.getByLabel("What do you sell?").fill("Crowns");
  await form.getByRole("button", { name: "Book call" }).click();
  await expect(page.getByText(`Call with ${name} booked for`)).toBeVisible();
  await expect(page.getByRole("button", { name: new RegExp(`with ${name}`) })).toBeVisible();

  // At night no call takes place. The click says so, and offers the nearest free time.
  await point("Not free");
  await page.mouse.down();
  await page.mouse.up();
  await expect(
    page.getByText(new RegExp(`^${weekday} .* isn't free \\(outside (working|bookable) hours\\)$`)),
  ).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: /^Book \w{3} \d/ }).click();
  await expect(page.getByRole("dialog", { name: "Book a call" })).toContainText("Who is the call with?");
});

test("A week in the past offers no free time, and a click in it says why", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", REP);
  const empty = page.getByText("You have no calls this week.");
  await page.goto("/crm/calls?who=me&week=2020-01-06");
  await expect(empty).toBeVisible();
  await expect(page.getByText("Select a free time to book one.")).toHaveCount(0);
  await page.getByRole("region", { name: "Tue", exact: true }).click({ position: { x: 30, y: 300 } });
  await expect(page.getByText(/^Tue .* is in the past$/)).toBeVisible();
  await page.goto("/crm/calls?who=me&week=2099-01-05");
  await expect(empty).toBeVisible();
  await expect(page.getByText("Select a free time to book one.")).toBeVisible();
});
