import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { chooseOption, selectMenus } from "../support/select-menu.ts";
import { signInAs } from "../support/session.ts";

test.beforeEach(async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
});

const CARDS = [
  "Funnel by entry cohort",
  "First response time (minutes)",
  "Leads by source",
  "Response by rep",
  "Open pipeline and forecast",
  "Median response by hour of arrival",
  "Campaigns",
  "Lost reasons",
  "Booked calls",
];

test("Every figure is in its card, in both themes, wide and narrow", async ({ page, checkAccessibility }) => {
  await page.goto("/crm/analytics");
  for (const card of CARDS) await expect(page.getByRole("region", { name: card, exact: true })).toBeVisible();
  for (const label of ["New leads", "Median first response", "Win rate", "Won value (first year)"])
    await expect(page.getByRole("term").filter({ hasText: label })).toBeVisible();
  for (let width = 768; width <= 1440; width += 64) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => cutContent(page), `at ${width} px`).toEqual([]);
  }
  await checkResponsiveLayout(page, checkAccessibility);
});

/** The cards' tables that scroll sideways, and the labels of their charts that touch. */
function cutContent(page: Page): Promise<string[]> {
  return page.getByRole("main").evaluate(async (main) => {
    // Charts render again one frame after a width change.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const scrolling = [...main.querySelectorAll("table")].flatMap(({ parentElement: box }) =>
      box && box.scrollWidth > box.clientWidth && !box.closest(".sr-only") ? [`scrolls: ${box.textContent}`] : [],
    );
    const touching = [...main.querySelectorAll("[role=region]")].flatMap((card) => {
      const labels = [...card.querySelectorAll("svg text, [aria-hidden] span:not(:has(*))")]
        .map((label) => ({ text: label.textContent, box: label.getBoundingClientRect() }))
        .filter(({ text, box }) => text && box.width > 0);
      return labels.flatMap((one, at) =>
        labels
          .slice(at + 1)
          .filter(
            ({ box }) =>
              Math.min(box.right, one.box.right) > Math.max(box.left, one.box.left) - 2 &&
              // Lines of labels may be close.
              Math.min(box.bottom, one.box.bottom) > Math.max(box.top, one.box.top) + 4,
          )
          .map(({ text }) => `touch: ${one.text}, ${text}`),
      );
    });
    return [...scrolling, ...touching];
  });
}

test("Period, rep and source are part of the address; a figure opens its rows", async ({ page }) => {
  await page.goto("/crm/analytics");
  await expect(page.getByRole("region", { name: "Lost reasons" })).toBeVisible();
  await page.getByText("4 weeks").click();
  const source = selectMenus(page.getByRole("main"), "Source");
  await chooseOption(source, "Referral");
  await expect(page).toHaveURL(/period=4w/);
  await expect(page).toHaveURL(/source=referral/);
  await page.reload();
  await expect(source).toHaveText("Referral");
  await page.getByRole("definition").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/crm\/leads\?filter=/);
  const filter = JSON.parse(new URL(page.url()).searchParams.get("filter") ?? "{}");
  expect(filter.rules.map(({ field, is }: { field: string; is: string }) => `${field} ${is}`)).toEqual([
    "arrived after",
    "arrived before",
    "source eq",
  ]);
});

test("A chart's marks are one tab stop, arrow keys move between them, and Enter opens one", async ({ page }) => {
  await page.goto("/crm/analytics?period=year");
  const marks = page.getByRole("group", { name: "Leads by source and week" }).getByRole("link");
  await marks.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(marks.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/crm\/leads\?filter=/);
});

test("A bar of the hour chart opens the answered leads of that hour", async ({ page }) => {
  await page.goto("/crm/analytics?period=year");
  const bar = page.getByRole("group", { name: "Median response by hour of arrival" }).getByRole("link").first();
  const [, twelve, half] = /^(\d+)\s(AM|PM)/.exec((await bar.getAttribute("aria-label")) ?? "") ?? [];
  const hour = (Number(twelve) % 12) + (half === "PM" ? 12 : 0);
  await bar.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Remove filter Arrival time between / })).toBeVisible();
  const filter = JSON.parse(new URL(page.url()).searchParams.get("filter") ?? "{}");
  expect(filter.rules).toContainEqual({ field: "arrived_hour", is: "eq", value: String(hour) });
  await expect(page.getByRole("table", { name: "Leads" }).locator("[data-lead]").first()).toBeVisible();
});

