import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { addOldTask, newPhone } from "../support/crm-leads.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { chooseOption, selectMenus } from "../support/select-menu.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";

/** A lead of this test at the top of its column, because its next step is the earliest. */
async function given(baseURL: string, stage = "connected", email = ADMIN) {
  const { client } = await signedInClient(baseURL, email);
  const id = randomUUID();
  const name = `Board ${id.slice(0, 8)}`;
  const names = { first_name: name, last_name: "Test", company: "Sable Interiors" };
  const lead = { ...names, phone: newPhone(), value_cents: 2_000_000, stage };
  const { error } = await client.rpc("create_lead", { p_id: id, p_lead: lead });
  if (error) throw new Error(error.message);
  const due = new Date(2020, 0, 1).toISOString();
  await addOldTask(baseURL, { lead_id: id, kind: "call", title: "First call", due_at: due });
  const stageOf = async () => (await client.from("leads").select("stage").eq("id", id).single()).data?.stage;
  return { id, name: `${name} Test`, client, stageOf };
}

const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const card = (page: Page | Locator, name: string) => page.getByRole("link", { name: new RegExp(name) });

test("The head of a column names its figures", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/board");
  const header = (stage: string) => column(page, stage).locator("header");
  await expect(header("New")).toContainText(/\$[\d,]+ value/);
});

test("A dragged card appears in its new stage at once, is saved, and returns with Undo", async ({ page, baseURL }) => {
  const lead = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/board");
  const heading = column(page, "Attempting").getByRole("heading");
  await expect(card(column(page, "Connected"), lead.name)).toBeVisible();
  const before = Number(((await heading.textContent()) ?? "").replace(/\D/g, ""));
  // The whole column is marked, and no place in it: its order decides where the card lands.
  const cards = column(page, "Attempting").getByRole("list");
  const top = async () => (await cards.boundingBox())?.y;
  const [from, to, still] = [
    await card(page, lead.name).boundingBox(),
    await column(page, "Attempting").boundingBox(),
    await top(),
  ];
  await page.mouse.move((from?.x ?? 0) + 40, (from?.y ?? 0) + 40);
  await page.mouse.down();
  for (const down of [200, 220, 240]) await page.mouse.move((to?.x ?? 0) + 100, (to?.y ?? 0) + down, { steps: 4 });
  await expect(column(page, "Attempting").locator("[data-over]")).toHaveCount(1);
  expect(await top()).toBe(still);
  await page.mouse.up();
  await expect(card(column(page, "Attempting"), lead.name)).toBeVisible();
  await expect(heading).toContainText(String(before + 1));
  await expect(page.getByText(`Moved ${lead.name} to Attempting`)).toBeVisible();
  expect(await lead.stageOf()).toBe("attempting");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card(column(page, "Connected"), lead.name)).toBeVisible();
  expect(await lead.stageOf()).toBe("connected");
});

test("Email from the board and the table goes to a lead who agreed to it", async ({ page, baseURL }) => {
  const { id, name, client } = await given(baseURL ?? "");
  await client.rpc("change_leads", {
    p_batch_id: randomUUID(),
    p_lead_ids: [id],
    p_changes: { email: `${id}@example.com` },
  });
  await client.rpc("change_leads", {
    p_batch_id: randomUUID(),
    p_lead_ids: [id],
    p_changes: { consent: "on the phone" },
  });
  await signInAs(page, baseURL ?? "", ADMIN);
  const dialog = page.getByRole("dialog", { name: new RegExp(name) });
  const written = async () => {
    await expect(dialog.getByLabel("Subject")).toBeVisible();
    await expect(page.getByText(/haven't agreed/)).toHaveCount(0);
    await page.keyboard.press("Escape");
  };
  await page.goto("/crm/board");
  await card(column(page, "Connected"), name).focus();
  await page.keyboard.press("e");
  await written();
  await page.goto(`/crm/leads?q=${encodeURIComponent(name)}`);
  await page.getByRole("row", { name: new RegExp(name) }).hover();
  await page
    .getByRole("row", { name: new RegExp(name) })
    .getByRole("button", { name: /email/i })
    .click();
  await written();
});

test("The drawer goes through the column of its card, and typing after an outcome writes the notes of a call", async ({
  page,
  baseURL,
}) => {
  const lead = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/board");
  await card(column(page, "Connected"), lead.name).click();
  const drawer = page.getByRole("dialog", { name: lead.name });
  await drawer.getByRole("button", { name: "Next lead" }).click();
  await expect(drawer).toBeHidden();
  await page.getByRole("button", { name: "Previous lead" }).click();
  await expect(drawer).toBeVisible();
  await page.keyboard.press("Escape");
  await card(page, lead.name).focus();
  await page.keyboard.press("l");
  const log = page.getByRole("dialog", { name: `Log a call with ${lead.name}` });
  await expect(log.getByRole("radio", { name: /Connected/ })).toBeFocused();
  await page.keyboard.press("1");
  await page.keyboard.type("Wants 2 offers");
  await expect(log.getByLabel("Notes")).toHaveValue("Wants 2 offers");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText(`${lead.name}: call connected`)).toBeVisible();
});

test("Selected cards are dragged together, shown as a stack with their number, and moved as one", async ({
  page,
  baseURL,
}) => {
  const [first, second] = [await given(baseURL ?? ""), await given(baseURL ?? "")];
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/board");
  for (const lead of [first, second]) {
    await card(page, lead.name).focus();
    await page.keyboard.press("x");
  }
  await expect(page.getByRole("toolbar", { name: "Selected leads" })).toContainText("2 selected");
  // The drag image is drawn at the end of the page for a moment.
  await page.evaluate(() => {
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const added of addedNodes) if (added.textContent?.endsWith("2")) document.body.dataset["stack"] = "2";
    }).observe(document.body, { childList: true, subtree: true });
  });
  await card(page, first.name).dragTo(column(page, "Attempting"));
  await expect(page.locator("body")).toHaveAttribute("data-stack", "2");
  await expect(card(column(page, "Attempting"), first.name)).toBeVisible();
  await expect(card(column(page, "Attempting"), second.name)).toBeVisible();
  await expect.poll(second.stageOf).toBe("attempting");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => [await first.stageOf(), await second.stageOf()]).toEqual(["connected", "connected"]);
});

