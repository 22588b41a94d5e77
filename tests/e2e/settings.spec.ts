import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { linkIn, readMail } from "../support/inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { newAdmin } from "../support/new-admin.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { apiClient, newEmail, signedInClient, signInAs } from "../support/session.ts";

const NEXT = "another-Fair-password-8";
const region = (page: Page, name: string) => page.getByRole("region", { name });

async function openAs(page: Page, url: string, account: { email: string; password: string }, section: string) {
  await signInAs(page, url, account.email, account.password);
  await page.goto(`/settings?section=${section}`);
}

test("An admin searches the settings by what is in them, and Enter opens the first section found", async ({
  page,
  baseURL,
}) => {
  const list = page.getByRole("navigation", { name: "Settings" });
  await signInAs(page, baseURL ?? "", "admin@example.com");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/settings?section=profile");
    const search = page.getByRole("searchbox", { name: "Search settings" });
    await search.fill("lost reason");
    await expect(list.getByRole("link")).toHaveText(["Pipeline"]);
    await search.press("Enter");
    await expect(page).toHaveURL(/section=pipeline$/);
    await expect(search).toHaveValue("");
    await search.fill("no such setting");
    await expect(page.getByText("No matching settings.")).toBeVisible();
  }
});

test("The sections are a list at the side with the chosen one in the address, and a select on a phone", async ({
  page,
  baseURL,
}) => {
  await openAs(page, baseURL ?? "", await newAccount(baseURL ?? "", "client"), "profile");
  const list = page.getByRole("navigation", { name: "Settings" });
  await list.getByRole("link", { name: "Password" }).click();
  await expect(page).toHaveURL(/section=password$/);
  await expect(region(page, "Password")).toBeVisible();
  await expect(list.getByRole("link", { name: "Password" })).toHaveAttribute("aria-current", "page");
  await expect(list.getByRole("link", { name: "Agency details" })).toHaveCount(0);
  await page.goBack();
  await expect(region(page, "Profile")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(list).toBeHidden();
  await page.getByLabel("Section").selectOption("Appearance");
  await expect(region(page, "Appearance")).toBeVisible();
  // A client has no agency section.
  await page.goto("/settings?section=agency");
  await expect(region(page, "Profile")).toBeVisible();
});

test("A profile is saved only if it changed, its text survives a failure, and leaving asks for confirmation", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/503/);
  const account = await newAccount(baseURL ?? "", "client");
  await openAs(page, baseURL ?? "", account, "profile");
  const save = page.getByRole("button", { name: "Save profile" });
  await expect(page.getByLabel("First name")).toHaveValue("Nova");
  await expect(save).toBeDisabled();
  await page.getByLabel("Company").fill("Fern & Co");
  await page.getByRole("link", { name: "Password" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByLabel("Company")).toHaveValue("");
  await expect(page.getByLabel("First name")).toBeFocused();
  // A first name can change, but not disappear.
  await page.getByLabel("First name").fill(" ");
  await save.click();
  await expect(page.getByLabel("First name")).toHaveAccessibleDescription("Enter your first name");
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.getByLabel("First name").fill("Nova");
  await page.getByLabel("Company").fill("x".repeat(201));
  await save.click();
  await expect(page.getByText("Use at most 200 characters")).toBeVisible();
  await expect(page.getByLabel("Company")).toBeFocused();
  await page.getByLabel("Company").fill("Fern & Co");
  await page.route("**/rest/v1/profiles*", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 503, json: { message: "down" } }) : route.continue(),
  );
  await save.click();
  await expect(page.getByText(/Your profile couldn't be saved/)).toBeVisible();
  await expect(page.getByLabel("Company")).toHaveValue("Fern & Co");
  await page.unroute("**/rest/v1/profiles*");
  await page.keyboard.press("Tab");
  await page.getByLabel("Company").press("Enter");
  await expect(page.getByText("Profile saved")).toBeVisible();
  await expect(save).toBeDisabled();
  await page.getByLabel("Last name").fill("Fern");
  await save.press("Enter");
  await expect(save).toBeDisabled();
  await expect(save).toBeFocused();
  await page.reload();
  await expect(page.getByLabel("Company")).toHaveValue("Fern & Co");
});

