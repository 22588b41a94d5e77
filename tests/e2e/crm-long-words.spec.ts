import { randomUUID } from "node:crypto";
import { expect, test } from "../support/browser-test.ts";
import { addLead, newPhone } from "../support/crm-leads.ts";
import { long, overflowing } from "../support/long-words.ts";
import { signedInClient, signInAs } from "../support/session.ts";

test("Very long words in every field of a lead stay inside their part of every screen", async ({ page, baseURL }) => {
  test.slow();
  const { client } = await signedInClient(baseURL ?? "", "sales@example.com");
  const word = randomUUID().slice(0, 6);
  const lead = await addLead(baseURL ?? "", {
    first_name: `${word}${long(90)}`,
    last_name: long(100),
    company: long(200),
    role: long(100),
    job_title: long(100),
    ad_spend: long(100),
    target_clients: long(100),
    deal_size: long(100),
    timeline: long(100),
    goals: long(500),
    website: `https://example.com/${long(300)}`,
    email: `${word}${long(50)}@example.com`,
    tags: [long(40), `${word}${long(30)}`],
  });
  const due = new Date(Date.now() + 60_000).toISOString();
  const task = await client.from("lead_tasks").insert({ lead_id: lead, kind: "other", title: long(200), due_at: due });
  expect(task.error).toBeNull();
  const note = { p_id: randomUUID(), p_lead_id: lead, p_kind: "note", p_body: long(400) };
  expect((await client.rpc("log_activity", note)).error).toBeNull();
  await page.route("**/rest/v1/pipeline_stages*", async (route) => {
    const answer = await route.fetch();
    const stages = (await answer.json()) as { key: string; label: string }[];
    await route.fulfill({
      response: answer,
      json: stages.map((stage) => (stage.key === "new" ? { ...stage, label: long(40) } : stage)),
    });
  });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  const screens: [string, () => Promise<void>][] = [
    [
      `/crm/leads/${lead}`,
      async () => {
        await expect(page.getByRole("region", { name: "Next step" }).getByText(long(200))).toBeVisible();
        const done = page.getByRole("region", { name: "Next step" }).getByRole("button", { name: /^Done/ });
        await expect(done).toBeInViewport({ ratio: 1 });
      },
    ],
    [
      `/crm/leads?lead=${lead}`,
      async () => {
        const step = page.getByRole("dialog").getByRole("region", { name: "Next step" });
        await expect(step.getByText(long(200))).toBeVisible();
        await step.getByRole("button", { name: /^Done/ }).scrollIntoViewIfNeeded();
        await expect(step.getByRole("button", { name: /^Done/ })).toBeInViewport({ ratio: 1 });
      },
    ],
    ["/crm", () => expect(page.getByRole("link", { name: new RegExp(word) })).toBeVisible()],
    ["/crm/board", () => expect(page.getByRole("region", { name: /^(New|W+)$/ }).first()).toBeVisible()],
    [`/crm/leads?q=${word}`, () => expect(page.locator(`[data-lead="${lead}"]`)).toBeVisible()],
  ];
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [address, isShown] of screens) {
      await page.goto(address);
      await isShown();
      expect.soft(await overflowing(page), `${address} at ${width}`).toEqual([]);
    }
  }
});

test("The dialogs of a lead whose name is one long word keep it inside", async ({ page, baseURL }) => {
  const email = `${"w".repeat(40)}${randomUUID().slice(0, 6)}@${"x".repeat(40)}.example`;
  const lead = await addLead(baseURL ?? "", { email, phone: newPhone() });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/crm/leads/${lead}`);
    await expect(page.getByRole("button", { name: "Stage: New" })).toBeVisible();
    for (const key of ["t", "a", "b", "8"]) {
      await page.keyboard.press(key);
      const dialog = page.getByRole("dialog");
      await expect(dialog.first()).toBeVisible();
      expect.soft(await overflowing(page), `${key} at ${width}`).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    }
  }
});
