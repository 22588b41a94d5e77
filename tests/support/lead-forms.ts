import { expect, type Page } from "@playwright/test";
import { newEmail } from "./session.ts";

/** Fills in the contact form as a person does, taking their time. Returns their address. */
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

/** Fills in what the application form has to have. */
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

type Message = { to: string; subject: string; text: string };
const TOLD_THE_TEAM = /^New lead: /;

/** Every e-mail that mentions the address, or went to it, of those sent so far, but for what sales people are told of a lead. */
export async function mailsAbout(hostUrl: string, email: string): Promise<Message[]> {
  const messages = (await (await fetch(`${hostUrl}/dev/inbox.json`)).json()) as Message[];
  return messages.filter(
    ({ to, subject, text }) => !TOLD_THE_TEAM.test(subject) && (to === email || text.includes(email)),
  );
}