/** Chooses from the menu of a card, whose button goes while a dialog is open. */
async function chooseFromMenu(page: Page, { id }: { id: string }, name: RegExp): Promise<void> {
  const shown = page.locator(`[data-lead="${id}"]`);
  await shown.hover();
  await shown.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name }).click();
}

test("With the keyboard alone, cards are visited, moved, selected and lost with a reason", async ({
  page,
  baseURL,
}) => {
  const lead = await given(baseURL ?? "", "qualified");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/board");
  await card(page, lead.name).focus();
  await page.keyboard.press("3");
  await expect(card(column(page, "Connected"), lead.name)).toBeFocused();
  await expect.poll(lead.stageOf).toBe("connected");
  await page.keyboard.press("j");
  await expect(card(page, lead.name)).not.toBeFocused();
  // Other tests' cards may be in between, so this focuses the card directly.
  await card(page, lead.name).focus();
  await page.keyboard.press("x");
  await expect(page.getByRole("toolbar", { name: "Selected leads" })).toContainText("1 selected");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("toolbar", { name: "Selected leads" })).toHaveCount(0);
  for (const [key, what] of [
    ["n", /note/i],
    ["t", /task|next/i],
    ["l", /call|how did/i],
    ["e", /email/i],
    ["a", /assign/i],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole("dialog")).toContainText(what);
    await page.keyboard.press("Escape");
    await expect(card(page, lead.name)).toBeFocused();
  }
  // The menu returns the focus to the card, so that the next key acts on the card again.
  await page.keyboard.press("m");
  for (const name of [/^Call$/, /^Write email/, /^Book a call/])
    await expect(page.getByRole("menuitem", { name })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(card(page, lead.name)).toBeFocused();
  // The keys that the menu shows work in it, too.
  for (const [key, what] of [
    ["t", /task/i],
    ["e", /email/i],
  ] as const) {
    await page.keyboard.press("m");
    await expect(page.getByRole("menu")).toBeVisible();
    await page.keyboard.press(key);
    await expect(page.getByRole("dialog")).toContainText(what);
    await page.keyboard.press("Escape");
    await expect(card(page, lead.name)).toBeFocused();
  }
  await page.keyboard.press("m");
  await expect(page.getByRole("menuitem", { name: "Qualified" })).toBeVisible();
  await page.keyboard.press("4");
  await expect(card(column(page, "Qualified"), lead.name)).toBeFocused();
  await page.keyboard.press("8");
  const dialog = page.getByRole("dialog", { name: /lost/ });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card(page, lead.name)).toBeFocused();
  await page.keyboard.press("8");
  await dialog.getByLabel("Reason").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Mark as lost" }).click();
  await expect.poll(lead.stageOf).toBe("lost");
  await expect(card(page, lead.name)).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(card(column(page, "Qualified"), lead.name)).toBeFocused();
  await page.keyboard.press("8");
  await dialog.getByLabel("Reason").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Mark as lost" }).click();
  await expect(card(page, lead.name)).toHaveCount(0);
  await page.getByRole("button", { name: /^Open Lost/ }).click();
  await expect(card(column(page, "Lost"), lead.name)).toBeVisible();
});

