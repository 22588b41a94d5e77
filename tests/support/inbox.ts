import { expect } from "@playwright/test";

type Message = { to: string; subject: string; text: string; html: string; at: string };

/** The newest e-mail to an address in the local inbox, waited for. */
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

/** The first link in an e-mail that leads to a page of the product's auth. */
export function linkIn(message: Message): string {
  const link = /https?:\/\/[^\s"<>)]*\/auth\/v1\/verify[^\s"<>)\]]*/.exec(message.text)?.[0];
  if (!link) throw new Error(`There is no link in: ${message.text}`);
  return link;
}
