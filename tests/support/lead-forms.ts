import { expect, type Page } from "@playwright/test";
import { localInbox, type Mail } from "./local-inbox.ts";
import { newEmail } from "./session.ts";

/** Fills in the contact form as slowly as a person. Returns the person's address. */
export async function writeMessage(page: Page, email = newEmail("writer")): Promise<string> {
  const form = page.getByRole("form", { name: "Send a message." });
  await form.getByLabel("First name").fill("Dana");
  await form.getByLabel("Last name").fill("Reyes");
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Goals").fill("Ten calls a week from Instagram.");
  await form.getByLabel("Pro Funnel").check();
  await expect(form).toHaveAttribute("data-ready", "");
  await page.clock.fastForward(20_000);
  return email;
}

/** Fills in the required fields of the application form. */
export async function writeApplication(page: Page, email = newEmail("applicant")): Promise<string> {
  const form = page.getByRole("form", { name: "Tell us what you sell." });
  await form.getByLabel("Full name").fill("Dana Reyes");
  await form.getByRole("textbox", { name: "Email" }).fill(email);
  await form.getByLabel("Company").fill("Reyes Studio");
  await form.getByLabel("New clients you want per month").fill("10");
  await expect(form).toHaveAttribute("data-ready", "");
  await page.clock.fastForward(20_000);
  return email;
}

const TOLD_THE_TEAM = /^New lead: /;

/** Every email that was sent to the address or mentions it, except for lead alerts to sales reps. */
export async function mailsAbout(hostUrl: string, email: string): Promise<Mail[]> {
  const messages = await localInbox(hostUrl);
  return messages.filter(
    ({ to, subject, text }) => !TOLD_THE_TEAM.test(subject) && (to === email || text.includes(email)),
  );
}