test("A dialog of a card's menu returns the focus to the card, with motion and without", async ({ page, baseURL }) => {
  const lead = await given(baseURL ?? "", "qualified");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/board");
  for (const motion of ["reduce", "no-preference"] as const) {
    await page.emulateMedia({ reducedMotion: motion });
    for (const name of [/^Lost/, /^Book a call/, /^Assign/, /^Add task/]) {
      await chooseFromMenu(page, lead, name);
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(card(page, lead.name)).toBeFocused();
    }
  }
});

test("No later change of the board moves the focus to a card that was almost lost", async ({ page, baseURL }) => {
  const lead = await given(baseURL ?? "", "qualified");
  const other = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/crm/board");
  await chooseFromMenu(page, lead, /^Lost/);
  await page.keyboard.press("Escape");
  await expect(card(page, lead.name)).toBeFocused();
  const loaded = page.waitForResponse((response) => response.url().includes("/rpc/crm_board"));
  await card(page, other.name).press("t");
  await page.getByRole("dialog").getByRole("button", { name: "Add task" }).click();
  await loaded;
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(card(page, other.name)).toBeFocused();
  // The palette moves a card, and the focus goes with it, as with the keys.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("qualified");
  await page.getByRole("option", { name: `Move ${other.name} to Qualified` }).click();
  await expect(card(column(page, "Qualified"), other.name)).toBeFocused();
  await chooseFromMenu(page, lead, /^Add task/);
  await page.getByRole("dialog").getByRole("button", { name: "Add task" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(card(page, lead.name)).toBeFocused();
});

test("A card that comes back after Undo doesn't take the focus from where the user went since", async ({
  page,
  baseURL,
}) => {
  const lead = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/board?scope=mine");
  await card(page, lead.name).press("a");
  const dialog = page.getByRole("dialog", { name: `Assign ${lead.name}` });
  const owner = dialog.getByRole("combobox", { name: "Owner" });
  await expect(owner.locator("option").filter({ hasText: "(sales)" }).first()).toBeAttached();
  await owner.selectOption(await owner.locator("option").filter({ hasText: "(sales)" }).first().getAttribute("value"));
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(card(page, lead.name)).toHaveCount(0);
  const answers: (() => void)[] = [];
  let isHeld = true;
  await page.route("**/rpc/crm_board", async (route) => {
    if (isHeld) await new Promise<void>((resolve) => answers.push(resolve));
    await route.continue();
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/^Undone: Assigned/)).toBeVisible();
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  const scope = page.getByRole("button", { name: /^Filter/ }).first();
  await scope.focus();
  isHeld = false;
  for (const answer of answers) answer();
  await expect(card(page, lead.name)).toBeVisible();
  await expect(scope).toBeFocused();
});

test("A person who moves an outdated card learns who changed it, and sees its current state", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/409|ERR_FAILED/);
  const lead = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/board");
  await expect(card(page, lead.name)).toBeVisible();
  // The page must not learn of it before the key is pressed.
  await page.route("**/rpc/crm_pulse", (route) => route.abort());
  const { client } = await signedInClient(baseURL ?? "", ADMIN);
  const change = { p_batch_id: randomUUID(), p_lead_ids: [lead.id], p_changes: { stage: "proposal" } };
  await client.rpc("change_leads", change);
  await card(page, lead.name).focus();
  await page.keyboard.press("2");
  await expect(page.getByText(/Maren Okafor just changed the stage of/)).toBeVisible();
  await expect(card(column(page, "Proposal"), lead.name)).toBeVisible();
  expect(await lead.stageOf()).toBe("proposal");
});

