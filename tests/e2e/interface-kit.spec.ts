import { expect, test } from "../support/browser-test.ts";

for (const theme of ["light", "dark"] as const)
  for (const width of [1440, 390])
    test(`Every component is accessible at ${width} px in ${theme}`, async ({ page, checkAccessibility }, info) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/dev/ui?theme=${theme}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await info.attach(`parts-${width}-${theme}`, {
        body: await page.screenshot({ fullPage: true }),
        contentType: "image/png",
      });
      await checkAccessibility();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