test("A password change needs the current one, shows the server's reasons, and ends other sessions", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/400|422/);
  const account = await newAccount(baseURL ?? "", "client");
  const elsewhere = await signedInClient(baseURL ?? "", account.email, PASSWORD);
  await openAs(page, baseURL ?? "", account, "password");
  const current = page.getByLabel("Current password");
  const fill = async (old: string, next: string) => {
    await current.fill(old);
    await page.getByLabel("New password", { exact: true }).fill(next);
    await page.getByLabel("Confirm new password").fill(next);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await fill("not-my-password", NEXT);
  await expect(page.getByText("This isn't your current password")).toBeVisible();
  await expect(current).toBeFocused();
  // The link of someone who forgot it goes to their own address, and they stay signed in.
  await page.getByRole("button", { name: "Forgot it?" }).click();
  await expect(page.getByText(`We sent a link to ${account.email}.`)).toBeVisible();
  const forgotten = await readMail(baseURL ?? "", account.email, /new password/);
  expect(linkIn(forgotten)).toContain("recovery");
  expect(forgotten.text).toContain(`reset the password for ${account.email}`);
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue(NEXT);
  // One message says what is wrong with it.
  await fill(PASSWORD, "password");
  await expect(page.getByText(/too common/)).toHaveText(/^Please choose a stronger password/);
  await fill(PASSWORD, NEXT);
  await expect(page.getByText("Password updated successfully!")).toBeVisible();
  await expect(current).toHaveValue("");
  const again = await apiClient(baseURL ?? "");
  expect((await again.auth.signInWithPassword({ email: account.email, password: PASSWORD })).error).not.toBeNull();
  expect((await again.auth.signInWithPassword({ email: account.email, password: NEXT })).error).toBeNull();
  expect((await elsewhere.client.auth.refreshSession()).error).not.toBeNull();
});

test("A new address waits for its confirmation, which can be sent again, canceled and completed", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/400|401|403/);
  const account = await newAccount(baseURL ?? "", "client");
  await openAs(page, baseURL ?? "", account, "email");
  const ask = async (email: string, password: string) => {
    await page.getByLabel("New address").fill(email);
    await page.getByLabel("Current password").fill(password);
    await page.getByRole("button", { name: "Change email" }).click();
  };
  await ask(account.email.toUpperCase(), PASSWORD);
  await expect(page.getByText("This is already your email")).toBeVisible();
  const wrong = newEmail("mistyped");
  await ask(wrong, "not-my-password");
  await expect(page.getByText("This isn't your current password")).toBeVisible();
  await ask(wrong, PASSWORD);
  await expect(page.getByText(`${wrong} isn't confirmed yet`)).toBeVisible();
  await readMail(baseURL ?? "", account.email, /address|e-?mail/i);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText(`Sent to ${wrong} again.`)).toBeVisible();
  const dead = linkIn(await readMail(baseURL ?? "", wrong, /./));
  await page.getByRole("button", { name: "Cancel change" }).press("Enter");
  await expect(page.getByText(/Change canceled/)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByText(`${wrong} isn't confirmed yet`)).toHaveCount(0);
  await fetch(dead, { redirect: "manual" });
  const other = await apiClient(baseURL ?? "");
  expect((await other.auth.signInWithPassword({ email: wrong, password: PASSWORD })).error).not.toBeNull();
  const right = newEmail("moved");
  await ask(right, PASSWORD);
  await expect(page.getByText(`${right} isn't confirmed yet`)).toBeVisible();
  await page.goto(linkIn(await readMail(baseURL ?? "", right, /./)));
  await expect(page.getByText(`Your email address is now ${right}`)).toBeVisible();
  await expect(page).toHaveURL(/\/settings\?section=email$/);
  await expect(page.getByText(`You sign in with ${right}.`)).toBeVisible();
  expect((await other.auth.signInWithPassword({ email: right, password: PASSWORD })).error).toBeNull();
});