test("Other people's changes appear on an open board by themselves, without touching typed text", async ({
  page,
  baseURL,
}) => {
  const mine = await given(baseURL ?? "");
  const moved = await given(baseURL ?? "", "qualified");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/board?lead=${mine.id}`);
  // Behind the open lead, the board is visible but hidden from screen readers.
  const cardIn = (stage: string, { id }: { id: string }) => page.locator(`[data-stage=${stage}] [data-lead="${id}"]`);
  await expect(cardIn("qualified", moved)).toBeVisible();
  const note = page.getByRole("textbox", { name: "Note" });
  await note.fill("They asked about the Growth tier, and");
  const change = { p_batch_id: randomUUID(), p_lead_ids: [moved.id], p_changes: { stage: "proposal" } };
  await moved.client.rpc("change_leads", change);
  const added = await given(baseURL ?? "", "attempting");
  await expect(cardIn("proposal", moved)).toBeVisible();
  await expect(cardIn("attempting", added)).toBeVisible();
  await expect(cardIn("qualified", moved)).toHaveCount(0);
  await expect(note).toHaveValue("They asked about the Growth tier, and");
  await expect(note).toBeFocused();
});

test("A card that is moved offline returns to its stage and says why", async ({
  page,
  context,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const lead = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/board");
  const heading = column(page, "Attempting").getByRole("heading");
  await expect(card(column(page, "Connected"), lead.name)).toBeVisible();
  // The code of the other pages comes early.
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .join(),
    );
  await expect.poll(loaded).toMatch(/\/assets\/analytics-/);
  const before = (await heading.textContent()) ?? "";
  await context.setOffline(true);
  await card(page, lead.name).focus();
  await page.keyboard.press("2");
  await expect(page.getByText(/Couldn't save the change/)).toBeVisible();
  await expect(card(column(page, "Connected"), lead.name)).toBeVisible();
  await expect(heading).toHaveText(before);
  // Another page keeps the navigation, and fills as soon as the network is back.
  await page.getByRole("navigation").getByRole("link", { name: "Analytics" }).click();
  await expect(page.getByRole("heading", { name: "Analytics", level: 1 })).toBeVisible();
  await expect(page.getByText("You're offline. The page updates when you're back online.")).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Board" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("region", { name: "Funnel" })).toBeVisible();
  expect(await lead.stageOf()).toBe("connected");
});

test("A won lead's client is invited with dashboard and retainer in one step", async ({ page, baseURL }) => {
  const lead = await given(baseURL ?? "", "proposal");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/board");
  await card(page, lead.name).focus();
  await page.keyboard.press("7");
  const dialog = page.getByRole("dialog", { name: `Deal won: ${lead.name}` });
  await dialog.getByLabel("Create a draft retainer").check();
  await dialog.getByRole("button", { name: "Set up client" }).click();
  await expect(dialog.getByText("An amount such as 900")).toBeVisible();
  await dialog.getByLabel("Monthly amount (USD)").fill("1000000");
  await dialog.getByRole("button", { name: "Set up client" }).click();
  await expect(dialog.getByText("At most $999,999.99")).toBeVisible();
  await expect(dialog.getByLabel("Monthly amount (USD)")).toBeFocused();
  const email = `won-${lead.id.slice(0, 8)}@example.com`;
  await dialog.getByLabel("Client email").fill(email);
  await dialog.getByLabel("Monthly amount (USD)").fill("900");
  await dialog.getByRole("button", { name: "Set up client" }).click();
  await expect(page.getByText(/is invited\. Everything will be ready/)).toBeVisible();
  const { data } = await lead.client.from("invitations").select("role").eq("email", email);
  expect(data).toEqual([{ role: "client" }]);
  expect(await lead.stageOf()).toBe("won");
  // Undo says what stays, because the invitation is on its way.
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText(/^Undone: .+\. The account “.*” stays, and so does its invitation$/)).toBeVisible();
  expect(await lead.stageOf()).toBe("proposal");
  // The toast of the invitation may still be behind this one.
  const undone = page.getByRole("listitem").filter({ hasText: /^Undone: / });
  await undone.getByRole("button", { name: "Open account" }).click();
  await expect(page).toHaveURL(/\/admin\/accounts\//);
});

test("Filter, scope and open lead are in the address and survive a reload", async ({ page, baseURL }) => {
  const lead = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/board");
  await page.getByText("Mine", { exact: true }).click();
  await expect(page).toHaveURL(/scope=mine/);
  await page.getByRole("button", { name: "Filter" }).click();
  const filter = page.getByRole("dialog", { name: "Filter" });
  await chooseOption(selectMenus(filter, "Field"), "Name");
  await filter.getByLabel("Text").fill(lead.name.split(" ")[1] ?? "");
  await filter.getByRole("button", { name: "Done" }).click();
  await expect(column(page, "Connected").getByRole("heading")).toContainText("1 leads");
  // Other stages have leads that don't fit, and a lead that is moved there may not fit either.
  await expect(column(page, "Attempting").getByText("Nothing in Attempting fits what you filter by.")).toBeVisible();
  await page.reload();
  await expect(card(page, lead.name)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove filter/ })).toBeVisible();
  await card(page, lead.name).click();
  await expect(page).toHaveURL(new RegExp(`lead=${lead.id}`));
});

test("A card that leaves the filter when it is moved says so, and columns outside of the filter say that they are", async ({
  page,
  baseURL,
}) => {
  const lead = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  const board = (rule: object) =>
    page.goto(`/crm/board?filter=${encodeURIComponent(JSON.stringify({ op: "and", rules: [rule] }))}`);
  const move = async (stage: string) => {
    await card(page, lead.name).hover();
    await page
      .getByRole("article")
      .filter({ has: card(page, lead.name) })
      .getByRole("button", { name: "More" })
      .click();
    await page.getByRole("menuitem", { name: new RegExp(`^${stage}`) }).click();
  };
  await board({ field: "stage", is: "in", value: ["connected"] });
  await expect(column(page, "Qualified").getByText("Not in your filter")).toBeVisible();
  await expect(column(page, "Qualified").getByText("Your filter leaves out Qualified.")).toBeVisible();
  await move("Qualified");
  await expect(page.getByText(`Moved ${lead.name} to Qualified. It's no longer in this filter.`)).toBeVisible();
  await expect(card(page, lead.name)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card(column(page, "Connected"), lead.name)).toBeVisible();
  // So does one that was dragged, and it has the focus again.
  await card(page, lead.name).dragTo(column(page, "Qualified"));
  await expect(page.getByText(`Moved ${lead.name} to Qualified. It's no longer in this filter.`)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card(column(page, "Connected"), lead.name)).toBeFocused();
  // A card that still matches is only moved.
  await board({ field: "name", is: "contains", value: lead.name });
  await expect(column(page, "Qualified").getByText("No matching leads")).toBeVisible();
  await move("Qualified");
  await expect(page.getByText(`Moved ${lead.name} to Qualified`, { exact: true })).toBeVisible();
  await expect(card(column(page, "Qualified"), lead.name)).toBeVisible();
});

