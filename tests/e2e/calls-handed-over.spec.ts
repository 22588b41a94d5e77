import { randomUUID } from "node:crypto";
import { expect, test } from "../support/browser-test.ts";
import { addLead, newPhone } from "../support/crm-leads.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const REP = "sales@example.com";
const COLLEAGUE = "sales2@example.com";

/** A booked call of the rep with a new lead, which is the rep's. Its type is gone again before a visitor sees it. */
async function bookedCall(hostUrl: string, buffer_after = 0) {
  const name = `Cleo ${randomUUID().slice(0, 8)}`;
  const [first_name, last_name] = name.split(" ");
  const email = `${last_name}@visitor.example`;
  const lead = await addLead(hostUrl, { first_name, last_name, email, phone: newPhone() });
  const { client: admin } = await signedInClient(hostUrl, "admin@example.com");
  const { client, session } = await signedInClient(hostUrl, REP);
  const p_id = randomUUID();
  const p_type = {
    ...{ slug: `handed-${p_id.slice(0, 8)}`, name: "Strategy call", minutes: 15, buffer_before: 0, buffer_after },
    ...{ step_minutes: 15, notice_minutes: 60, horizon_days: 60, daily_limit: null, questions: [], reminders: [] },
    ...{ location: "video", location_details: "https://meet.example/room", assignment: "person", is_active: true },
  };
  await admin.rpc("save_meeting_type", { p_id, p_type, p_hosts: [session.user.id] });
  const p_to = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const { data: free } = await client.rpc("call_times", { p_lead_id: lead, p_type_id: p_id, p_to });
  // One of many, because other journeys have the same hosts.
  const times = (free as { times: number[] }).times;
  const at = times[Math.floor(Math.random() * times.length)] ?? 0;
  const id = randomUUID();
  const { error } = await client.rpc("book_call", {
    ...{ p_id: id, p_lead_id: lead, p_type_id: p_id, p_starts_at: new Date(at * 1000).toISOString() },
  });
  await admin.rpc("delete_meeting_type", { p_id });
  expect(error).toBeNull();
  return { name, lead, id, starts_at: new Date(at * 1000), host: session.user.id };
}

test("A rep hands a call over to a colleague, Undo gives it back, and the colleague finds it from their bell", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  const url = baseURL ?? "";
  const { name, lead } = await bookedCall(url);
  const { session: colleague } = await signedInClient(url, COLLEAGUE);
  await signInAs(page, url, REP);
  await page.goto(`/crm/leads/${lead}`);
  const calls = page.getByRole("region", { name: "Calls" });
  await calls.getByRole("button", { name: "Hand over" }).click();
  const dialog = page.getByRole("dialog", { name: `Hand over the call with ${name}` });
  await expect(dialog.getByLabel("New host")).toBeFocused();
  await dialog.getByRole("button", { name: /^Hand over/ }).click();
  await expect(dialog.getByText("Choose a colleague")).toBeVisible();
  await expect(dialog.getByLabel("New host")).toBeFocused();
  await dialog.getByLabel("New host").selectOption(colleague.user.id);
  await expect(dialog.getByText(/is free at this time\.$/)).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: /^Hand over/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(calls).not.toContainText("with Theo Lindqvist");
  await expect(page.getByText(/^handed Strategy call on .* over to /)).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(calls).toContainText("with Theo Lindqvist");
  await expect(page.getByText(/^took Strategy call on .* back from /)).toBeVisible();

  await calls.getByRole("button", { name: "Hand over" }).click();
  await dialog.getByLabel("New host").selectOption(colleague.user.id);
  await dialog.getByRole("button", { name: /^Hand over/ }).click();
  await expect(page.getByText(new RegExp(`^Call with ${name} handed over to .*All three get an email$`))).toBeVisible();
  const other = await browser.newPage({ baseURL: url });
  await signInAs(other, url, COLLEAGUE);
  await other.goto("/crm/calls");
  await other.getByRole("button", { name: /^Notifications, \d+ unread$/ }).click();
  const news = other.getByRole("dialog", { name: "Notifications" }).getByRole("listitem").filter({ hasText: name });
  await expect(news).toContainText("Theo Lindqvist handed it over");
  await news.getByRole("button", { name: /has a call with you on/ }).click();
  const card = other.getByRole("dialog", { name: `Call with ${name}` });
  await expect(card).toContainText("Theo Lindqvist owns this lead.");
  await expect(card.getByRole("button", { name: "Hand over" })).toBeVisible();
  await other.close();
});

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