test("Sessions are listed, ended one by one or all others at once, and the page says if one ended elsewhere", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/404/);
  const account = await newAccount(baseURL ?? "", "client");
  const others = [
    await signedInClient(baseURL ?? "", account.email, PASSWORD),
    await signedInClient(baseURL ?? "", account.email, PASSWORD),
    await signedInClient(baseURL ?? "", account.email, PASSWORD),
  ];
  await page.goto("/auth");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL(/client-dashboard/);
  await page.goto("/settings?section=sessions");
  const list = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  const own = list.filter({ hasText: "this session" });
  // Three sessions, this one, and the one from the confirmation link.
  await expect(list).toHaveCount(5);
  await expect(own).toContainText(/Chrome on.*127\.0\.0\.1/);
  await expect(own.getByRole("button")).toHaveCount(0);
  const programs = list.getByRole("button", { name: "Sign out A program, not a browser" });
  await programs.first().click();
  await expect(list).toHaveCount(4);
  // The other sessions sign out by themselves, without this page's knowledge.
  for (const { client } of others) await client.auth.signOut({ scope: "local" });
  await programs.first().click();
  await expect(page.getByText("This session has already ended.")).toBeVisible();
  await expect(list).toHaveCount(2);
  const late = await signedInClient(baseURL ?? "", account.email, PASSWORD);
  await page.reload();
  await page.getByRole("button", { name: "Sign out 2 other devices" }).click();
  await expect(list).toHaveCount(1);
  expect((await late.client.auth.refreshSession()).error).not.toBeNull();
});

