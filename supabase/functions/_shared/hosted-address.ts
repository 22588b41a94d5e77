import { createClientAddress } from "./client-address.ts";

/** Where the gateway of a self-hosted project runs: on the same machine or in its network. */
const PRIVATE = ["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1", "fc00::/7"];

/**
 * The sender's address for a function on a hosted project. Supabase's own network sets CF-Connecting-IP, which a client
 * cannot set there. A self-hosted project's gateway sets X-Forwarded-For; `trusted` names further proxies.
 */
export function createHostedAddress(supabaseUrl: string, trusted: string): (headers: Headers) => string {
  const isHosted = URL.canParse(supabaseUrl) && new URL(supabaseUrl).hostname.endsWith(".supabase.co");
  const clientAddress = createClientAddress([...PRIVATE, ...trusted.split(",").map((entry) => entry.trim())]);
  return (headers) =>
    (isHosted && clientAddress(headers.get("cf-connecting-ip") ?? "", undefined)) ||
    clientAddress("127.0.0.1", headers.get("x-forwarded-for"));
}
