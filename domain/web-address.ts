/** The rule of client_dashboards.notion_database_url: a web address without a user name or password. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#@\\]+([/?#][^\s\\]*)?$/i;
/** White space in the database, but not in JavaScript. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this looks for control characters
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u180e]/;

export function isWebAddress(text: string): boolean {
  return WEB_ADDRESS.test(text) && !UNSEEN.test(text);
}

/**
 * Makes text safe to store and to link. A web address stays unchanged. Other text gets https:// in front, loses user
 * name and password, and all invalid characters are encoded. A script becomes a page that does not exist.
 */
export function toWebAddress(text: string): string {
  if (isWebAddress(text)) return text;
  const rest = text.trim().replace(/^https?:\/*/i, "");
  const host = rest.split(/[/?#\\]/, 1)[0] ?? "";
  const withoutUser = host.slice(host.lastIndexOf("@") + 1) + rest.slice(host.length);
  const address = `https://${encodeURI(withoutUser.toWellFormed()).replaceAll("%25", "%")}`;
  return isWebAddress(address) ? address : `https://${encodeURIComponent(text.toWellFormed())}`;
}

const WEBSITE = /^(https?:\/\/)?[^\s/?#@\\:.<>"[\]]+(\.[^\s/?#@\\:.<>"[\]]+)+(:\d{1,5})?([/?#]\S*)?$/i;

/**
 * The problem with a typed website: it is a domain or an http address. Null if it is valid or empty. Websites from forms and files stay
 * as they are. Same rule as private.is_website in the database.
 */
export function websiteProblem(typed: string): string | null {
  const text = typed.trim();
  return text === "" || WEBSITE.test(text) ? null : "Enter a web address, such as https://example.com";
}

/** The address that a stored website links to. A domain gets https. Null for other texts, which forms and files may have. */
export function websiteLink(stored: string): string | null {
  const text = stored.trim();
  if (/^https?:\/\//i.test(text)) return text;
  return WEBSITE.test(text) ? `https://${text}` : null;
}
