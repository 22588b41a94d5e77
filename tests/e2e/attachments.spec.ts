import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { readMail } from "../support/inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";
import { picture } from "../support/stored-files.ts";

const PDF = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
const plan = { name: "März-Plan.pdf", mimeType: "application/pdf", buffer: PDF };
const UPLOADS = "**/storage/v1/object/attachments/**";

/** A new client with the dialog open and a message typed. */
async function writing(page: Page, baseURL: string) {
  const person = await newAccount(baseURL, "client", { first_name: "Quinn", last_name: "Asker" });
  await signInAs(page, baseURL, person.email, PASSWORD);
  await page.goto("/client-dashboard?tab=communication");
  await page.getByRole("button", { name: "Request Service Change" }).first().click();
  const dialog = page.getByRole("dialog");
  const business = `Asker ${Date.now()}`;
  await dialog.getByLabel("Business name").fill(business);
  await dialog.getByLabel("Message").fill("Please use this picture");
  return { person, business, dialog, rows: dialog.getByRole("list", { name: "Attached files" }).getByRole("listitem") };
}

test("A client attaches files to a request, an admin sees them and attaches one to the answer", async ({
  page,
  browser,
  baseURL,
  checkAccessibility,
}) => {
  const url = baseURL ?? "";
  const { person, business, dialog, rows } = await writing(page, url);
  await dialog
    .getByLabel("Attach files")
    .setInputFiles([
      { name: "shop.png", mimeType: "image/png", buffer: await picture(400, 300) },
      plan,
      { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<p>Hello</p>") },
    ]);
  await expect(dialog.getByRole("alert")).toContainText("page.html: choose a PNG");
  await expect(dialog.getByText("2 of 2 files uploaded")).toBeAttached();
  await expect(rows).toHaveCount(2);
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("Service request submitted successfully!")).toBeVisible();
  const own = page.getByRole("region", { name: "Your requests" });
  const link = own.getByRole("link", { name: /Download März-Plan\.pdf/ });
  await expect(own.getByRole("link", { name: /Download shop\.png/ })).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("März-Plan.pdf");
  expect(readFileSync(await download.path())).toEqual(PDF);

  const context = await browser.newContext();
  const admin = await context.newPage();
  await signInAs(admin, url, "admin@example.com");
  await admin.goto(`${url}/admin/requests?q=${encodeURIComponent(business)}`);
  const card = admin.getByRole("group", { name: `Request from ${business}` });
  const files = card.getByRole("list", { name: `Files from ${business}` });
  await expect(files.getByRole("link")).toHaveText([/shop\.png.*PNG/, /März-Plan\.pdf.*PDF · 1 kB/]);
  const thumbnail = files.locator("img");
  await expect(thumbnail).toHaveCount(1);
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(128);
  await card.getByRole("button", { name: `Reply to ${business}` }).click();
  await card.getByLabel("Reply to Quinn Asker").fill("Here is the report.");
  await card.getByLabel("Attach files").setInputFiles({ ...plan, name: "report.pdf" });
  await expect(card.getByText("1 of 1 files uploaded")).toBeAttached();
  await checkResponsiveLayout(admin, () => checkAccessibility(admin));
  await card.getByRole("button", { name: "Send reply" }).click();
  await expect(card.getByRole("list", { name: "Files of the reply" })).toContainText("report.pdf");
  await context.close();

  const mail = await readMail(url, person.email, /replied to your request/);
  expect(mail.text).toMatch(/Files in your portal:\s+report\.pdf/);
  expect(mail.text).toMatch(/You attached:\s+shop\.png, März-Plan\.pdf/);
  expect(mail.text).toContain("/client-dashboard?tab=communication");
  await page.reload();
  const answer = own.getByRole("list", { name: "Files of the answer" });
  await expect(answer.getByRole("link", { name: /report\.pdf/ })).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
});

test("A file that cannot be uploaded says why, nothing typed is lost, and the request is sent once", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|415|409/);
  const url = baseURL ?? "";
  const { person, business, dialog, rows } = await writing(page, url);
  await page.route(UPLOADS, (route) => route.abort());
  await dialog
    .getByLabel("Attach files")
    .setInputFiles([
      plan,
      { name: "not-a-picture.png", mimeType: "image/png", buffer: Buffer.from("<html><script>1</script></html>") },
    ]);
  await expect(rows.nth(1)).toContainText("Not uploaded. We can't reach the server.");
  await page.unroute(UPLOADS);
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("Not sent yet: retry or remove the files that weren't uploaded.")).toBeVisible();
  await expect(dialog.getByLabel("Message")).toHaveValue("Please use this picture");
  // The type is found in the content.
  await rows.nth(1).getByRole("button", { name: "Retry not-a-picture.png" }).click();
  await expect(rows.nth(1)).toContainText("Choose a PNG, JPG");
  await rows.nth(1).getByRole("button", { name: "Remove not-a-picture.png" }).click();
  await expect(dialog.getByLabel("Attach files")).toBeFocused();
  await rows.getByRole("button", { name: "Retry März-Plan.pdf" }).click();
  await expect(dialog.getByText("1 of 1 files uploaded")).toBeAttached();
  // The request is stored, but its answer is lost.
  await page.route("**/rest/v1/change_requests", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("Failed to submit request. Please try again.")).toBeVisible();
  await page.unroute("**/rest/v1/change_requests");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("Service request submitted successfully!")).toBeVisible();
  const { client } = await signedInClient(url, person.email, PASSWORD);
  const { data } = await client.from("change_requests").select("id").eq("business_name", business);
  expect(data).toHaveLength(1);
  await expect(page.getByRole("region", { name: "Your requests" })).toContainText("März-Plan.pdf");
});

test("An upload can be canceled, files can be pasted and dropped, and Cancel deletes what was uploaded", async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? "";
  const { person, dialog, rows } = await writing(page, url);
  const paths: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(UPLOADS, async (route) => {
    await held;
    await route.abort().catch(() => undefined);
  });
  await dialog.getByLabel("Attach files").setInputFiles(plan);
  await rows.getByRole("button", { name: "Cancel März-Plan.pdf" }).click();
  await expect(rows).toHaveCount(0);
  release();
  await page.unroute(UPLOADS);
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/object/attachments/"))
      paths.push(decodeURIComponent(new URL(request.url()).pathname.replace(/.*\/attachments\//, "")));
  });
  for (const [type, name] of [
    ["paste", "pasted.txt"],
    ["drop", "dropped.txt"],
  ] as const)
    await dialog.getByLabel("Message").evaluate(
      (field, { type, name }) => {
        const data = new DataTransfer();
        data.items.add(new File(["some words"], name, { type: "text/plain" }));
        const event =
          type === "paste"
            ? new ClipboardEvent(type, { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
        field.dispatchEvent(event);
      },
      { type, name },
    );
  await expect(dialog.getByText("2 of 2 files uploaded")).toBeAttached();
  await expect(rows).toContainText(["pasted.txt", "dropped.txt"]);
  const { client } = await signedInClient(url, person.email, PASSWORD);
  const stored = async () =>
    (await Promise.all(paths.map((path) => client.storage.from("attachments").exists(path)))).map(({ data }) => data);
  expect(await stored()).toEqual([true, true]);
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(stored).toEqual([false, false]);
});