for (const way of ["a reload", "a click"])
  test(`After ${way}, a session that ended elsewhere leads to sign-in, which says why`, async ({
    page,
    baseURL,
    expectConsole,
  }) => {
    // The browser notes the refused call and the refused refresh, and nothing else.
    expectConsole(/40[01] \(/);
    const account = await newAccount(baseURL ?? "", "client");
    const elsewhere = await signedInClient(baseURL ?? "", account.email, PASSWORD);
    await openAs(page, baseURL ?? "", account, "profile");
    await expect(page.getByLabel("First name")).toHaveValue("Nova");
    await elsewhere.client.auth.signOut({ scope: "global" });
    if (way === "a reload") await page.reload();
    else await page.getByRole("link", { name: "Sessions" }).click();
    await expect(page).toHaveURL(/\/auth\?ended=1/);
    await expect(page.getByText("Your session ended. You signed out somewhere else")).toBeVisible();
  });

test("A client downloads their own data, and asks for the deletion of their account", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const account = await newAccount(baseURL ?? "", "client", { first_name: "Dina", last_name: "Leaves" });
  await signInAs(page, baseURL ?? "", account.email, PASSWORD);
  await page.goto("/settings?section=data");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const data = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  expect(data).toMatchObject({ email: account.email, profile: { first_name: "Dina" }, roles: [{ role: "client" }] });
  await page.getByRole("button", { name: "Ask for deletion" }).click();
  await checkAccessibility();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send request" }).click();
  await expect(
    page.getByText(/^You asked for this .* Your account stays as it is until an admin answers\./),
  ).toBeVisible();
  // It knows after a reload, and the same from another tab is the same request.
  await page.reload();
  await expect(page.getByText(/^You asked for this/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Ask for deletion" })).toHaveCount(0);
  await checkResponsiveLayout(page, checkAccessibility);
  const { client } = await signedInClient(baseURL ?? "", account.email, PASSWORD);
  const asked = await client.from("change_requests").select("message, status").eq("user_id", account.id);
  expect(asked.data).toEqual([{ message: "Please delete my account and my personal data.", status: "open" }]);
  await page.getByRole("link", { name: "See your request" }).click();
  await expect(page.getByRole("region", { name: "Your requests" })).toContainText("Please delete my account");
});

test("Notification settings are saved at once, revert if that fails, and name the emails that are always sent", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/503/);
  await openAs(page, baseURL ?? "", await newAccount(baseURL ?? "", "client"), "notifications");
  const receipt = page.getByRole("checkbox", { name: "Payment received" });
  await expect(receipt).toBeChecked();
  await expect(page.getByText("Always sent:")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Sign-ups to approve" })).toHaveCount(0);
  const kept = page.waitForResponse((response) => response.url().includes("notification_choices") && response.ok());
  await receipt.uncheck();
  await kept;
  await page.reload();
  await expect(receipt).not.toBeChecked();
  await page.route("**/rest/v1/notification_choices*", (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole("checkbox", { name: "Retainer renewing" }).click();
  await expect(page.getByText(/“Retainer renewing” couldn't be changed/)).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Retainer renewing" })).toBeChecked();
});

test("A client finds the plan in the settings, with a link to the payment provider", async ({ page, baseURL }) => {
  await openAs(page, baseURL ?? "", await newAccount(baseURL ?? "", "client"), "plan");
  await expect(region(page, "Premium plan")).toContainText("7-day free trial");
  await page.getByRole("button", { name: "Start free trial" }).click();
  await expect(page).toHaveURL(/\/dev\/pay\//);
  await page.goto("/settings");
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await expect(page).toHaveURL(/\/client-dashboard$/);
});

test.describe("The agency's settings", () => {
  // These tests share one row, and restore their changes.
  test.describe.configure({ mode: "serial" });

  test("tell the second of two admins, overwrite nothing, and can load the new values", async ({ page, baseURL }) => {
    const admin = await newAdmin(baseURL ?? "");
    await openAs(page, baseURL ?? "", admin, "agency");
    const phone = page.getByLabel("Phone");
    const save = page.getByRole("button", { name: "Save details" });
    await expect(phone).toHaveValue("(503) 555-0142");
    await phone.fill("+1 212 555 0100");
    // A change of another field is not a conflict.
    await admin.client.from("agency_settings").update({ speed_to_lead_minutes: 6 }).eq("id", true);
    await save.click();
    await expect(page.getByText("Agency details saved")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(phone).toHaveValue("(503) 555-0142");
    await phone.fill("+1 212 555 0111");
    await admin.client
      .from("agency_settings")
      .update({ phone: "+1 212 555 0199", speed_to_lead_minutes: 5 })
      .eq("id", true);
    await save.click();
    await expect(page.getByRole("alert")).toContainText("Someone else changed this while you were editing");
    await expect(phone).toHaveValue("+1 212 555 0111");
    const { data } = await admin.client.from("agency_settings").select("phone").single();
    expect(data?.phone).toBe("+1 212 555 0199");
    await page.getByRole("button", { name: "Load latest version" }).click();
    await expect(phone).toHaveValue("+1 212 555 0199");
    await phone.fill("(503) 555-0142");
    await save.click();
    await expect(save).toBeDisabled();
  });

  test("say how emails and PDF files write, by region", async ({ page, baseURL }) => {
    const admin = await newAdmin(baseURL ?? "");
    await openAs(page, baseURL ?? "", admin, "agency");
    const region = page.getByLabel("Region");
    await expect(page.getByText(/Emails and PDF files use formats such as .* and \$1,234\.50\./)).toBeVisible();
    await region.selectOption({ label: "Germany" });
    await expect(page.getByText(/such as \d+ \w+ 20\d\d and 1\.234,50\s\$\./)).toBeVisible();
    await page.getByRole("button", { name: "Save details" }).click();
    await expect(page.getByText("Agency details saved")).toBeVisible();
    const { data } = await admin.client.from("agency_settings").select("locale").single();
    expect(data?.locale).toBe("de-DE");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(region).toHaveValue("en-US");
  });

  test("validate and save hours, holidays, zone and target", async ({ page, baseURL }) => {
    const admin = await newAdmin(baseURL ?? "");
    const { data: before } = await admin.client.from("agency_settings").select("*").single();
    await openAs(page, baseURL ?? "", admin, "hours");
    const save = page.getByRole("button", { name: "Save working hours" });
    await expect(page.getByLabel("Time zone")).toHaveValue("America/Los_Angeles");
    await expect(save).toBeDisabled();
    await page.getByLabel("Same hours every day").uncheck();
    await page.getByLabel("Monday from").fill("19:00");
    await page.getByLabel("Monday to").fill("18:00");
    await page.getByLabel("Speed-to-lead target").fill("0");
    await save.click();
    await expect(page.getByText("Enter a whole number from 1 to 1,440")).toBeVisible();
    await expect(page.getByText("The end time must be after the start time")).toBeVisible();
    await expect(page.getByLabel("Speed-to-lead target")).toBeFocused();
    await page.getByLabel("Time zone").selectOption("America/Chicago");
    await page.getByLabel("Monday from").fill("08:30");
    await page.getByLabel("Speed-to-lead target").fill("7");
    await page.getByRole("checkbox", { name: "Saturday" }).uncheck();
    await page.getByLabel("Name", { exact: true }).fill("Founders' day");
    await page.getByLabel("Name", { exact: true }).press("Enter");
    await expect(page.getByLabel("Add a holiday")).toBeFocused();
    await expect(page.getByLabel("Add a holiday")).toHaveAccessibleDescription("Enter a date");
    // The first of two on one day stays, and so does what is typed.
    await page.getByLabel("Add a holiday").fill("2027-12-24");
    await save.click();
    await expect(page.getByLabel("Add a holiday")).toHaveAccessibleDescription("Dec 24, 2027 is already Christmas Day");
    await expect(page.getByLabel("Add a holiday")).toBeFocused();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Founders' day");
    await page.getByLabel("Add a holiday").fill("2027-05-03");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const holidays = page.getByRole("list", { name: "Holidays" });
    await expect(holidays.getByRole("listitem").filter({ hasText: "May 3, 2027" })).toContainText("Founders' day");
    await expect(holidays.getByRole("listitem").filter({ hasText: "Dec 24, 2027" })).toContainText("Christmas Day");
    await page.getByRole("button", { name: "Remove Dec 24, 2027" }).click();
    // One click adds what is missing of this year's and the next year's federal holidays.
    await page.getByRole("button", { name: /Add US federal holidays/ }).click();
    await expect(holidays.getByText("Dec 24, 2027")).toBeVisible();
    await expect(page.getByRole("button", { name: /Add US federal holidays/ })).toHaveCount(0);
    await page.getByRole("button", { name: "Remove Dec 24, 2027" }).click();
    await save.click();
    await expect(page.getByText("Working hours saved")).toBeVisible();
    const { data } = await admin.client.from("agency_settings").select("*").single();
    expect(data).toMatchObject({
      time_zone: "America/Chicago",
      speed_to_lead_minutes: 7,
      working_hours: { mon: ["08:30", "18:00"], sun: ["00:00", "23:59"] },
    });
    expect(data?.working_hours).not.toHaveProperty("sat");
    expect(data?.holidays).toContain("2027-05-03");
    expect(data?.holiday_names).toMatchObject({ "2027-05-03": "Founders' day" });
    expect(data?.holidays).not.toContain("2027-12-24");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByLabel("Time zone")).toHaveValue("America/Los_Angeles");
    const { data: after } = await admin.client.from("agency_settings").select("*").single();
    expect(after).toMatchObject({ working_hours: before?.working_hours, holidays: before?.holidays });
    expect(after?.holiday_names).toEqual(before?.holiday_names);
  });

  test("save a holiday that is typed but not added, and ask before leaving it", async ({ page, baseURL }) => {
    const admin = await newAdmin(baseURL ?? "");
    await openAs(page, baseURL ?? "", admin, "hours");
    const save = page.getByRole("button", { name: "Save working hours" });
    await page.getByLabel("Name", { exact: true }).fill("Founders' day");
    await page.getByLabel("Add a holiday").fill("2029-05-03");
    await page.getByRole("link", { name: "Password" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
    await expect(page.getByLabel("Add a holiday")).toHaveValue("2029-05-03");
    await save.click();
    await expect(page.getByText("Working hours saved")).toBeVisible();
    const holidays = page.getByRole("list", { name: "Holidays" });
    await expect(holidays.getByRole("listitem").filter({ hasText: "May 3, 2029" })).toContainText("Founders' day");
    await expect(page.getByLabel("Add a holiday")).toHaveValue("");
    await expect(save).toBeDisabled();
    const { data } = await admin.client.from("agency_settings").select("*").single();
    expect(data?.holidays).toContain("2029-05-03");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(holidays.getByText("May 3, 2029")).toBeHidden();
  });

  test("refuse a used number as the next invoice number", async ({ page, baseURL, expectConsole }) => {
    expectConsole(/409/);
    await openAs(page, baseURL ?? "", await newAdmin(baseURL ?? ""), "invoices");
    const next = page.getByLabel("Next number");
    const before = await next.inputValue();
    await next.fill("1001");
    await page.getByRole("button", { name: "Save invoice settings" }).click();
    await expect(page.getByText(/This number is already used\. The next available number is \d+\./)).toBeVisible();
    await expect(next).toBeFocused();
    await expect(page.getByText("INV-1001", { exact: true })).toBeHidden();
    await next.fill("900000");
    await expect(page.getByText("INV-900000", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Discard changes" }).click();
    await expect(next).toHaveValue(before);
  });

  test("rename all stages but the fixed ones, and add, rename, move and hide lost reasons", async ({
    page,
    baseURL,
    expectConsole,
  }) => {
    expectConsole(/409/);
    const admin = await newAdmin(baseURL ?? "");
    await openAs(page, baseURL ?? "", admin, "pipeline");
    await expect(page.getByLabel("Name of stage 1")).not.toBeEditable();
    const proposal = page.getByLabel("Name of stage 6");
    await proposal.fill("Won");
    await page.getByLabel("Days until Proposal leads are stalled").fill("900");
    await page.getByRole("button", { name: "Save stages" }).click();
    await expect(page.getByText("Enter 1–365, or leave empty")).toBeVisible();
    await proposal.fill("Offer");
    await page.getByLabel("Days until Proposal leads are stalled").fill("12");
    await page.getByRole("button", { name: "Save stages" }).click();
    await expect(page.getByText("Stages saved")).toBeVisible();
    await admin.client.from("pipeline_stages").update({ label: "Proposal", rots_after_days: 10 }).eq("key", "proposal");
    await page.getByLabel("Name of stage 6").fill("Quote");
    await page.getByRole("button", { name: "Save stages" }).click();
    await expect(page.getByRole("alert")).toContainText("Someone else changed “Offer” while you were editing");
    await page.getByRole("button", { name: "Load latest version" }).click();
    await expect(page.getByLabel("Name of stage 6")).toHaveValue("Proposal");

    const reasons = page.getByRole("list", { name: "Lost reasons" }).getByRole("listitem");
    const label = `Too far away ${Date.now()}`;
    await page.getByLabel("New reason").fill("no BUDGET");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByText("This reason already exists")).toBeVisible();
    await page.getByLabel("New reason").fill(label);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(reasons.last()).toContainText(label);
    const place = (await reasons.count()) - 2;
    await page.getByRole("button", { name: `Move ${label} up` }).click();
    await expect(reasons.nth(place)).toContainText(label);
    await page.getByRole("button", { name: `Rename ${label}` }).click();
    await page.getByLabel(`New name for ${label}`).fill(`${label} again`);
    await page.getByLabel(`New name for ${label}`).press("Enter");
    await expect(page.getByRole("button", { name: `Rename ${label} again` })).toBeFocused();
    await page.getByRole("button", { name: `Hide ${label} again` }).click();
    await expect(reasons.nth(place)).toContainText("hidden");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("button", { name: `Hide ${label} again` })).toBeVisible();
  });
});

test("Admin addresses are added, turned off and on again", async ({ page, baseURL }) => {
  await openAs(page, baseURL ?? "", await newAdmin(baseURL ?? ""), "admin-emails");
  const address = newEmail("next-admin");
  await page.getByLabel("New admin address").fill("nobody");
  await page.getByRole("button", { name: "Add address" }).click();
  await expect(page.getByText("Enter a valid email address")).toBeVisible();
  await page.getByLabel("New admin address").fill(address.toUpperCase());
  await page.getByLabel("New admin address").press("Enter");
  await page.getByRole("button", { name: `Turn off ${address}` }).click();
  await expect(page.getByRole("button", { name: `Turn on ${address}` })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: `Turn off ${address}` })).toBeVisible();
});

test("Premium is given until a date, ended, and given again", async ({ page, baseURL }) => {
  await openAs(page, baseURL ?? "", await newAdmin(baseURL ?? ""), "premium");
  const address = newEmail("gifted");
  await page.getByLabel("Email", { exact: true }).fill(address);
  await page.getByLabel("End date (optional)").fill("2020-01-01");
  await page.getByRole("button", { name: "Grant Premium" }).click();
  await expect(page.getByText("Choose today or a later date")).toBeVisible();
  // A date without its year gives no Premium without an end.
  const end = page.getByLabel("End date (optional)");
  await end.fill("");
  await end.pressSequentially("0305");
  await page.getByRole("button", { name: "Grant Premium" }).click();
  await expect(end).toHaveAccessibleDescription(/Enter the whole date, or clear it/);
  await expect(end).toBeFocused();
  await expect(page.getByText(address)).toHaveCount(0);
  await end.fill("2031-03-05");
  await page.getByRole("button", { name: "Grant Premium" }).click();
  const row = page.getByRole("list", { name: "Premium overrides" }).getByRole("listitem").filter({ hasText: address });
  await expect(row).toContainText("Through Mar 5, 2031");
  await row.getByRole("button").click();
  await expect(row).toHaveCount(0);
  const ended = page.getByRole("listitem").filter({ hasText: "Complimentary Premium ended" });
  await ended.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("Through Mar 5, 2031");
});

test("Premium is given from a client's record, and the form suggests clients", async ({ page, baseURL }) => {
  const [first, second] = [await newAccount(baseURL ?? "", "client"), await newAccount(baseURL ?? "", "client")];
  const admin = await newAdmin(baseURL ?? "");
  await openAs(page, baseURL ?? "", admin, "profile");
  await page.goto(`/admin/clients/${first.id}`);
  await page.getByRole("link", { name: "Give Premium" }).click();
  const email = page.getByRole("combobox", { name: "Email" });
  await expect(email).toHaveValue(first.email);
  await page.getByRole("button", { name: "Grant Premium" }).click();
  const list = page.getByRole("list", { name: "Premium overrides" });
  await expect(list.getByRole("listitem").filter({ hasText: first.email })).toContainText("No end date");
  await expect(email).toHaveValue("");
  // The list reaches beyond the card.
  await email.fill("example.com");
  await expect(page.getByRole("option").nth(4)).toBeInViewport({ ratio: 1 });
  await email.fill(second.email.split("@")[0] ?? "");
  const option = page.getByRole("option", { name: new RegExp(second.email) });
  await expect(option).toBeInViewport({ ratio: 1 });
  await option.click();
  await expect(email).toHaveValue(second.email);
  // A whole address is meant as it is, although it is a part of a client's.
  const within = second.email.slice(1);
  await email.fill(within);
  await expect(option).toBeVisible();
  await email.press("Enter");
  await expect(list.getByRole("listitem").filter({ hasText: new RegExp(`^${within}`) })).toContainText("No end date");
  // An arrow picks the client.
  await email.fill(within);
  await expect(option).toBeVisible();
  await email.press("ArrowDown");
  await email.press("Enter");
  await expect(email).toHaveValue(second.email);
  await page.goto(`/admin/clients/${first.id}`);
  await expect(page.getByRole("region", { name: "Plan" })).toContainText("Complimentary.");
  const change = page.getByRole("link", { name: "Change end date" });
  await change.click();
  await expect(page.getByText(/Their Premium covers /)).toBeVisible();
  const end = page.getByLabel("End date (optional)");
  await expect(end).toHaveValue("");
  await end.fill("2031-03-05");
  await expect(
    page.getByText(/It would end on Mar 5, 2031 instead of having no end date\. Their Premium covers /),
  ).toBeVisible();
  await page.getByRole("button", { name: "Change end date" }).click();
  await expect(page.getByRole("button", { name: "Grant Premium" })).toBeVisible();
  await expect(list.getByRole("listitem").filter({ hasText: first.email })).toContainText("Through Mar 5, 2031");
  await expect(end).toHaveValue("");
  // The form starts with the end date that is set, from a link and for a typed address, and the same date changes nothing.
  await email.fill(first.email);
  await expect(end).toHaveValue("2031-03-05");
  await page.getByRole("button", { name: "Change end date" }).click();
  await expect(page.getByText(`${first.email} already has Premium through Mar 5, 2031`)).toBeVisible();
  await page.goto(`/admin/clients/${first.id}`);
  await change.click();
  await expect(end).toHaveValue("2031-03-05");
});

test("The email log finds an email by its recipient, and sends a failed one again", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/409/);
  const reader = await newAccount(baseURL ?? "", "client");
  await openAs(page, baseURL ?? "", await newAdmin(baseURL ?? ""), "email-log");
  await page.getByLabel("Search the email log").fill(reader.email);
  const rows = page.getByRole("table", { name: "Email log" }).getByRole("row").filter({ hasText: reader.email });
  await expect(rows.first()).toContainText("sent");
  await page.getByLabel("Search the email log").fill("nobody-has-this");
  await expect(page.getByText("No matching emails")).toBeVisible();

  const failed = {
    id: "00000000-0000-4000-8000-000000000001",
    recipient: "full@example.com",
    template: "invoice-issued",
    subject: null,
    status: "failed",
    attempts: 8,
    last_error: "550 mailbox is full",
    created_at: "2026-11-20T12:00:00+00:00",
    done_at: null,
    total: 1,
  };
  let asked = 0;
  await page.route("**/rest/v1/rpc/search_email_log", (route) => {
    const { p_status } = route.request().postDataJSON() as { p_status?: string };
    return route.fulfill({ json: !p_status || p_status === failed.status ? [failed] : [] });
  });
  await page.route("**/rest/v1/rpc/retry_email", (route) => {
    asked += 1;
    if (asked > 1) return route.fulfill({ status: 409, json: { code: "PT409", message: "no" } });
    Object.assign(failed, { status: "queued", attempts: 0 });
    return route.fulfill({ status: 204 });
  });
  await page.getByLabel("Search the email log").fill("");
  await page.getByLabel("Status").selectOption("Failed");
  await expect(page.getByText("550 mailbox is full")).toBeHidden();
  await page.getByText("Details", { exact: true }).click();
  await expect(page.getByText("550 mailbox is full")).toBeVisible();
  await page.getByRole("button", { name: "Resend to full@example.com" }).click();
  await expect(page.getByText("Resending email to full@example.com")).toBeVisible();
  await page.getByLabel("Status").selectOption("All");
  const resent = page.getByRole("table", { name: "Email log" }).getByRole("row").filter({ hasText: failed.recipient });
  await expect(resent.getByText("waiting", { exact: true })).toBeVisible();
});

test("All data of all accounts is exported as one file, page by page; an export can be canceled, and stops when the server is away", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  await openAs(page, baseURL ?? "", await newAdmin(baseURL ?? ""), "export");
  expectConsole(/status of (413|429)|ERR_FAILED/);
  // A page of rows is too large for one response, and for a moment there are too many requests.
  await page.route(/\/rest\/v1\/lead_activities\?.*limit=1000/, (route) =>
    route.fulfill({ status: 413, json: { code: "54000", message: "The response is too large" } }),
  );
  await page.route(
    "**/rest/v1/invoices?select=*&*",
    (route) => route.fulfill({ status: 429, json: { message: "Too many requests" } }),
    { times: 1 },
  );
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export all data" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^upfunnel-export-\d{4}-\d{2}-\d{2}\.json$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const file = JSON.parse(text) as Record<string, { id: string; account_id: string; status: string; email: string }[]>;
  expect(file.leads?.length).toBeGreaterThanOrEqual(300);
  expect(new Set(file.leads?.map((lead) => lead.id)).size).toBe(file.leads?.length);
  const named = new Set(file.accounts?.map((account) => account.id));
  const having = new Set(file.leads?.map((lead) => lead.account_id));
  expect(having.size).toBeGreaterThan(1);
  expect([...having].filter((account) => !named.has(account))).toEqual([]);
  expect(file.landing_pages?.map(({ status }) => status)).toEqual(expect.arrayContaining(["draft", "published"]));
  expect(file.people?.map(({ email }) => email)).toContain("client@example.com");
  for (const list of [
    "account_members",
    "landing_drafts",
    "landing_page_versions",
    "meeting_types",
    "bookings",
    "rotas",
  ])
    expect(file[list]?.length, list).toBeGreaterThan(0);
  expect(file.invoices?.length).toBeGreaterThan(0);
  expect(text).not.toMatch(/"(token|token_hash|manage_key|ip_hash|encrypted_password)":/);
  expect(new Set(file.lead_activities?.map(({ id }) => id)).size).toBeGreaterThan(1000);
  expect(file.user_roles?.length).toBeGreaterThanOrEqual(9);

  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/rest/v1/leads?select=*&*", async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole("button", { name: "Export all data" }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await page.getByRole("button", { name: "Cancel export" }).click();
  await expect(page.getByRole("button", { name: "Export all data" })).toBeVisible();
  release();

  await page.route("**/rest/v1/payments?select=*&*", (route) => route.abort());
  await page.getByRole("button", { name: "Export all data" }).click();
  await expect(page.getByText("Export stopped: we can't reach the server. Please try again.")).toBeVisible();
});

for (const sections of [
  ["profile", "email", "password", "security", "sessions", "notifications"],
  ["appearance", "agency", "hours", "invoices", "pipeline"],
  ["team-security", "admin-emails", "premium", "email-log", "export"],
])
  test(`The sections ${sections.join(", ")} are accessible and fit in every width and theme`, async ({
    page,
    baseURL,
    checkAccessibility,
  }) => {
    test.slow();
    for (const section of sections)
      await test.step(section, async () => {
        await openAs(page, baseURL ?? "", { email: "admin@example.com", password: "demo-password" }, section);
        await expect(page.getByRole("region").first()).toBeVisible();
        await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
        await checkResponsiveLayout(page, checkAccessibility);
      });
  });
