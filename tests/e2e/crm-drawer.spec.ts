import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { addLead, leadArrives, newPhone } from "../support/crm-leads.ts";
import { DEMO_PASSWORD, signInAs } from "../support/session.ts";

// Two leads with a name of their own, one below the other in the list. The first one is open beside the table.
async function openFirst(page: Page, hostUrl: string) {
  const last = `Vale${randomUUID().slice(0, 6)}`;
  for (const first_name of ["Berta", "Anton"])
    await addLead(hostUrl, { first_name, last_name: last, phone: newPhone() });
  await signInAs(page, hostUrl, "sales@example.com");
  await page.goto(`/crm/leads?q=${last}&sort=name`);
  await page.getByRole("link", { name: `Anton ${last}` }).click();
  const drawer = (name: string) => page.getByRole("dialog", { name: `${name} ${last}` });
  await expect(drawer("Anton").getByRole("region", { name: "Consent" })).toBeVisible();
  // Both are loaded now, so no skeleton appears between them.
  await page.keyboard.press("j");
  await expect(drawer("Berta").getByRole("region", { name: "Consent" })).toBeVisible();
  await page.keyboard.press("k");
  await expect(drawer("Anton").getByRole("region", { name: "Consent" })).toBeVisible();
  return drawer;
}

test("A started consent or log on one lead does not appear on the next", async ({ page, baseURL }) => {
  const drawer = await openFirst(page, baseURL ?? "");
  await drawer("Anton").getByRole("button", { name: "Record" }).click();
  await page.getByLabel("How they agreed to be contacted").fill("on the phone");
  await drawer("Anton").getByRole("button", { name: "Next lead" }).click();
  await expect(drawer("Berta").getByRole("button", { name: "Record" })).toBeVisible();
  await expect(page.getByLabel("How they agreed to be contacted")).toHaveCount(0);
  await page.keyboard.press("k");
  await expect(drawer("Anton")).toBeVisible();
  await page.keyboard.press("l");
  await page.keyboard.press("j");
  await expect(drawer("Berta")).toBeVisible();
  await page.keyboard.press("2");
  await expect(drawer("Berta").getByRole("button", { name: "Stage: Attempting" })).toBeVisible();
  await expect(page.getByText(/Moved Berta .* to Attempting/)).toBeVisible();
  // The toast takes it back, and the drawer stays.
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(drawer("Berta").getByRole("button", { name: "Stage: New" })).toBeVisible();
});

test("Escape leaves one thing at a time: the field, the started log, the drawer of the lead that has the focus then", async ({
  page,
  baseURL,
}) => {
  const drawer = await openFirst(page, baseURL ?? "");
  await drawer("Anton").getByRole("button", { name: "Record" }).click();
  await page.keyboard.type("on the");
  await page.keyboard.press("Escape");
  await expect(drawer("Anton").getByRole("button", { name: "Record" })).toBeVisible();
  await drawer("Anton").getByRole("tab", { name: "Log call" }).click();
  await page.getByLabel("Minutes").fill("6");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Minutes")).toHaveValue("6");
  await expect(drawer("Anton")).toBeFocused();
  await page.keyboard.press("l");
  await page.keyboard.press("Escape");
  await expect(drawer("Anton")).toBeVisible();
  // The key now sets the stage, not an outcome.
  await page.keyboard.press("2");
  await expect(drawer("Anton").getByRole("button", { name: "Stage: Attempting" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: /^Anton/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(drawer("Anton")).toBeVisible();
  await page.keyboard.press("j");
  await expect(drawer("Berta")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: /^Berta/ })).toBeFocused();
});

test("Back closes a window over the drawer, then the drawer, but asks first about what someone typed, as the palette does", async ({
  page,
  baseURL,
}) => {
  const drawer = await openFirst(page, baseURL ?? "");
  const row = page.getByRole("link", { name: /^Anton/ });
  await page.keyboard.press("b");
  await expect(page.getByRole("dialog", { name: /^Book a call/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog", { name: /^Book a call/ })).toHaveCount(0);
  await expect(drawer("Anton")).toBeVisible();
  await page.keyboard.press("t");
  const title = page.getByRole("dialog", { name: /^Task for Anton/ }).getByLabel("Task", { exact: true });
  await expect(title).toBeFocused();
  // The suggestion is selected.
  await page.keyboard.type("Send deck");
  await expect(title).toHaveValue("Send deck");
  const question = page.getByRole("alertdialog", { name: "Discard this task?" });
  await page.goBack();
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(/lead=/);
  // No palette opens over a question, which the next Escape would close.
  for (const key of ["ControlOrMeta+k", "Escape"]) await page.keyboard.press(key);
  await expect(question).toHaveCount(0);
  await expect(title).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("option", { name: "Board" })).toBeVisible();
  await expect(page.getByRole("option", { name: /^Add a note/ })).toHaveCount(0);
  await page.keyboard.type("board");
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(title).toBeFocused();
  await expect(title).toHaveValue("Send deck");
  // Another lead is the same page with another drawer.
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("berta");
  await page
    .getByRole("option", { name: /^Berta/ })
    .first()
    .click();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(title).toHaveValue("Send deck");
  await page.goBack();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(title).toHaveCount(0);
  await expect(drawer("Anton")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).not.toHaveURL(/lead=/);
  await expect(row).toBeFocused();
});

test("After a walk to a lead that leaves the list by a claim, the focus is beside where it was", async ({
  page,
  baseURL,
}) => {
  const company = `Vale${randomUUID().slice(0, 6)}`;
  for (const firstName of ["Anton", "Berta", "Clara"]) await leadArrives(baseURL ?? "", { firstName, company });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads?q=${company}&sort=name&scope=unowned`);
  await page.getByRole("link", { name: /^Anton/ }).click();
  await expect(page.getByRole("dialog", { name: /^Anton/ })).toBeVisible();
  await page.keyboard.press("j");
  await page
    .getByRole("dialog", { name: /^Berta/ })
    .getByRole("button", { name: "Claim" })
    .click();
  await expect(page.getByText(/You claimed Berta/)).toBeVisible();
  await expect(page.locator("[data-lead]")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: /^Clara/ })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText(/^Undone: You claimed Berta/)).toBeVisible();
  await expect(page.locator("[data-lead]")).toHaveCount(3);
});

test("A person who signs in after somebody else in the same tab sees none of their drafts, recent leads and undo steps", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  // What the page still loads when its session ends is refused.
  expectConsole(/401/);
  const id = await addLead(baseURL ?? "", { first_name: "Secret", last_name: "Prospect" }, "admin@example.com");
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto(`/crm/leads/${id}`);
  await expect(page.getByRole("heading", { name: "Secret Prospect" })).toBeVisible();
  await page.getByRole("textbox", { name: "Note" }).fill("Between us");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.getByLabel("Email", { exact: true }).fill("sales@example.com");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("crm-")))).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("crm-recent")))).toEqual(
    [],
  );
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
  await expect(page.getByText("Secret Prospect")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("Nothing to undo")).toBeVisible();
});
