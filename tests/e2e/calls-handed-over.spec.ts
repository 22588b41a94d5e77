import { randomUUID } from "node:crypto";
import { expect, test } from "../support/browser-test.ts";
import { addLead, newPhone } from "../support/crm-leads.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const REP = "sales@example.com";
const COLLEAGUE = "sales2@example.com";

/** A booked call of the rep with a new lead, which is the rep's. Its type is gone again before a visitor sees it. */
async function bookedCall(hostUrl: string) {
  const name = `Cleo ${randomUUID().slice(0, 8)}`;
  const [first_name, last_name] = name.split(" ");
  const email = `${last_name}@visitor.example`;
  const lead = await addLead(hostUrl, { first_name, last_name, email, phone: newPhone() });
  const { client: admin } = await signedInClient(hostUrl, "admin@example.com");
  const { client, session } = await signedInClient(hostUrl, REP);
  const p_id = randomUUID();
  const p_type = {
    ...{ slug: `handed-${p_id.slice(0, 8)}`, name: "Strategy call", minutes: 15, buffer_before: 0, buffer_after: 0 },
    ...{ step_minutes: 15, notice_minutes: 60, horizon_days: 60, daily_limit: null, questions: [], reminders: [] },
    ...{ location: "video", location_details: "https://meet.example/room", assignment: "person", is_active: true },
  };
  await admin.rpc("save_meeting_type", { p_id, p_type, p_hosts: [session.user.id] });
  const p_to = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const { data: free } = await client.rpc("call_times", { p_lead_id: lead, p_type_id: p_id, p_to });
  // One of many, because other journeys have the same hosts.
  const times = (free as { times: number[] }).times;
  const at = times[Math.floor(Math.random() * times.length)] ?? 0;
  const { error } = await client.rpc("book_call", {
    ...{ p_id: randomUUID(), p_lead_id: lead, p_type_id: p_id, p_starts_at: new Date(at * 1000).toISOString() },
  });
  await admin.rpc("delete_meeting_type", { p_id });
  expect(error).toBeNull();
  return { name, lead };
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
  await expect(page.getByText(/^handed Strategy call on .* back to Theo Lindqvist/)).toBeVisible();

  await calls.getByRole("button", { name: "Hand over" }).click();
  await dialog.getByLabel("New host").selectOption(colleague.user.id);
  await dialog.getByRole("button", { name: /^Hand over/ }).click();
  await expect(page.getByText(`Call with ${name} handed over to`)).toBeVisible();
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
