import { BROWSER_KEY_LENGTH, MAX_USER_AGENT_LENGTH, visitorOf } from "../../../../domain/landing/visitor.ts";

/** The sender as the host knows them when it assigns the variant of a test. Empty for programs that name no browser. */
export async function readVisitor(request: Request, address: string): Promise<string> {
  const browser = (request.headers.get("user-agent") ?? "").slice(0, MAX_USER_AGENT_LENGTH);
  if (browser === "" || address === "") return "";
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(browser));
  const text = btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  return visitorOf(address, text.slice(0, BROWSER_KEY_LENGTH));
}