test("Booked calls are grouped in four ways, and each figure opens its leads", async ({ page }) => {
  await page.goto("/crm/analytics?period=year");
  const card = page.getByRole("region", { name: "Booked calls", exact: true });
  // The funnel's Call Booked is another figure, and both cards say what they count.
  await expect(card.getByText(/^\d+ with a booked call$/)).toBeVisible();
  await expect(card.getByText("The funnel also counts leads that a rep only moved to Call Booked")).toBeVisible();
  const funnel = page.getByRole("region", { name: "Funnel by entry cohort" });
  await expect(funnel.getByText("A stage counts every lead that reached it or a later one")).toBeVisible();
  for (const [group, column] of [
    ["Page", "Landing page"],
    ["Rep", "Rep"],
    ["Type", "Meeting type"],
    ["Source", "Source"],
  ] as const) {
    await card.getByText(group, { exact: true }).first().click();
    await expect(card.getByRole("columnheader", { name: column })).toBeVisible();
  }
  await card.getByText("Type", { exact: true }).click();
  await expect(page).toHaveURL(/calls=types/);
  const row = card.getByRole("row", { name: /^Strategy call / });
  const figure = row.getByRole("link").last();
  const [, , decided] = /^(\d+) of (\d+)$/.exec((await figure.textContent()) ?? "") ?? [];
  await figure.click();
  await expect(page.getByRole("button", { name: "Remove filter Meeting type is Strategy call" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove filter Call is held or a no-show" })).toBeVisible();
  await expect(page.getByText(new RegExp(`^${decided} (leads|of)`)).first()).toBeVisible();
});

test("What became of new leads sums to all of them, and each part opens its leads", async ({ page }) => {
  await page.goto("/crm/analytics");
  const card = page.getByRole("region", { name: "First response time (minutes)" });
  // Not to be confused with the share on Today and the board, which counts leads that wait past their target, too.
  await expect(card.getByText(/^\d+% of answers within target: \d+ of \d+\.$/)).toBeVisible();
  const sentence = card.getByText(/\d+ new leads: /);
  const text = /([\d,]+) new leads: (.*)\.$/.exec((await sentence.textContent()) ?? "");
  const numbers = (text?.[2]?.match(/\d+/g) ?? []).map(Number);
  expect(numbers.reduce((sum, count) => sum + count, 0)).toBe(Number(text?.[1]));
  await card.getByRole("link", { name: /needed no response/ }).click();
  await expect(page.getByRole("button", { name: "Remove filter Response is not needed" })).toBeVisible();
});

test("Each chart is saved as CSV and as an image", async ({ page }) => {
  await page.goto("/crm/analytics");
  for (const [item, name, begins] of [
    ["Save as CSV", /^leads-by-source-team-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/, "\ufeffWeek of,"],
    ["Save as image", /^leads-by-source-team-[\d-]+-to-[\d-]+\.png$/, "\ufffdPNG"],
  ] as const) {
    await page.getByRole("button", { name: "Leads by source: export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: item }).click();
    const file = await download;
    await expect(page.getByRole("menu")).toHaveCount(0);
    expect(file.suggestedFilename()).toMatch(name);
    expect(readFileSync(await file.path(), "utf8").startsWith(begins)).toBe(true);
  }
});

test("An empty period says so and never shows zero percent", async ({ page }) => {
  await page.goto("/crm/analytics?period=custom&from=1999-01-01&to=1999-02-01");
  await expect(page.getByText("No new leads in this period.").first()).toBeVisible();
  await expect(page.getByText("no data for this period").first()).toBeVisible();
  await expect(page.getByText("0%", { exact: true })).toHaveCount(0);
});

test("Both ends of a custom period can be typed, a start after the end is named, and a link with one says so", async ({
  page,
  checkAccessibility,
}) => {
  await page.goto("/crm/analytics?period=custom&from=2026-03-05&to=2026-02-01");
  await expect(page.getByText("The dates in this link aren't valid, so you see the last 12 weeks.")).toBeVisible();
  const from = page.getByLabel("From", { exact: true });
  const to = page.getByLabel("To", { exact: true });
  await to.fill("1999-02-01");
  await expect(to).toHaveAccessibleDescription("The first day is after the last one.");
  await checkAccessibility();
  await expect(page).toHaveURL(/from=2026-03-05&to=2026-02-01/);
  await from.fill("1900-02-01");
  await expect(from).toHaveAccessibleDescription("Choose dates in 1990 or later.");
  // The other end makes it right.
  await from.fill("1999-01-05");
  await expect(page).toHaveURL(/from=1999-01-05&to=1999-02-01/);
  await expect(to).not.toHaveAttribute("aria-invalid");
  await expect(page.getByText(/aren't valid/)).toHaveCount(0);
  await expect(page.getByText("No new leads in this period.").first()).toBeVisible();
});

test("A date that is typed digit by digit counts when it is complete, and a wrong one moves nothing", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto("/crm/analytics?period=custom&from=2026-11-01&to=2026-11-15");
  const card = page.getByRole("region", { name: "Funnel by entry cohort" });
  await expect(card).toBeVisible();
  const from = page.getByLabel("From", { exact: true });
  await from.focus();
  await page.keyboard.type("10012026");
  await expect(from).toHaveValue("2026-10-01");
  await expect(page).toHaveURL(/from=2026-11-01/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=2026-10-01&to=2026-11-15/);
  await expect(from).toHaveValue("2026-10-01");
  const top = async () => (await card.boundingBox())?.y;
  const before = await top();
  const to = page.getByLabel("To", { exact: true });
  await to.focus();
  await page.keyboard.type("09302026");
  await from.focus();
  await expect(to).toHaveAccessibleDescription("The first day is after the last one.");
  expect(await top()).toBe(before);
});
