export type Mail = { to: string; subject: string; text: string; html: string; at: string };

/** The emails in the host's local inbox, newest first: all, or those to one address. Waiting emails are sent first. */
export async function localInbox(hostUrl: string, to?: string): Promise<Mail[]> {
  const address = new URL("/dev/inbox.json", hostUrl);
  if (to) address.searchParams.set("to", to);
  return (await (await fetch(address)).json()) as Mail[];
}
