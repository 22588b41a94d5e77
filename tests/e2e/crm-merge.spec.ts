import { expect, test } from "../support/browser-test.ts";
import { checkEveryLook } from "../support/every-look.ts";
import { signedInClient, signInAs } from "../support/session.ts";

let host = "";
test.beforeEach(async ({ page, baseURL }) => {
  host = baseURL ?? "";
  await signInAs(page, host, "sales@example.com");
});

/** Two leads that are one person, under a name that no other test knows. */
async function addPair() {
  const { client, session } = await signedInClient(host, "sales@example.com");
  const family = `Rahimi${Math.random().toString(36).slice(2, 8)}`;
  const add = async (row: { first_name: string; last_name: string; company: string; email?: string }) => {
    const id = crypto.randomUUID();
    const { error } = await client.from("leads").insert({ ...row, user_id: session.user.id });
    if (error) throw error;
    const { data } = await client
      .from("leads")
      .select("id")
      .eq("last_name", row.last_name)
      .eq("first_name", row.first_name)
      .single();
    return data?.id ?? id;
  };
  const keep = await add({
    first_name: "Nadia",
    last_name: family,
    company: "Sable Interiors",
    email: `${family}@example.com`,
  });
  const other = await add({ first_name: "N.", last_name: family, company: "Sable" });
  return { client, family, keep, other };
}

test("A duplicate is compared field by field, merged, and taken apart again", async ({ page, checkAccessibility }) => {
  const { client, family, keep, other } = await addPair();
  await page.goto(`/crm/leads/${keep}`);
  await expect(page.getByText("Possible duplicate")).toBeVisible();
  await page.getByRole("button", { name: `Compare with N. ${family}` }).click();
  const dialog = page.getByRole("dialog", { name: "Merge two leads" });
  await expect(dialog.getByRole("group", { name: "Company" }).getByRole("radio").first()).toBeChecked();
  await checkEveryLook(page, checkAccessibility);
  await dialog.getByRole("group", { name: "Company" }).getByText("Sable", { exact: true }).click();
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByText(`Merged N. ${family} into Nadia ${family}`)).toBeVisible();
  const read = async (id: string) =>
    (await client.from("leads").select("company, merged_into").eq("id", id).single()).data;
  expect([await read(keep), await read(other)]).toEqual([
    { company: "Sable", merged_into: null },
    { company: "Sable", merged_into: keep },
  ]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone")).toBeVisible();
  expect([await read(keep), await read(other)]).toEqual([
    { company: "Sable Interiors", merged_into: null },
    { company: "Sable", merged_into: null },
  ]);
});

test("With the keyboard: sides by arrows, the other one kept, and that lead opens", async ({ page }) => {
  const { family, keep, other } = await addPair();
  await page.goto(`/crm/leads/${keep}`);
  const compare = page.getByRole("button", { name: `Compare with N. ${family}` });
  await compare.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Merge two leads" });
  const name = dialog.getByRole("group", { name: "First name" }).getByRole("radio");
  await expect(name.first()).toBeVisible();
  await dialog.getByRole("button", { name: "Keep the other one" }).focus();
  await page.keyboard.press("Enter");
  await name.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(name.last()).toBeChecked();
  await dialog.getByRole("button", { name: "Merge", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/crm/leads/${other}`));
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("two leads are merged", async ({ page }) => {
    const { family, keep } = await addPair();
    await page.goto(`/crm/leads/${keep}`);
    await page.getByRole("button", { name: `Compare with N. ${family}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Merge", exact: true }).click();
    await expect(page.getByText(`Merged N. ${family} into Nadia ${family}`)).toBeVisible();
  });
});