test("A link shows its call late in the evening with all its buttons, also from the same page, where the bell leads again", async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? "";
  const { name, id, starts_at } = await bookedCall(url);
  const { client } = await signedInClient(url, "admin@example.com");
  // 10:37 PM in the browser's zone, where no other journey has calls.
  const moveTo = async (minute: number) => {
    const evening = new Date(`${dayOf(starts_at)}T22:00:00-05:00`);
    evening.setUTCMinutes(minute);
    const { error } = await client.rpc("move_call", { p_booking_id: id, p_starts_at: evening.toISOString() });
    expect(error).toBeNull();
  };
  await moveTo(30 + Math.floor(Math.random() * 10));
  await page.setViewportSize({ width: 1280, height: 560 });
  await signInAs(page, url, REP);
  await page.goto(`/crm/calls?week=${dayOf(starts_at)}&call=${id}`);
  const call = page.getByRole("button", { name: new RegExp(`with ${name}`) });
  const card = page.getByRole("dialog", { name: `Call with ${name}` });
  const expectShown = async () => {
    await expect(card.getByRole("button", { name: "Cancel call" })).toBeInViewport({ ratio: 1 });
    await expect(card.getByText(name)).toBeInViewport({ ratio: 1 });
    await expect(call).toBeInViewport();
  };
  await expectShown();
  await page.keyboard.press("Escape");
  await expect(card).toBeHidden();
  await expect(page).not.toHaveURL(/call=/);
  await call.evaluate((block) => block.closest("div.overflow-auto")?.scrollTo({ top: 0 }));
  await expect(call).not.toBeInViewport();

  await moveTo(45 + Math.floor(Math.random() * 10));
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const bell = page.getByRole("dialog", { name: "Notifications" });
  await bell.getByRole("button", { name: new RegExp(`${name} has a new time for your call`) }).click();
  await expectShown();
  await expect(card.getByText(/10:[45]\d\sPM/)).toBeVisible();
  await page.keyboard.press("Escape");
  await call.focus();
  await page.keyboard.press("a");
  await expect(page.getByRole("dialog", { name: `Hand over the call with ${name}` })).toBeVisible();
});

