import { expect, test } from "../support/browser-test.ts";
import { newAdmin } from "../support/new-admin.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signInAs } from "../support/session.ts";

const SINCE = "2026-11-24T10:42:00+00:00";
const PAGES = [
  "/admin",
  "/user-management",
  "/admin/billing",
  "/admin/requests",
  "/admin/landing-pages",
  "/settings",
  "/crm",
];

test("While emails don't leave, an admin reads it on every screen, with the reason, until they leave again", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const admin = await newAdmin(baseURL ?? "");
  await signInAs(page, baseURL ?? "", admin.email, admin.password);
  await page.clock.install();
  let stopped: object[] = [{ stopped_since: SINCE, waiting: 1203, problem: "unreachable" }];
  await page.route("**/rest/v1/rpc/mail_status", (route) => route.fulfill({ json: stopped }));
  const notice = page.getByRole("status").filter({ hasText: "No emails have been sent since" });
  for (const path of PAGES) {
    await page.goto(path);
    await expect(notice).toContainText("November 24, 2026");
    await expect(notice).toContainText("The mail server isn't responding. 1,203 emails are waiting.");
  }
  await checkResponsiveLayout(page, checkAccessibility);
  stopped = [{ stopped_since: SINCE, waiting: 1, problem: "sign_in" }];
  await page.clock.fastForward("00:31");
  await expect(notice).toContainText("The mail server rejects our sign-in. 1 email is waiting.");
  stopped = [];
  await page.clock.fastForward("00:31");
  await expect(notice).toHaveCount(0);
  stopped = [{ stopped_since: SINCE, waiting: 2, problem: null }];
  await page.goto("/admin");
  await notice.getByRole("link", { name: "Open email log" }).click();
  await expect(page).toHaveURL(/settings\?section=email-log/);
});

test("An admin resends all failed emails with one click, and emails that may have arrived only one by one", async ({
  page,
  baseURL,
  checkAccessibility,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|Failed to load/);
  const admin = await newAdmin(baseURL ?? "");
  await signInAs(page, baseURL ?? "", admin.email, admin.password);
  const email = (id: number, recipient: string, failure: string | null, error: string) => ({
    id: `00000000-0000-4000-8000-00000000000${id}`,
    recipient,
    template: "invoice-issued",
    subject: null,
    status: "failed",
    failure,
    attempts: 1,
    last_error: error,
    created_at: SINCE,
    done_at: null,
    total: 3,
  });
  const failed = [
    email(1, "gone@example.com", "refused", "The mailbox refuses the email: 550 No such user"),
    email(2, "maybe@example.com", "unconfirmed", "The mail server took the email but didn't confirm it"),
    email(3, "late@example.com", "gave_up", "The mail server can't be reached"),
  ];
  let counts = { resendable: 2, unconfirmed: 1 };
  const ids: string[] = [];
  await page.route("**/rest/v1/rpc/search_email_log", (route) => route.fulfill({ json: failed }));
  await page.route("**/rest/v1/rpc/count_failed_emails", (route) => route.fulfill({ json: [counts] }));
  await page.route("**/rest/v1/rpc/resend_failed_emails", (route) => {
    ids.push((route.request().postDataJSON() as { p_id: string }).p_id);
    // The first answer gets lost.
    if (ids.length === 1) return route.abort();
    counts = { resendable: 0, unconfirmed: 1 };
    for (const each of failed)
      if (each.failure !== "unconfirmed") Object.assign(each, { status: "queued", failure: null });
    return route.fulfill({ json: 2 });
  });
  await page.goto("/settings?section=email-log");
  await expect(
    page.getByText("2 emails failed. 1 email may have arrived, so it can only be resent one by one."),
  ).toBeVisible();
  const table = page.getByRole("table", { name: "Email log" });
  await expect(table.getByText("refused", { exact: true })).toBeVisible();
  await expect(table.getByText("may have arrived", { exact: true })).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  const resend = page.getByRole("button", { name: "Resend all failed emails" });
  await resend.click();
  await expect(page.getByText(/Couldn't resend the emails/).first()).toBeVisible();
  await resend.click();
  await expect(page.getByText("Resending 2 emails")).toBeVisible();
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  await expect(resend).toHaveCount(0);
  await expect(table.getByText("waiting", { exact: true })).toHaveCount(2);
});
