/**
 * The sender's address with another name before it, as emails of a client's account have: the address stays, because
 * only it may send. Without a name, it is returned as it is.
 */
export function withName(from: string, name: string | undefined): string {
  if (!name) return from;
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  // Quoted, so that a comma or a period in the name ends nothing (RFC 5322).
  return `"${name.replace(/[\p{Cc}"\\]+/gu, " ").trim()}" <${address.trim()}>`;
}
