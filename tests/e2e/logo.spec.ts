import { expect, test } from "../support/browser-test.ts";
import { newAccount } from "../support/new-account.ts";
import { logoFile } from "../support/photos.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signInAs } from "../support/session.ts";

test("An admin chooses the agency's color, and the portal shows it", async ({ page, baseURL, checkAccessibility }) => {
  const url = baseURL ?? "";
  await signInAs(page, url, "admin@example.com");
  await page.goto("/settings?section=agency");
  const section = page.getByRole("region", { name: "Color" });
  const color = section.getByRole("textbox", { name: "Color", exact: true });
  const save = section.getByRole("button", { name: "Save color" });
  await color.fill("#ffffff");
  await expect(section.getByText("too light to see on white")).toBeVisible();
  await save.click();
  await expect(color).toHaveAttribute("aria-invalid", "true");
  await section.getByRole("button", { name: /^Use #/ }).click();
  await expect(color).not.toHaveValue("#ffffff");
  await color.fill("#1f6feb");
  await checkAccessibility();
  await save.click();
  await expect(page.getByText("Agency color saved")).toBeVisible();
  const accent = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"));
  try {
    await page.goto("/admin");
    await expect.poll(accent).toContain("#1f6feb");
    await checkAccessibility();
  } finally {
    await page.goto("/settings?section=agency");
    await color.fill("");
    await save.click();
    await expect(page.getByText("Agency color saved")).toBeVisible();
  }
  await expect.poll(accent).not.toContain("#1f6feb");
});

test("An admin uploads the agency's logo, everyone sees it in the portal, and removing it restores the built-in mark", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  test.slow();
  const url = baseURL ?? "";
  const client = await newAccount(url, "client");
  await signInAs(page, url, "admin@example.com");
  await page.goto("/settings?section=agency");
  const section = page.getByRole("region", { name: "Logo" });
  const choose = section.getByLabel(/^Choose (a logo|another file)/);
  await choose.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("words") });
  await expect(section.getByText("Choose a PNG, JPG or WEBP file")).toBeVisible();
  await choose.setInputFiles({ name: "broken.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(section.getByText("The picture can't be read")).toBeVisible();

  await choose.setInputFiles({ name: "logo.webp", mimeType: "image/webp", buffer: await logoFile("#fdfdfd", "webp") });
  await expect(section.getByText("hard to see on light backgrounds")).toBeVisible();
  await choose.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: await logoFile() });
  const plate = section.getByLabel("Put it on a white plate on dark backgrounds");
  await expect(plate).toBeChecked();
  await expect(section.getByText("hard to see")).toHaveCount(0);
  await plate.uncheck();
  await expect(section.getByText("hard to see on dark backgrounds")).toBeVisible();
  await plate.check();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  await section.getByRole("button", { name: "Save logo" }).click();
  await expect(page.getByText("Logo saved")).toBeVisible();

  try {
    const logo = page.getByRole("navigation", { name: "Main" }).getByRole("img");
    await expect(logo).toBeVisible();
    expect(await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(640);
    const portal = await browser.newPage();
    await signInAs(portal, url, client.email, client.password);
    await portal.goto(`${url}/client-dashboard`);
    await expect(portal.getByRole("banner").getByRole("img").first()).toHaveAttribute("src", /\/public\/brand\//);
    await portal.close();
  } finally {
    await page.goto("/settings?section=agency");
    await section.getByRole("button", { name: "Remove logo" }).click();
    await expect(page.getByText("Logo removed")).toBeVisible();
  }
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("img")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Logo restored")).toBeVisible();
  await section.getByRole("button", { name: "Remove logo" }).click();
  await expect(section.getByRole("button", { name: "Remove logo" })).toHaveCount(0);
});
