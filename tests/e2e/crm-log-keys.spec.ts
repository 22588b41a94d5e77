import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { addLead, addOldTask, newPhone } from "../support/crm-leads.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const REFUSAL = "No phone number. Add one to log calls and texts.";
const HINT = /^1 Connected · 2 No answer/;

async function given(page: Page, baseURL: string, phone?: string) {
  const last = `Quill${randomUUID().slice(0, 8)}`;
  const id = await addLead(baseURL, { first_name: "Ada", last_name: last, company: "Quill", phone });
  await signInAs(page, baseURL, "sales@example.com");
  const { client } = await signedInClient(baseURL, "sales@example.com");
  const stageOf = async () => (await client.from("leads").select("stage").eq("id", id).single()).data?.stage;
  const stageIs = (name: string) => page.getByRole("button", { name: `Stage: ${name}` });
  return { id, last, stageOf, stageIs };
}

const toasts = (page: Page) => page.locator("[data-sonner-toast]");

test("Without a phone number L says why on every screen, and the outcome that follows doesn't move the lead", async ({
  page,
  baseURL,
}) => {
  const { id, last, stageOf, stageIs } = await given(page, baseURL ?? "");
  const due_at = new Date(2020, 0, 1).toISOString();
  await addOldTask(baseURL ?? "", { lead_id: id, kind: "email", title: "First email", due_at });
  const pressed = async () => {
    await page.keyboard.press("l");
    await expect(toasts(page).filter({ hasText: REFUSAL })).toHaveCount(1);
    await page.keyboard.press("2");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: /shortcuts/i })).toBeVisible();
    await page.keyboard.press("Escape");
    expect(await stageOf()).toBe("new");
  };
  const link = page.getByRole("link", { name: new RegExp(`^Ada ${last}`) });
  await page.goto(`/crm/leads?q=${last}`);
  await link.focus();
  await pressed();
  const only = { op: "and", rules: [{ field: "q", is: "eq", value: last }] };
  await page.goto(`/crm/board?filter=${encodeURIComponent(JSON.stringify(only))}`);
  await link.focus();
  await pressed();
  await page.goto("/crm");
  const row = page.locator("[data-crm-row]").filter({ hasText: last });
  await expect(row).toBeVisible();
  await row.focus();
  await pressed();
  await page.goto(`/crm/leads/${id}`);
  await expect(stageIs("New")).toBeVisible();
  await pressed();
  // The number after that is a stage again.
  await page.keyboard.press("2");
  await expect(stageIs("Attempting")).toBeVisible();
});

test("A number logs as long as the hint is there, and moves the lead after it", async ({ page, baseURL }) => {
  const { id, last, stageOf, stageIs } = await given(page, baseURL ?? "", newPhone());
  await page.goto(`/crm/leads/${id}`);
  await expect(stageIs("New")).toBeVisible();
  const hint = toasts(page).filter({ hasText: HINT });
  const start = async () => {
    await page.keyboard.press("l");
    await expect(hint).toBeVisible();
  };
  await start();
  await page.keyboard.press("l");
  await expect(hint).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Outcome" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("3");
  await expect(stageIs("Connected")).toBeVisible();
  await start();
  await page.keyboard.press("Escape");
  await expect(hint).toHaveCount(0);
  await page.keyboard.press("1");
  await expect(stageIs("New")).toBeVisible();
  await start();
  await hint.getByRole("button", { name: /close/i }).click();
  await expect(hint).toHaveCount(0);
  await page.keyboard.press("3");
  await expect(stageIs("Connected")).toBeVisible();
  await start();
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^New lead/ })
    .click();
  await expect(hint).toHaveCount(0);
  await page.getByRole("dialog", { name: "New lead" }).getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("4");
  await expect(stageIs("Qualified")).toBeVisible();
  await page.keyboard.press("3");
  await expect(stageIs("Connected")).toBeVisible();
  await start();
  await page.keyboard.press("2");
  await expect(page.getByText(`Ada ${last}: no answer`)).toBeVisible();
  await expect(hint).toHaveCount(0);
  expect(await stageOf()).toBe("connected");
});
