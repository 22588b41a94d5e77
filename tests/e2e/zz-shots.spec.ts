import { blocksToHtml } from "../../domain/landing/blocks.ts";
import { templates } from "../../domain/landing/templates.ts";
import { expect, test } from "../support/browser-test.ts";
import { signedInClient, signInAs } from "../support/session.ts";

test("shots", async ({ page, baseURL }) => {
  test.setTimeout(120_000);
  page.on("console", (m) => console.log("CONSOLE", m.type(), m.text()));
  page.on("pageerror", (m) => console.log("PAGEERROR", m.message, m.stack));
  const { client } = await signedInClient(baseURL!, "admin@example.com");
  const id = crypto.randomUUID();
  const t = templates.find(({ name }) => /Legacy|Dental/.test(name)) ?? templates[1]!;
  const blocks = (t as any).blocks;
  const { error } = await client.rpc("create_landing_page", {
    p_id: id,
    p_slug: `shots-${Date.now().toString(36)}`,
    p_draft: {
      title: "Dental care, gently done",
      description: "",
      hide_title: true,
      content: blocksToHtml(blocks),
      blocks,
      theme: "default",
    } as any,
  });
  if (error) throw error;
  await signInAs(page, baseURL!, "admin@example.com");
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [w, h] of [
      [1440, 900],
      [820, 1180],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width: w, height: h });
      await page.goto(`/admin/landing-pages/${id}`);
      const frame = page.frameLocator('iframe[title="Page preview"]:not([aria-hidden])');
      await expect(frame.locator("h1")).toBeVisible();
      await page.screenshot({ path: `/tmp/canvas/${scheme}-${w}-0.png` });
      await frame.locator(".lp-lead").click();
      if (w < 800) await frame.locator(".lp-lead").click();
      await page.keyboard.press("End");
      await page.keyboard.type(" Typed");
      await page.waitForTimeout(400);
      await page.screenshot({ path: `/tmp/canvas/${scheme}-${w}-1.png` });
      if (w >= 1280) {
        await page.getByRole("button", { name: "Add block", exact: true }).first().click();
        await page.waitForTimeout(300);
        await page.screenshot({ path: `/tmp/canvas/${scheme}-${w}-2.png` });
        await page.keyboard.press("Escape");
      } else {
        await page.getByRole("button", { name: "Blocks", exact: true }).click();
        await page.waitForTimeout(400);
        await page.screenshot({ path: `/tmp/canvas/${scheme}-${w}-2.png` });
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Block settings", exact: true }).last().click();
        await page.waitForTimeout(400);
        await page.screenshot({ path: `/tmp/canvas/${scheme}-${w}-3.png` });
        await page.keyboard.press("Escape");
      }
    }
  }
});
