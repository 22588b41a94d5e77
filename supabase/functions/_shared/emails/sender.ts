/** In whose name an email is: the agency's, or that of the client's account that it is about. */
export type Sender = {
  /** The name of the agency or of the client's business. */
  agency: string;
  /** The client's account. Its people work in its workspace, and its emails name no one else. */
  account?: { slug: string } | undefined;
  siteUrl: string;
  /** How the agency writes dates and amounts, such as 'de-DE'. */
  locale?: string | undefined;
  /** Where answers go. */
  email?: string | undefined;
  /** The agency's logo at its public address, with its size in pixels. Without one, emails have the built-in mark. */
  logo?: { url: string; width: number; height: number; plate: boolean } | undefined;
  /** The account's color as #rrggbb. Without one, or with one that has no readable shades, buttons have the product's. */
  accent?: string | undefined;
};

/** The address of a page of the sales team: in the account's workspace, else in the agency's CRM. */
export function teamUrl({ siteUrl, account }: Sender, path = ""): string {
  return `${siteUrl}${account ? `/workspace/${account.slug}` : "/crm"}${path}`;
}

/** The page of one lead, which opens on its own. */
export const leadUrl = (sender: Sender, { leadId = "" }: { leadId?: string | undefined }): string =>
  teamUrl(sender, `/leads/${encodeURIComponent(leadId)}`);

/** Where people write landing pages: in the account's workspace, else in the administration. */
export function pagesUrl({ siteUrl, account }: Sender): string {
  return `${siteUrl}${account ? `/workspace/${account.slug}/pages` : "/admin/landing-pages"}`;
}
