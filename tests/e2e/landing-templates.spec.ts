import { BLOCK_KINDS, VARIANTS } from "../../domain/landing/block-kinds.ts";
import type { Block, BlockItem, StyledType } from "../../domain/landing/block-types.ts";
import { blocksToHtml, newBlock } from "../../domain/landing/blocks.ts";
import { renderLandingPage } from "../../domain/landing/render.ts";
import { serviceTemplates, templates, tradeTemplates } from "../../domain/landing/templates.ts";
import { GROUNDS } from "../../domain/landing/theme-colors.ts";
import { THEMES } from "../../domain/landing/themes.ts";
import { expect, test } from "../support/browser-test.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signInAs } from "../support/session.ts";

const render = (blocks: readonly Block[], theme: string, title: string) =>
  renderLandingPage(
    {
      id: "",
      slug: "page",
      version: 0,
      title,
      description: "",
      hide_title: true,
      content: blocksToHtml(blocks),
      theme,
      custom_css: null,
      custom_js: null,
    },
    { address: "https://example.com/landing/page", formAction: "#", preview: true },
  );

for (const { id, title, theme, blocks } of templates)
  test(`The template ${id} fits in every width and is accessible in light and dark`, async ({
    page,
    checkAccessibility,
  }) => {
    await page.setContent(render(blocks, theme, title));
    await checkResponsiveLayout(page, checkAccessibility);
  });

/** A block of each look with every text, on a ground. */
function everyLook(background: string): Block[] {
  const value = (name: string, kind: string) =>
    ({ date: "2035-03-01", time: "18:00", zone: "UTC", meeting: "agency" })[kind] ??
    { url: "https://youtu.be/dQw4w9WgXcQ", href: "/page", poster: "" }[name] ??
    "Some words";
  const filled = (type: StyledType) => {
    const block = newBlock(type, type);
    for (const field of BLOCK_KINDS[type].fields) {
      if (field.kind === "items")
        block[field.name] = ["First", "Second", "Third"].map(
          (word): BlockItem => ({
            ...Object.fromEntries(
              field.fields.map((own) => [
                own.name,
                own.kind === "choice"
                  ? (own.options[0]?.value ?? "")
                  : own.kind === "flag" || own.kind === "picture"
                    ? null
                    : `${word} ${own.kind === "address" ? "" : value(own.name, own.kind)}`.trim(),
              ]),
            ),
            ...(type === "form" ? { kind: "line", label: `${word} answer` } : { href: "/page" }),
          }),
        );
      else if (!["choice", "flag", "picture", "owner"].includes(field.kind))
        block[field.name] = value(field.name, field.kind);
    }
    return block;
  };
  return (Object.keys(VARIANTS) as StyledType[]).flatMap((type) =>
    VARIANTS[type].map(({ value: variant }, place) => ({
      ...filled(type),
      variant,
      background,
      ...(type === "hero" && { picture: ["messages", "figures", "none"][place] ?? "none" }),
    })),
  );
}

for (const theme of Object.keys(THEMES))
  for (const background of ["plain", ...GROUNDS])
    test(`Every look on ${background} in the theme ${theme} fits and is accessible`, async ({
      page,
      checkAccessibility,
    }) => {
      await page.setContent(render(everyLook(background), theme, "Every look"));
      await checkResponsiveLayout(page, checkAccessibility);
    });

test("A trade's form asks step by step, and only what fits the answers", async ({ page }) => {
  const dentist = tradeTemplates.find(({ id }) => id === "dentist");
  await page.setContent(render(dentist?.blocks ?? [], "default", "Dentist"));
  const form = page.locator("form");
  const next = form.getByRole("button", { name: "Next" });
  await expect(form).toContainText("Step 1 of 3: What do you need?");
  await expect(form.getByLabel("How long has it hurt?")).toBeHidden();
  await form.getByLabel("Reason for your visit").selectOption("Tooth pain");
  await expect(form.getByLabel("How long has it hurt?")).toBeVisible();
  // A required answer is missing.
  await next.click();
  await expect(form).toContainText("Step 1 of 3");
  await form.getByLabel("Have you been here before?").selectOption("No, I’m new");
  await next.click();
  await form.getByLabel("Best days").selectOption("Friday");
  await form.getByLabel("Best time").selectOption("Morning");
  await next.click();
  await form.getByLabel("Your name").fill("Dana Reyes");
  await form.getByLabel("Email").fill("dana@example.com");
  await form.getByLabel("Phone").fill("(503) 555-0100");
  await form.getByRole("button", { name: "Request a visit" }).click();
  await expect(page.getByText("Nothing was sent")).toBeVisible();
});

test("An admin starts a page from a trade's template with the keyboard", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/admin/landing-pages");
  await page.getByRole("button", { name: "New page" }).press("Enter");
  const dialog = page.getByRole("dialog");
  const services = dialog.getByRole("list", { name: "For your services" });
  const trades = dialog.getByRole("list", { name: "By industry" });
  await expect(services.getByRole("button")).toHaveCount(serviceTemplates.length + 1);
  await expect(trades.getByRole("button")).toHaveCount(tradeTemplates.length);
  await expect(services.getByRole("button").first()).toBeVisible();
  // The pictures are no stops on the way.
  await services.getByRole("button").last().focus();
  await page.keyboard.press("Tab");
  await expect(trades.getByRole("button", { name: /^Dentist/ })).toBeFocused();
  await expect(
    page
      .frameLocator('iframe[title="Picture of A first visit with the price on the page"]')
      .getByRole("heading", { level: 1 }),
  ).toHaveText("A dentist who tells you the price first.");
  await page.keyboard.press("Enter");
  // What a template says in many places is asked for once.
  await expect(dialog.getByLabel("Business name")).toBeFocused();
  await page.keyboard.type("Rose City Dental");
  await dialog.getByLabel("Phone").fill("call us");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Enter a valid phone number, such as +1 503 555 0148")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
  await dialog.getByLabel("Phone").fill("(503) 555-0177");
  await dialog.getByLabel("Address").fill("12 Alder Street\nPortland, OR 97205");
  await dialog.getByRole("button", { name: "Create page" }).press("Enter");
  await expect(page).toHaveURL(/\/admin\/landing-pages\/[0-9a-f-]{36}$/);
  const shown = page.frameLocator('iframe[title="Page preview"]:not([aria-hidden])');
  await expect(shown.locator(".lp-footer")).toContainText("Rose City Dental");
  await expect(shown.locator(".lp-footer")).toContainText("12 Alder Street");
  await expect(shown.locator(".lp-hero")).toContainText("Rose City Dental");
  await expect(shown.locator('a[href="tel:+15035550177"]').first()).toBeVisible();
  await expect(shown.locator('a[href="tel:+15035550148"]')).toHaveCount(0);
  const blocks = page.getByRole("list", { name: "Blocks" });
  for (const kind of [/^Hero/, /^Gallery/, /^Team/, /^Location/, /^Footer/])
    await expect(blocks.getByRole("button", { name: kind })).toBeVisible();
  await expect(
    page.frameLocator('iframe[title="Page preview"]:not([aria-hidden])').getByText("once it has a picture"),
  ).toHaveCount(1);
});

test("A client sees the trades first", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/workspace/northside-dental/pages?new=page");
  await expect(page.getByRole("dialog").getByRole("heading", { level: 3 })).toHaveText([
    "By industry",
    "For your services",
  ]);
});
