/** Where the links in e-mails return to: the root of the address at which this page is open. */
export function siteRoot(): string {
  return new URL("/", location.origin).href;
}
