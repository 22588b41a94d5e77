import { isLoopbackHost } from "../environment/environment.ts";

const PROXY_HEADERS = ["forwarded", "x-real-ip", "via", "cf-connecting-ip", "true-client-ip", "x-client-ip"];

/** Whether a proxy passed the request on. */
export function isForwarded({ headers }: Request): boolean {
  return (
    PROXY_HEADERS.some((name) => headers.has(name)) ||
    [...headers.keys()].some((name) => name.startsWith("x-forwarded"))
  );
}

/** Whether the request comes from this machine: a loopback socket, a loopback Host header, and no sign of a proxy. */
export function isLocalRequest(request: Request, address: string): boolean {
  if (!isLoopbackHost(address) || isForwarded(request)) return false;
  const host = request.headers.get("host") ?? "";
  return URL.canParse(`http://${host}`) && isLoopbackHost(new URL(`http://${host}`).hostname);
}
