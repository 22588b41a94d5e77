import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { blocksToHtml } from "../../domain/landing/blocks.ts";
import type { Template } from "../../domain/landing/template.ts";
import { templates } from "../../domain/landing/templates.ts";
import { expect, test } from "../support/browser-test.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";

/** A draft that starts from the dentist's template, with a chosen receiver of leads. */
async function givenPage(baseURL: string, owner: string) {
  const { client } = await signedInClient(baseURL, ADMIN);
  const id = randomUUID();
  const { title, blocks } = templates.find((each) => each.id === "dentist") as Template;
  const own = blocks.map((block) => (block.type === "form" ? { ...block, owner } : block));
  const draft = { title, content: blocksToHtml(own), blocks: own, theme: "default", hide_title: true };
  const { error } = await client.rpc("create_landing_page", { p_id: id, p_slug: `points-${id}`, p_draft: draft });
  if (error) throw new Error(error.message);
  return id;
}

const open = async (page: Page, id: string, query = "") => {
  await page.goto(`/admin/landing-pages/${id}${query}`);
  await expect(page.locator("[data-editor-bar]")).toBeVisible();
};

test("Before a page is published, its author learns what visitors would notice and goes to the field", async ({
  page,
  baseURL,
}) => {
  const { client } = await signedInClient(baseURL ?? "", ADMIN);
  const { data: team } = await client.rpc("list_team");
  const person = team?.[0];
  const id = await givenPage(baseURL ?? "", `person:${person?.user_id}`);
  await signInAs(page, baseURL ?? "", ADMIN);
  await open(page, id, "?view=preview");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(`New leads are assigned to ${person?.name}.`)).toBeVisible();
  const points = dialog.getByRole("region", { name: "Before you publish" });
  await expect(points.getByText("3 people have no picture, so visitors see initials.")).toBeVisible();
  await points.getByRole("button", { name: /^Show: 3 people have/ }).press("Enter");

  await expect(dialog).toBeHidden();
  const first = page.getByRole("group", { name: "person 1", exact: true });
  await expect(first.getByRole("button", { name: /^Choose a picture/ })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Team", exact: true })).toBeVisible();
  const frame = page.frameLocator('iframe[title="Page preview"]:not([aria-hidden])');
  await expect(frame.locator(".lp-initials").first()).toBeInViewport();

  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByRole("button", { name: "Publish page" }).click();
  await expect(page.getByText("Version 1 is live")).toBeVisible();
});

test("The points are accessible and fit in every width and theme", async ({ page, baseURL, checkAccessibility }) => {
  test.slow();
  const id = await givenPage(baseURL ?? "", "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await open(page, id);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("New leads are assigned by your routing rules.")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
});
