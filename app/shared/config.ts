import * as z from "./schema.ts";

const schema = z.object({
  supabaseUrl: z.url(),
  supabasePublishableKey: z.string().check(z.minLength(1)),
  siteUrl: z.optional(z.url()),
  demo: z._default(z.boolean(), false),
  mail: z.optional(z.string()),
  signalOutageRate: z._default(z.number(), 0),
});

/** The host's public configuration (contract: /config.json). The same build runs in every mode. */
export type PublicConfig = z.infer<typeof schema>;

let pending: Promise<PublicConfig> | undefined;

/** Reads /config.json once. After a failure, the next call tries again. */
export function loadConfig(): Promise<PublicConfig> {
  pending ??= fetchConfig().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

async function fetchConfig(): Promise<PublicConfig> {
  const response = await fetch("/config.json", { headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`/config.json returned ${response.status}`);
  return z.parse(schema, await response.json());
}
