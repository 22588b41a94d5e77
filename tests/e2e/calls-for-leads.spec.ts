import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { addLead, leadArrives, newPhone } from "../support/crm-leads.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { selectMenus } from "../support/select-menu.ts";
import { serviceClient, signedInClient, signInAs } from "../support/session.ts";

const SLUG = "northside-dental";
const OWNER = "client@example.com";

const newType = (word: string) => ({
  slug: `consult-${word}`,
  name: `Consultation ${word}`,
  minutes: 15,
  buffer_before: 0,
  buffer_after: 0,
  step_minutes: 15,
  notice_minutes: 60,
  horizon_days: 60,
  daily_limit: null,
  location: "phone",
  location_details: "",
  questions: [{ id: "tooth", label: "Which tooth?", kind: "text", required: true }],
  assignment: "person",
  reminders: [],
  is_active: true,
});

/** A lead of Northside Dental, and a kind of call with these hosts. The slug is the type's address. */
async function prepare(hostUrl: string, lead: { email?: string } = {}) {
  const { client, session } = await signedInClient(hostUrl, OWNER);
  const word = randomUUID().slice(0, 8);
  const inWorkspace = async <Answer>(request: {
    setHeader: (name: string, value: string) => PromiseLike<{ data: Answer; error: { message: string } | null }>;
  }) => {
    const { data, error } = await request.setHeader("x-account", SLUG);
    if (error) throw new Error(error.message);
    return data;
  };
  const id = randomUUID();
  await inWorkspace(
    client.rpc("create_lead", {
      p_id: id,
      p_lead: { first_name: "Cleo", last_name: `Vance ${word}`, phone: newPhone(), ...lead },
    }),
  );
  const typeId = randomUUID();
  const type = newType(word);
  await inWorkspace(client.rpc("save_meeting_type", { p_id: typeId, p_type: type, p_hosts: [session.user.id] }));
  return { id, name: `Cleo Vance ${word}`, type, client, inWorkspace };
}

/** Chooses the last free time of a day that has some: another one in each journey of the account, because they have one host. */
async function chooseTime(page: Page, day: number): Promise<void> {
  const dialog = page.getByRole("dialog", { name: /^Book a call/ });
  await dialog
    .getByRole("radio", { name: /[1-9]\d* free times?$/ })
    .nth(day)
    .check();
  await dialog.locator("input[name=call-time]").last().check();
}

test("An owner books a call from a lead's page by keyboard, the lead is told, and Undo takes it back", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const url = baseURL ?? "";
  const { id, name, type } = await prepare(url, { email: `${randomUUID().slice(0, 8)}@example.com` });
  await signInAs(page, url, OWNER);
  await page.goto(`/workspace/${SLUG}/leads/${id}`);
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: `Book a call with ${name}` });
  await dialog.getByLabel("Meeting type").selectOption({ label: `${type.name} (15 minutes)` });
  await chooseTime(page, 2);
  await expect(dialog.getByLabel("Their email")).toHaveCount(0);
  await expect(dialog.getByLabel("Their phone number")).toHaveCount(0);
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: /^Book call/ }).click();
  await expect(dialog.getByText("Check the highlighted fields")).toBeVisible();
  await dialog.getByLabel("Which tooth?").fill("The left one");
  await dialog.getByRole("button", { name: /^Book call/ }).click();
  await expect(dialog).toHaveCount(0);
  const calls = page.getByRole("region", { name: "Calls" });
  await expect(calls).toContainText("The left one");
  await expect(page.getByRole("button", { name: "Stage: Call Booked" })).toBeVisible();
  await expect(page.getByText(`booked ${type.name}`)).toBeVisible();

  await page.getByRole("button", { name: "Undo" }).click();
  // No one was told yet, so nothing of it stays.
  await expect(calls).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Stage: New" })).toBeVisible();
  await expect(page.getByText(`booked ${type.name}`)).toHaveCount(0);
});

