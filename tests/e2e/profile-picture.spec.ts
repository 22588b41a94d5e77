import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "../support/browser-test.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { newEmail, signedInClient, signInAs } from "../support/session.ts";

/** Left half red, right half blue, 400 × 200. */
const halves = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: "#0000ff" } })
    .composite([
      { input: { create: { width: 200, height: 200, channels: 3, background: "#ff0000" } }, left: 0, top: 0 },
    ])
    .jpeg({ quality: 95 })
    .toBuffer();

/** The color that a person's picture shows in its middle; something else while the initials are there. */
async function colorOf(page: Page, initials: string): Promise<string> {
  const avatar = page
    .locator("span[aria-hidden]")
    .filter({ hasText: new RegExp(`^${initials}$`) })
    .first();
  const shown = sharp(await avatar.screenshot());
  const { data, info } = await shown.raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  const [red = 0, , blue = 0] = data.subarray(at, at + 3);
  return red > 200 && blue < 60 ? "red" : blue > 200 && red < 60 ? "blue" : `${red} ${blue}`;
}

test("A person crops a picture by keyboard, sees it in place of their initials, and removes it", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const account = await newAccount(baseURL ?? "", "client", { first_name: "Zora", last_name: "Quill" });
  await signInAs(page, baseURL ?? "", account.email, PASSWORD);
  await page.goto("/settings?section=profile");
  const upload = page.getByLabel("Upload picture");
  await upload.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await expect(page.getByText("Choose a PNG, JPG or WEBP file")).toBeVisible();
  await upload.setInputFiles({ name: "broken.png", mimeType: "image/png", buffer: Buffer.from("hello") });
  await expect(page.getByText("The picture can't be read. Choose another one.")).toBeVisible();
  await upload.setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: await halves() });
  const dialog = page.getByRole("dialog", { name: "Crop your picture" });
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1280, height: 900 });
  // The square moves to the right half.
  await dialog.getByLabel("Left to right").focus();
  await page.keyboard.press("End");
  await dialog.getByRole("button", { name: "Save picture" }).click();
  await expect(page.getByText("Picture saved")).toBeVisible();
  await expect(page.getByLabel("Change picture")).toBeFocused();
  await expect.poll(() => colorOf(page, "ZQ")).toBe("blue");
  // A new one replaces it.
  await page
    .getByLabel("Change picture")
    .setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: await halves() });
  const preview = dialog.getByRole("img", { name: "Preview" });
  const box = await preview.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 112, (box?.y ?? 0) + 112];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 200, y, { steps: 4 });
  await page.mouse.up();
  await expect(dialog.getByLabel("Left to right")).toHaveValue("0");
  await dialog.getByRole("button", { name: "Save picture" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => colorOf(page, "ZQ")).toBe("red");
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/client-dashboard");
  await expect.poll(() => colorOf(page, "ZQ")).toBe("red");

  await page.goto("/settings?section=profile");
  await page.getByRole("button", { name: "Remove picture" }).click();
  await expect(page.getByText("Picture removed")).toBeVisible();
  await expect(page.getByLabel("Upload picture")).toBeFocused();
  await expect(page.locator("main img")).toHaveCount(0);
});

test("The team sees each other's pictures in the CRM and in User Management, asked for together", async ({
  page,
  browser,
  baseURL,
}) => {
  const url = baseURL ?? "";
  const member = await newAccount(url, "sales", { first_name: "Zelda", last_name: "Xu" });
  const { client: admin } = await signedInClient(url, "admin@example.com");
  await admin.from("user_roles").update({ status: "active" }).eq("user_id", member.id).eq("status", "pending");
  const { client } = await signedInClient(url, member.email, PASSWORD);
  const leadId = randomUUID();
  const lead = { first_name: "Ines", last_name: "Holt", email: newEmail("lead"), source: "other" };
  const added = await client.rpc("create_lead", { p_id: leadId, p_lead: lead });
  expect(added.error).toBeNull();
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signInAs(theirs, url, member.email, PASSWORD);
  await theirs.goto(`${url}/settings?section=profile`);
  await theirs
    .getByLabel("Upload picture")
    .setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: await halves() });
  await theirs.getByLabel("Left to right").fill("1");
  await theirs.getByRole("button", { name: "Save picture" }).click();
  await expect(theirs.getByText("Picture saved")).toBeVisible();
  await context.close();

  const other = await browser.newContext();
  const colleague = await other.newPage();
  await signInAs(colleague, url, "sales@example.com");
  await colleague.goto(`${url}/crm`);
  await expect.poll(() => colorOf(colleague, "ZX")).toBe("blue");
  await other.close();

  await signInAs(page, url, "admin@example.com");
  await page.goto(`/crm/leads/${leadId}`);
  await expect(page.getByRole("definition").filter({ hasText: "Zelda Xu" }).locator("img")).toBeVisible();
  const asked: string[][] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/object/sign/avatars")) asked.push(request.postDataJSON().paths);
  });
  await page.goto(`/user-management?q=${encodeURIComponent("Zelda Xu")}`);
  await expect.poll(() => colorOf(page, "ZX")).toBe("blue");
  await page.goto("/user-management");
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await expect.poll(() => Math.max(...asked.map((paths) => paths.length))).toBeGreaterThan(5);
  // The sidebar comes before the list.
  expect(asked.length).toBeLessThanOrEqual(5);
});
