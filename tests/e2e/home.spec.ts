import { expect, test } from "../support/browser-test.ts";
import { signInAs } from "../support/session.ts";

test("The home page loads no React and only one script", async ({ page }) => {
  const scripts: string[] = [];
  page.on("response", (response) => {
    if (/javascript/.test(response.headers()["content-type"] ?? "")) scripts.push(new URL(response.url()).pathname);
  });
  await page.goto("/", { waitUntil: "networkidle" });
  expect(scripts).toHaveLength(1);
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/$/);
});

test("Without scripts the page is readable, and its links work", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  const page = await context.newPage();
  await page.goto("/home");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Login" }).first().click();
  await expect(page).toHaveURL(/\/auth$/);
  await context.close();
});

test("The navbar shows Login to visitors and Dashboard to signed-in people", async ({ page, baseURL }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Login" }).first()).toBeVisible();
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Login" })).toHaveCount(0);
  await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("A confirmation link to the home page is forwarded to /auth", async ({ page }) => {
  await page.goto(
    "/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired",
  );
  await expect(page).toHaveURL(/\/auth/);
});

for (const address of [
  "/?code=5f0e3c1a-9b7d-4e21-8c44-0a1b2c3d4e5f",
  "/home?error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired",
])
  test(`A backend link to ${address} is forwarded to /auth`, async ({ page, expectConsole }) => {
    // This browser did not request the code, so the exchange is refused.
    expectConsole(/400|404/);
    await page.goto(address);
    await expect(page).toHaveURL(/\/auth/);
  });

for (const address of [
  "/pricing?code=SPRING",
  "/?code=SPRING",
  "/home?code=SPRING&error=sold_out",
  "/contact?error=404",
])
  test(`The campaign link ${address} stays on its page with its parameters`, async ({ page }) => {
    await page.goto(address);
    // Once the visit is stored, the page's script has run.
    await expect.poll(() => page.evaluate(() => localStorage.getItem("traffic_data"))).not.toBeNull();
    await expect(page).toHaveURL(address);
  });

test("With reduced motion nothing moves", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  // Changes during the visitor's own scrolling do not count as motion.
  const moving = () =>
    document
      .getAnimations()
      .filter(({ playState, timeline }) => playState === "running" && timeline === document.timeline).length;
  expect(await page.evaluate(moving)).toBe(0);
});

test("On a phone, the menu covers the page, which doesn't scroll, and Escape closes it", async ({
  page,
  checkAccessibility,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const menu = page.locator("summary");
  await menu.press("Enter");
  const links = page.getByRole("navigation", { name: "Menu" });
  await expect(links).toBeVisible();
  expect(await links.boundingBox()).toMatchObject({ x: 0, width: 390, y: 64, height: 780 });
  await page.mouse.move(195, 700);
  await page.mouse.wheel(0, 600);
  await checkAccessibility();
  // The focus goes around in the bar and the menu.
  const places = await page.evaluate(() => {
    const isOpen = (element: Element) => element.checkVisibility() && !element.closest("[inert]");
    return [...document.querySelectorAll("a, button, input, select, textarea, summary")]
      .filter(isOpen)
      .filter((element) => !element.closest("header")).length;
  });
  expect(places).toBe(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press("Escape");
  await expect(links).toBeHidden();
  await expect(menu).toBeFocused();
  await expect(page.locator("[inert]")).toHaveCount(0);
  // The page stays where it was.
  await page.evaluate(() => scrollTo(0, 900));
  await menu.dispatchEvent("click");
  await expect(links).toBeVisible();
  const before = await page.evaluate(() => scrollY);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(before);
  // A wider window has no menu.
  await menu.press("Enter");
  await expect(links).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 844 });
  await expect(page.locator("[inert]")).toHaveCount(0);
});