test("The board fits every width and theme, and shows one stage at a time on a phone", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const lead = await given(baseURL ?? "", "attempting");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/board");
  await expect(card(page, lead.name)).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByLabel("Stage", { exact: true })).toHaveValue("new");
  await page.getByRole("button", { name: "Next stage" }).click();
  await expect(page).toHaveURL(/stage=attempting/);
  await expect(card(page, lead.name)).toBeVisible();
});

/** The words of a card that something else on it overlaps, by their boxes. */
const coveredTexts = (article: Locator) =>
  article.evaluate((element) => {
    const actions = element.querySelector("[data-card-menu]")?.parentElement;
    if (!actions) return ["no actions"];
    const bar = actions.getBoundingClientRect();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const covered: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.textContent?.trim() || node.parentElement?.closest(".sr-only") || actions.contains(node)) continue;
      const line = node.parentElement?.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        // Text that doesn't fit ends with its line.
        const right = Math.min(box.right, line?.right ?? box.right);
        if (box.left < bar.right - 1 && right > bar.left + 1 && box.top + 3 < bar.bottom && box.bottom - 3 > bar.top)
          covered.push(node.textContent);
      }
    }
    return covered;
  });

test.describe("On a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true });
  for (const width of [390, 1024])
    test(`a card is moved by its menu, at ${width} px`, async ({ page, baseURL }) => {
      const lead = await given(baseURL ?? "", "proposal", "sales@example.com");
      await signInAs(page, baseURL ?? "", "sales@example.com");
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/crm/board?stage=proposal");
      const article = page.getByRole("article").filter({ has: card(page, lead.name) });
      await expect(article.getByRole("button", { name: "More" })).toBeVisible();
      expect(await coveredTexts(article)).toEqual([]);
      await article.getByRole("button", { name: "More" }).tap();
      await page.getByRole("menuitem", { name: /^Connected/ }).tap();
      await expect(page.getByText(`Moved ${lead.name} to Connected`)).toBeVisible();
      expect(await lead.stageOf()).toBe("connected");
      expect(page.url()).not.toContain("lead=");
    });
});

for (const width of [1440, 390])
  test(`The buttons of a card cover none of its words at ${width} px`, async ({ page, baseURL }) => {
    const lead = await given(baseURL ?? "", "proposal", "sales@example.com");
    await signInAs(page, baseURL ?? "", "sales@example.com");
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/crm/board?stage=proposal");
    const article = page.getByRole("article").filter({ has: card(page, lead.name) });
    await expect(article).toContainText("Sable Interiors");
    const height = (await article.boundingBox())?.height;
    await article.hover();
    await expect(article.getByRole("button", { name: "More" })).toBeVisible();
    await expect(article.getByRole("link", { name: /^Call/ })).toBeVisible();
    expect(await coveredTexts(article)).toEqual([]);
    expect((await article.boundingBox())?.height).toBe(height);
  });
