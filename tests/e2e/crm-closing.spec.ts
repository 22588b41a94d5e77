import { randomUUID } from "node:crypto";
import { expect, test } from "../support/browser-test.ts";
import { addLead, leadArrives } from "../support/crm-leads.ts";
import { signedInClient, signInAs } from "../support/session.ts";

test("A lead that is won leaves the unanswered ones, and waits again after Undo", async ({ page, baseURL }) => {
  const { name, email } = await leadArrives(baseURL ?? "", { phone: "+1 207 555 0199" });
  const { client } = await signedInClient(baseURL ?? "", "sales@example.com");
  const { data: lead } = await client.from("leads").select("id").eq("email", email).single();
  await client.rpc("claim_lead", { p_lead_id: lead?.id ?? "" });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${lead?.id}`);
  await expect(page.getByText(/left of \d+:\d\d, arrived|over \d+:\d\d, arrived/).first()).toBeVisible();
  await page.getByRole("button", { name: "Move to Won" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByText("The lead was closed without a response, ")).toBeVisible();
  await page.goto("/crm");
  const unanswered = page.getByRole("region", { name: "Unanswered now" });
  await expect(page.getByRole("heading", { name: "No next step" }).or(unanswered).first()).toBeVisible();
  await expect(unanswered.getByText(name)).toHaveCount(0);
  await page.goto(`/crm/leads/${lead?.id}`);
  await page.getByRole("button", { name: "Move to New" }).click();
  await expect(page.getByText(/left of \d+:\d\d, arrived|over \d+:\d\d, arrived/).first()).toBeVisible();
});

test("Many leads are won only after a question that names those without an owner", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  const word = `Bulk${randomUUID().slice(0, 6)}`;
  const ids = [
    await addLead(baseURL ?? "", { first_name: word, last_name: "One" }),
    await addLead(baseURL ?? "", { first_name: word, last_name: "Two" }),
  ];
  await client.rpc("change_leads", {
    p_batch_id: randomUUID(),
    p_lead_ids: [ids[1] ?? ""],
    p_changes: { user_id: null },
  });
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto(`/crm/leads?q=${word}`);
  for (const id of ids) await page.locator(`[data-lead="${id}"]`).getByRole("checkbox").check();
  const win = async () => {
    await page.getByRole("toolbar", { name: "Selected leads" }).getByRole("button", { name: "Stage" }).click();
    await page.getByRole("menuitem", { name: "Won" }).click();
  };
  await win();
  const question = page.getByRole("alertdialog", { name: "Mark 2 leads as won?" });
  await expect(question).toContainText("1 lead has no owner and isn't credited to anyone");
  await checkAccessibility();
  await question.getByRole("button", { name: "Cancel" }).click();
  const stages = async () => (await client.from("leads").select("stage").in("id", ids)).data?.map(({ stage }) => stage);
  expect(await stages()).toEqual(["new", "new"]);
  await win();
  await question.getByRole("button", { name: "Mark 2 as won" }).click();
  await expect.poll(stages).toEqual(["won", "won"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(stages).toEqual(["new", "new"]);
});

test("A next step cannot be planned for the past, and the first one is on a workday", async ({ page, baseURL }) => {
  const lead = await addLead(baseURL ?? "", { last_name: `Late ${randomUUID().slice(0, 6)}` });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${lead}`);
  await page.getByRole("button", { name: "Add task" }).click();
  const due = page.getByRole("dialog").getByLabel("Due");
  await due.fill("2019-05-01T10:00");
  await expect(due).toHaveAccessibleDescription("Choose a later time");
  await expect(due).toHaveAttribute("aria-invalid", "true");
  await page
    .getByRole("button", { name: /^Add task/ })
    .last()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("button", { name: "Next workday" }).click();
  await page
    .getByRole("button", { name: /^Add task/ })
    .last()
    .click();
  await expect(page.getByText("Task added")).toBeVisible();

  // The undo key takes back what was done last: the task, and nothing else.
  const { client } = await signedInClient(baseURL ?? "", "sales@example.com");
  const tasks = async () => (await client.from("lead_tasks").select("id").eq("lead_id", lead)).data?.length;
  expect(await tasks()).toBe(1);
  await page.keyboard.press("Control+z");
  await expect(page.getByText("Undone")).toBeVisible();
  await expect.poll(tasks).toBe(0);
});
