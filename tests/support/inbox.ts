import { expect } from "@playwright/test";

type Message = { to: string; subject: string; text: string; html: string; at: string };

/** Waits for an email to this address in the local inbox and returns the newest. */
export async function readMail(hostUrl: string, to: string, subject: RegExp): Promise<Message> {
  let found: Message | undefined;
  await expect
    .poll(async () => {
      const messages = (await (await fetch(`${hostUrl}/dev/inbox.json`)).json()) as Message[];
      found = messages.find((message) => message.to === to && subject.test(message.subject));
      return found?.subject ?? `no e-mail to ${to} yet`;
    })
    .toMatch(subject);
  return found as Message;
}

/** An email's first link to one of the product's auth pages. */
export function linkIn(message: Message): string {
  const link = /https?:\/\/[^\s"<>)]*\/auth\/v1\/verify[^\s"<>)\]]*/.exec(message.text)?.[0];
  if (!link) throw new Error(`There is no link in: ${message.text}`);
  return link;
}
