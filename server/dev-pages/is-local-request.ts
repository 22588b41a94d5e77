import { isLoopbackHost } from "../environment/environment.ts";

const PROXY_HEADERS = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

/** Whether a person at this very machine asks: a loopback socket, a loopback Host, and no sign of a proxy in between. */
export function isLocalRequest(request: Request, address: string): boolean {
  if (!isLoopbackHost(address)) return false;
  if (PROXY_HEADERS.some((name) => request.headers.has(name))) return false;
  const host = request.headers.get("host") ?? "";
  return URL.canParse(`http://${host}`) && isLoopbackHost(new URL(`http://${host}`).hostname);
}
