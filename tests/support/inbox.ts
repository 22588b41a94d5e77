import { expect } from "@playwright/test";
import { localInbox, type Mail } from "./local-inbox.ts";

/** Waits for an email to this address in the local inbox and returns the newest. */
export async function readMail(hostUrl: string, to: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(async () => {
      found = (await localInbox(hostUrl, to)).find((message) => subject.test(message.subject));
      return found?.subject ?? `no e-mail to ${to} yet`;
    })
    .toMatch(subject);
  return found as Mail;
}

/** An email's first link to one of the product's auth pages. */
export function linkIn(message: Mail): string {
  const link = /https?:\/\/[^\s"<>)]*\/auth\/v1\/verify[^\s"<>)\]]*/.exec(message.text)?.[0];
  if (!link) throw new Error(`There is no link in: ${message.text}`);
  return link;
}