test("Who loses the race for a time keeps what they typed, and books the next one for a lead without an address", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/409/);
  const url = baseURL ?? "";
  const email = `${randomUUID().slice(0, 8)}@example.com`;
  const { id, name, type, client, inWorkspace } = await prepare(url);
  await signInAs(page, url, OWNER);
  await page.goto(`/workspace/${SLUG}/leads/${id}`);
  await page.getByRole("button", { name: "Book a call" }).click();
  const dialog = page.getByRole("dialog", { name: `Book a call with ${name}` });
  await dialog.getByLabel("Meeting type").selectOption({ label: `${type.name} (15 minutes)` });
  await chooseTime(page, 3);
  await dialog.getByLabel("Their email").fill(email);
  await dialog.getByLabel("Which tooth?").fill("All of them");
  // A colleague takes the same time in the meantime.
  const other = randomUUID();
  await inWorkspace(
    client.rpc("create_lead", {
      p_id: other,
      p_lead: { first_name: "Faster", email: `fast-${email}`, phone: newPhone() },
    }),
  );
  const times = await inWorkspace(client.rpc("list_meeting_types"));
  const typeId =
    (times as { types: { id: string; slug: string }[] }).types.find(({ slug }) => slug === type.slug)?.id ?? "";
  const chosen = await dialog.locator("input[name=call-time]:checked").getAttribute("value");
  await inWorkspace(
    client.rpc("book_call", {
      p_id: randomUUID(),
      p_lead_id: other,
      p_type_id: typeId,
      p_starts_at: new Date(Number(chosen) * 1000).toISOString(),
      p_sent: { answers: { tooth: "The first" } },
    }),
  );
  // The dialog says so before they try, with the time that was chosen gone.
  await expect(dialog.getByRole("status").filter({ hasText: "Someone else just booked this time" })).toBeVisible();
  await expect(dialog.getByText(/For them, that's|the same time for them/)).toHaveCount(0);
  await dialog.getByRole("button", { name: /^Book call/ }).click();
  await expect(dialog.getByText("Someone else just booked this time")).toBeVisible();
  await expect(dialog.getByLabel("Their email")).toHaveValue(email);
  await expect(dialog.getByLabel("Which tooth?")).toHaveValue("All of them");
  await expect(dialog.locator(`input[name=call-time][value="${chosen}"]`)).toHaveCount(0);
  await dialog.locator("input[name=call-time]").last().check();
  await dialog.getByRole("button", { name: /^Book call/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Calls" })).toContainText("All of them");
  await expect(page.getByText(email).first()).toBeVisible();
  // The step is the call's: its outcome completes it, and it moves with it.
  const step = page.getByRole("region", { name: "Next step" });
  await expect(step.getByRole("link", { name: "Open call" })).toBeVisible();
  await expect(step.getByRole("button", { name: /^(Done|Change)/ })).toHaveCount(0);
  await page.keyboard.press("d");
  await expect(
    page.getByText("This step is a booked call. It's completed when you record the call's outcome."),
  ).toBeVisible();
  await page.keyboard.press("m");
  await expect(page.getByText("This step is a booked call. Move or cancel the call instead.")).toBeVisible();
  // The next booking mentions this call, which can be moved instead.
  await page.getByRole("button", { name: "Book a call" }).click();
  await expect(dialog.getByText(/^They already have a call on /)).toBeVisible();
  await dialog.getByRole("button", { name: "Move that call" }).click();
  await expect(page.getByRole("dialog", { name: /^Move the call with / })).toBeVisible();
});

test("A lent rep books a call for a client's lead from their own Today, and finds it in the palette", async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? "";
  const { id, name, type, client, inWorkspace } = await prepare(url, {
    email: `${randomUUID().slice(0, 8)}@example.com`,
  });
  const { client: rep, session } = await signedInClient(url, "sales2@example.com");
  await inWorkspace(
    client.rpc("change_leads", { p_batch_id: randomUUID(), p_lead_ids: [id], p_changes: { user_id: session.user.id } }),
  );
  const task = { lead_id: id, kind: "call", title: "Call back", due_at: new Date().toISOString() };
  await inWorkspace(rep.from("lead_tasks").insert(task));
  await signInAs(page, url, "sales2@example.com");
  await page.goto("/crm");
  await page.getByRole("main").getByRole("link", { name, exact: true }).click();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("book a call");
  await page.getByRole("option", { name: `Book a call with ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Book a call with ${name}` });
  await dialog.getByLabel("Meeting type").selectOption({ label: `${type.name} (15 minutes)` });
  await chooseTime(page, 4);
  await dialog.getByLabel("Which tooth?").fill("Mine");
  await dialog.getByRole("button", { name: /^Book call/ }).click();
  await expect(page.getByText(`Call with ${name} booked`)).toBeVisible();
});

test("Someone who books a call while they talk to a waiting lead logs that call with it, and Undo takes both back", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const url = baseURL ?? "";
  const { name, email } = await leadArrives(url, { phone: newPhone() });
  const { client } = await signedInClient(url, "sales@example.com");
  const { data } = await client.from("leads").select("id").eq("email", email).single();
  await signInAs(page, url, "sales@example.com");
  await page.goto(`/crm/leads/${data?.id}`);
  const clock = page.getByRole("region", { name: "Clock" });
  await expect(clock.getByText("running")).toBeVisible();
  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: `Book a call with ${name}` });
  const log = dialog.getByRole("checkbox", { name: "Log your call with them as the response" });
  await expect(dialog.getByText("The clock keeps running until you log your response.")).toBeVisible();
  await log.check();
  await expect(dialog.getByText("The history shows a connected call, and the clock stops.")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  // Seven days have four working days or five.
  await chooseTime(page, 3);
  await dialog.getByLabel("What do you sell?").fill("Shoes");
  await dialog.getByRole("button", { name: /^Book call/ }).click();
  await expect(page.getByText(/ and you get an email\. Your response is logged/)).toBeVisible();
  await expect(clock.getByText("running")).toHaveCount(0);
  await expect(page.getByText("Connected", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(clock.getByText("running")).toBeVisible();
  await expect(page.getByRole("button", { name: "Stage: New" })).toBeVisible();
});

test("A host who can't open the lead of their call finds it on Today, sees what they need to prepare, and no link to the lead", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const url = baseURL ?? "";
  const name = `Cleo ${randomUUID().slice(0, 8)}`;
  const [first_name, last_name] = name.split(" ");
  const lead = await addLead(url, { first_name, last_name, company: "Vance Dental", phone: newPhone() });
  const { client } = await signedInClient(url, "sales@example.com");
  await client.rpc("log_activity", { p_id: randomUUID(), p_lead_id: lead, p_kind: "note", p_body: "Prefers mornings" });
  const { session } = await signedInClient(url, "sales2@example.com");
  // The colleague alone holds this kind of call, and it's gone again before a visitor sees it.
  const { client: admin } = await signedInClient(url, "admin@example.com");
  const p_id = randomUUID();
  const p_type = { ...newType(p_id.slice(0, 8)), location: "video", location_details: "https://meet.example/room" };
  await admin.rpc("save_meeting_type", { p_id, p_type, p_hosts: [session.user.id] });
  const p_to = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const { data: free } = await client.rpc("call_times", { p_lead_id: lead, p_type_id: p_id, p_to });
  const starts_at = new Date(((free as { times: number[] }).times.at(-1) ?? 0) * 1000).toISOString();
  const sent = { email: `${name.slice(5)}@visitor.example`, answers: { tooth: "The left one" } };
  const wish = { p_id: randomUUID(), p_lead_id: lead, p_type_id: p_id, p_starts_at: starts_at, p_sent: sent };
  const { error } = await client.rpc("book_call", wish);
  await admin.rpc("delete_meeting_type", { p_id });
  expect(error).toBeNull();
  await signInAs(page, url, "sales2@example.com");
  // As on the day of the call.
  await page.route("**/rpc/crm_today*", async (route) => {
    const response = await route.fetch();
    const call = { id: wish.p_id, account_id: "", starts_at, ends_at: starts_at, title: p_type.name, name };
    const calls = [{ ...call, location: "video", owner: "Sam Rivera" }];
    await route.fulfill({ response, json: { ...(await response.json()), calls } });
  });
  await page.goto("/crm");
  const today = page.getByRole("region", { name: "Your calls" });
  await expect(today.getByRole("listitem")).toContainText("Sam Rivera's lead");
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  await today.getByRole("link", { name }).click();
  const details = page.getByRole("dialog", { name: `Call with ${name}` });
  const about = details.getByLabel("About the lead");
  await expect(about).toContainText("Company: Vance Dental");
  await expect(about).toContainText("Note: Prefers mornings");
  await expect(about.getByRole("link", { name: sent.email })).toBeVisible();
  await expect(details.getByText(/ owns this lead\.$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Open lead" })).toHaveCount(0);
  await checkAccessibility();
  // On a phone, the list shows the call already.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/crm");
  await today.getByRole("link", { name }).click();
  const listed = page.getByRole("listitem").filter({ hasText: name });
  await expect(listed).toBeFocused();
  await expect(listed).toBeInViewport();
  await expect(details).toHaveCount(0);
  await checkResponsiveLayout(page, checkAccessibility);
});

test("A rep without free times of their own is offered anyone's", async ({ page, baseURL }) => {
  const lead = await addLead(baseURL ?? "", { first_name: "Cleo", last_name: "Vance", phone: newPhone() });
  await page.route("**/rpc/call_times", async (route) => {
    const answer = await route.fetch();
    const times = (await answer.json()) as object;
    const { p_host } = route.request().postDataJSON() as { p_host?: string };
    await route.fulfill({ response: answer, json: p_host ? { ...times, times: [], next: null } : times });
  });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${lead}`);
  await expect(page.getByRole("button", { name: "Stage: New" })).toBeVisible();
  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: /^Book a call/ });
  await expect(dialog.getByText("You have no free times on these days or later.")).toBeVisible();
  await dialog.getByRole("button", { name: "Show everyone's times" }).press("Enter");
  await expect(dialog.getByLabel("Host")).toHaveValue("");
  await expect(dialog.locator("input[name=call-time]").first()).toBeVisible();
  expect(await dialog.evaluate((panel) => panel.contains(document.activeElement))).toBe(true);
});

test("A week that shows everyone's calls still does after a call of one's own is booked", async ({ page, baseURL }) => {
  const url = baseURL ?? "";
  const { client, session } = await signedInClient(url, "admin@example.com");
  const name = `Ilse${randomUUID().slice(0, 8)}`;
  const lead = await addLead(url, {
    first_name: name,
    email: `${name}@visitor.example`.toLowerCase(),
    phone: newPhone(),
  });
  const p_id = randomUUID();
  const p_type = { ...newType(p_id.slice(0, 8)), questions: [] };
  await client.rpc("save_meeting_type", { p_id, p_type, p_hosts: [session.user.id] });
  const range = { p_from: new Date(Date.now() + 14 * 86_400_000).toISOString() };
  const p_to = new Date(Date.now() + 28 * 86_400_000).toISOString();
  const { data } = await client.rpc("call_times", { p_lead_id: lead, p_type_id: p_id, ...range, p_to });
  const at = new Date(((data as { times: number[] }).times.at(-1) ?? 0) * 1000).toISOString();
  await page.clock.install();
  await signInAs(page, url, "admin@example.com");
  const whose = selectMenus(page.getByRole("main"), "Whose calls");
  await page.goto(`/crm/calls?week=${at.slice(0, 10)}`);
  await expect(whose).toHaveText("Everyone's calls");
  const booking = { p_id: randomUUID(), p_lead_id: lead, p_type_id: p_id, p_starts_at: at, p_sent: {} };
  expect((await client.rpc("book_call", booking)).error).toBeNull();
  await client.rpc("delete_meeting_type", { p_id });
  // The page reads the calls again, as after its own booking.
  await page.clock.fastForward(60_000);
  await expect(page.getByRole("button", { name: new RegExp(name) }).first()).toBeVisible();
  await expect(whose).toHaveText("Everyone's calls");
});

test("A call that takes place now isn't late, says with which number it was booked, and is in front of the line of now", async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? "";
  const name = `Dina ${randomUUID().slice(0, 8)}`;
  const [first_name, last_name] = name.split(" ");
  const email = `${last_name}@visitor.example`;
  const lead = await addLead(url, { first_name, last_name, email, phone: "+1 207 555 0171" });
  const { client, session } = await signedInClient(url, "sales@example.com");
  const { client: admin } = await signedInClient(url, "admin@example.com");
  const p_id = randomUUID();
  const p_type = { ...newType(p_id.slice(0, 8)), minutes: 60, questions: [] };
  await admin.rpc("save_meeting_type", { p_id, p_type, p_hosts: [session.user.id] });
  const p_to = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const { data: free } = await client.rpc("call_times", { p_lead_id: lead, p_type_id: p_id, p_to });
  const p_starts_at = new Date(((free as { times: number[] }).times.at(-1) ?? 0) * 1000).toISOString();
  const call = { p_id: randomUUID(), p_lead_id: lead, p_type_id: p_id, p_starts_at, p_sent: {} };
  expect((await client.rpc("book_call", call)).error).toBeNull();
  await admin.rpc("delete_meeting_type", { p_id });
  const changes = { p_batch_id: randomUUID(), p_lead_ids: [lead], p_changes: { phone: "+1 207 555 0172" } };
  expect((await client.rpc("change_leads", changes)).error).toBeNull();
  // As at the time of the call.
  const [starts_at = "", ends_at = ""] = [-20, 40].map((minutes) =>
    new Date(Date.now() + minutes * 60_000).toISOString(),
  );
  const service = await serviceClient(url);
  expect((await service.from("bookings").update({ starts_at, ends_at }).eq("id", call.p_id)).error).toBeNull();
  expect((await service.from("lead_tasks").update({ due_at: starts_at }).eq("booking_id", call.p_id)).error).toBeNull();

  await signInAs(page, url, "sales@example.com");
  await page.goto("/crm?scope=mine");
  const row = page.getByRole("region", { name: "Due today" }).getByRole("listitem").filter({ hasText: name });
  await expect(row.getByText("now", { exact: true })).toBeVisible();
  await row.getByRole("link", { name }).focus();
  const preview = page.getByRole("complementary", { name: "Selected lead" });
  await expect(preview.getByText("now", { exact: true })).toBeVisible();
  const booked = "The call was booked with this number. The lead's phone is +1 207 555 0172.";
  await expect(preview.getByText(booked)).toBeVisible();
  await page.goto(`/crm/leads/${lead}`);
  await expect(page.getByRole("region", { name: "Next step" }).getByText("now", { exact: true })).toBeVisible();
  const calls = page.getByRole("region", { name: "Calls" });
  await expect(calls.getByRole("link", { name: "+1 207 555 0171" })).toBeVisible();
  await expect(calls.getByText(booked)).toBeVisible();
  await page.goto(`/crm/leads?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("row", { name }).getByRole("cell", { name: "Call now" })).toBeVisible();

  await page.goto("/crm/calls");
  const block = page.getByRole("button", { name: new RegExp(`with ${name},`) });
  await expect(block).toBeVisible();
  const layer = (element: Element) => Number(getComputedStyle(element).zIndex);
  expect(await page.locator("[data-now]").evaluate(layer)).toBeLessThan(await block.evaluate(layer));
});

test("A time that was clicked in the week is in sight among the many of its day, and beside the button", async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? "";
  const { name, type } = await prepare(url, { email: `${randomUUID().slice(0, 8)}@example.com` });
  await signInAs(page, url, OWNER);
  const week = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/workspace/${SLUG}/calls?who=me&week=${week}`);
  const day = page.getByRole("region", { name: "Wed", exact: true });
  const mark = day.getByText(/^Book \d+:\d\d/);
  await expect(day).toBeVisible();
  // From the end of the day up to its last free time.
  const { width, height } = (await day.boundingBox()) ?? { width: 0, height: 0 };
  for (let down = height - 6; down > 0 && !(await mark.isVisible()); down -= 12)
    await day.hover({ position: { x: width / 2, y: down } });
  const time = ((await mark.textContent()) ?? "").replace("Book ", "");
  await page.mouse.down();
  await page.mouse.up();
  const search = page.getByRole("dialog", { name: "Book a call" });
  await search.getByRole("combobox").fill(name);
  await expect(search.getByRole("option", { name, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Book a call with ${name}` });
  await dialog.getByLabel("Meeting type").selectOption({ label: `${type.name} (15 minutes)` });
  const chosen = dialog.getByRole("radio", { name: time, exact: true });
  await expect(chosen).toBeChecked();
  expect(await dialog.locator("input[name=call-time]").count()).toBeGreaterThan(20);
  await expect(chosen).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByText(new RegExp(`^Wed, \\w+ \\d+, ${time}$`))).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
});
