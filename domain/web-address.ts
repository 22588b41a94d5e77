/** The rule of client_dashboards.notion_database_url: a web address without a user name or password. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#@\\]+([/?#][^\s\\]*)?$/i;
/** White space to the database, but not to JavaScript. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u180e]/;

export function isWebAddress(text: string): boolean {
  return WEB_ADDRESS.test(text) && !UNSEEN.test(text);
}

/**
 * A text as an address that is safe to store and to link: unchanged when it is one, else with https:// before it, without a
 * user name or password, and with everything encoded that an address may not hold. A script becomes a page that does not exist.
 */
export function toWebAddress(text: string): string {
  if (isWebAddress(text)) return text;
  const rest = text.trim().replace(/^https?:\/*/i, "");
  const host = rest.split(/[/?#\\]/, 1)[0] ?? "";
  const withoutUser = host.slice(host.lastIndexOf("@") + 1) + rest.slice(host.length);
  const address = `https://${encodeURI(withoutUser.toWellFormed()).replaceAll("%25", "%")}`;
  return isWebAddress(address) ? address : `https://${encodeURIComponent(text.toWellFormed())}`;
}