test("A person who hands over a canceled call learns it, and a colleague's bell says who took it over", async ({
  page,
  baseURL,
  browser,
  expectConsole,
}) => {
  expectConsole(/409 .*rpc\/hand_over_call/);
  const url = baseURL ?? "";
  const { name, lead, id, host } = await bookedCall(url);
  const { client: admin, session: leader } = await signedInClient(url, "admin@example.com");
  const { client, session: colleague } = await signedInClient(url, COLLEAGUE);
  await signInAs(page, url, REP);
  await page.goto(`/crm/leads/${lead}`);
  const calls = page.getByRole("region", { name: "Calls" });
  const give = (to: string, from: string) =>
    admin.rpc("hand_over_call", { p_booking_id: id, p_giver: from, p_taker: to });
  expect((await give(colleague.user.id, host)).error).toBeNull();
  // The colleague can't open the lead. A call that went on to someone else is text only.
  expect((await give(leader.user.id, colleague.user.id)).error).toBeNull();
  const other = await browser.newPage({ baseURL: url });
  await signInAs(other, url, COLLEAGUE);
  await other.goto("/crm/calls");
  const bell = other.getByRole("button", { name: /^Notifications/ });
  const news = other.getByRole("dialog", { name: "Notifications" }).getByRole("listitem").filter({ hasText: name });
  await bell.click();
  await expect(news).toContainText(/has a new host for the call on .* took it over/);
  await news.getByRole("button", { name: /has a new host/ }).click();
  await expect(news).toBeVisible();
  await other.keyboard.press("Escape");
  expect((await give(colleague.user.id, leader.user.id)).error).toBeNull();

  await calls.getByRole("button", { name: "Hand over" }).click();
  const dialog = page.getByRole("dialog", { name: `Hand over the call with ${name}` });
  await expect(dialog.getByRole("option", { name: /^Theo Lindqvist \(you\), / })).toBeAttached();
  await dialog.getByLabel("New host").selectOption(host);
  expect((await client.rpc("cancel_call", { p_booking_id: id })).error).toBeNull();
  await dialog.getByLabel("New host").press("ControlOrMeta+Enter");
  await expect(dialog.getByText("This call was canceled.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Hand over/ })).toHaveCount(0);
  await expect(dialog.getByLabel("New host")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await other.close();
});

test("The bell leads the host of a canceled call to its week, which says so", async ({ page, baseURL }) => {
  const url = baseURL ?? "";
  const { name, id, host } = await bookedCall(url);
  const { client: admin } = await signedInClient(url, "admin@example.com");
  const { session: colleague } = await signedInClient(url, COLLEAGUE);
  // The colleague holds the call and can't open its lead.
  await admin.rpc("hand_over_call", { p_booking_id: id, p_giver: host, p_taker: colleague.user.id });
  expect((await admin.rpc("cancel_call", { p_booking_id: id })).error).toBeNull();
  await signInAs(page, url, COLLEAGUE);
  await page.goto("/crm/calls");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const bell = page.getByRole("dialog", { name: "Notifications" });
  await bell.getByRole("button", { name: new RegExp(`${name} no longer has a call with you`) }).click();
  await expect(page.getByText(new RegExp(`^The call with ${name} on .* was canceled\\.$`))).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText(new RegExp(`^The call with ${name} on .* was canceled\\.$`))).toBeVisible();
});

test("A link to a call that moved on opens its week of today, and says when a colleague has it now", async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? "";
  const { id, name, starts_at, host } = await bookedCall(url);
  const link = `/crm/calls?week=${dayOf(starts_at)}&call=${id}`;
  const { client: admin } = await signedInClient(url, "admin@example.com");
  const { session: colleague } = await signedInClient(url, COLLEAGUE);
  const later = new Date(starts_at.getTime() + (21 + Math.floor(Math.random() * 200)) * 86_400_000);
  const p_starts_at = `${dayOf(later)}T03:${10 + Math.floor(Math.random() * 40)}:00Z`;
  expect((await admin.rpc("move_call", { p_booking_id: id, p_starts_at })).error).toBeNull();
  await signInAs(page, url, REP);
  const card = page.getByRole("dialog", { name: new RegExp(name) });
  await page.goto(link);
  await expect(card).toBeVisible();
  await expect(page.getByText("You don't have this call anymore.")).toHaveCount(0);

  const given = { p_booking_id: id, p_giver: host, p_taker: colleague.user.id };
  expect((await admin.rpc("hand_over_call", given)).error).toBeNull();
  const gone = page.getByText("You don't have this call anymore. A colleague may have taken it over.");
  await page.goto(link);
  await expect(gone).toBeVisible();
  await page.goto(`/crm/calls?call=${randomUUID()}`);
  await expect(gone).toBeVisible();
  await page.goto("/crm/calls?call=no-id");
  await expect(gone).toBeVisible();
  // The lead is still theirs, so they read what became of the call.
  expect((await admin.rpc("cancel_call", { p_booking_id: id })).error).toBeNull();
  await page.goto(link);
  await expect(page.getByText(/^The call on .+ was canceled\.$/)).toBeVisible();
});

test("A dialog about a call says that someone else canceled or moved it in the meantime", async ({ page, baseURL }) => {
  const url = baseURL ?? "";
  const { id, name, starts_at } = await bookedCall(url);
  const { client: admin } = await signedInClient(url, "admin@example.com");
  await signInAs(page, url, REP);
  await page.goto(`/crm/calls?week=${dayOf(starts_at)}&call=${id}`);
  const card = page.getByRole("dialog", { name: new RegExp(name) });
  await card.getByRole("button", { name: "Move" }).click();
  const move = page.getByRole("dialog", { name: `Move the call with ${name}` });
  await expect(move.getByText(/^It's on /)).toBeVisible();
  const later = new Date(starts_at.getTime() + (21 + Math.floor(Math.random() * 200)) * 86_400_000);
  const minute = 10 + Math.floor(Math.random() * 40);
  const p_starts_at = `${dayOf(later)}T04:${minute}:00Z`;
  expect((await admin.rpc("move_call", { p_booking_id: id, p_starts_at })).error).toBeNull();
  await expect(move.getByText(/^It was moved to /)).toBeVisible();
  // A new choice begins at the time that counts now.
  const there = await page.evaluate((at) => new Date(at).toLocaleDateString("sv"), p_starts_at);
  await expect(move.getByLabel("New time")).toHaveValue(new RegExp(`^${there}T\\d\\d:${minute}$`));
  expect((await admin.rpc("cancel_call", { p_booking_id: id })).error).toBeNull();
  await expect(move.getByText("This call was canceled.")).toBeVisible();
  await move.getByRole("button", { name: "Close" }).click();
  await expect(move).toHaveCount(0);
});

test("A dragged call says where it can't land, and stays where it is", async ({ page, baseURL }) => {
  const url = baseURL ?? "";
  const [one, two] = [await bookedCall(url), await bookedCall(url, 30)];
  const { client } = await signedInClient(url, "admin@example.com");
  // A day after those that the other journeys use, and another one when this journey runs again.
  const day = dayOf(new Date(Date.now() + (8 + Math.floor(Math.random() * 300)) * 86_400_000));
  const moveTo = async (p_booking_id: string, hour: number) => {
    const minute = 35 + Math.floor(Math.random() * 9);
    expect(
      (await client.rpc("move_call", { p_booking_id, p_starts_at: `${day}T${hour}:${minute}:00Z` })).error,
    ).toBeNull();
    return hour + minute / 60;
  };
  const hours = [await moveTo(one.id, 20), await moveTo(two.id, 18)] as const;
  await signInAs(page, url, REP);
  await page.goto(`/crm/calls?week=${day}`);
  const call = page.getByRole("button", { name: new RegExp(`with ${one.name}`) });
  const other = page.getByRole("button", { name: new RegExp(`with ${two.name}`) });
  await call.scrollIntoViewIfNeeded();
  const boxes = async () => {
    const [from, to] = [await call.boundingBox(), await other.boundingBox()];
    if (!from || !to) throw new Error("Not on the screen");
    return { from, to };
  };
  const { from } = await boxes();
  await page.mouse.move(from.x + 20, from.y + 5);
  await page.mouse.down();
  // The grid's height follows what it shows, so each try looks again where the calls are.
  const dragAfterOther = (hoursLater: number, problem: string) =>
    expect(async () => {
      const { from, to } = await boxes();
      const hourPx = (from.y - to.y) / (hours[0] - hours[1]);
      await page.mouse.move(to.x + 20, to.y + 5 + hoursLater * hourPx, { steps: 8 });
      await page.mouse.move(to.x + 21, to.y + 5 + hoursLater * hourPx);
      await expect(page.locator("[data-drop-target]")).toHaveText(problem, { timeout: 1000 });
    }).toPass();
  await dragAfterOther(0, "Another call");
  // Between 7:00 and 7:15 PM UTC, where the other call's buffer is.
  await dragAfterOther(19.125 - hours[1], "Buffer between calls");
  await page.mouse.up();
  await expect(page.locator("[data-drop-target]")).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(call).toBeVisible();
});
