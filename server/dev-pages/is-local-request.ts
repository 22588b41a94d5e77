import { isLoopbackHost } from "../environment/environment.ts";

const PROXY_HEADERS = ["forwarded", "x-real-ip", "via", "cf-connecting-ip", "true-client-ip", "x-client-ip"];

/** Whether the request comes from this machine: a loopback socket, a loopback Host header, and no sign of a proxy. */
export function isLocalRequest(request: Request, address: string): boolean {
  if (!isLoopbackHost(address)) return false;
  if (PROXY_HEADERS.some((name) => request.headers.has(name))) return false;
  if ([...request.headers.keys()].some((name) => name.startsWith("x-forwarded"))) return false;
  const host = request.headers.get("host") ?? "";
  return URL.canParse(`http://${host}`) && isLoopbackHost(new URL(`http://${host}`).hostname);
}
