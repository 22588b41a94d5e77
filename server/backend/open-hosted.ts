import { readdirSync } from "node:fs";
import { type Environment, StartError } from "../environment/environment.ts";
import { memoryRateLimiter } from "../rate-limit/rate-limiter.ts";
import type { Backend } from "./backend.ts";
import { createClients } from "./clients.ts";

/**
 * Opens a hosted or self-hosted project. The Supabase CLI migrates it. Throws a StartError when the project cannot be
 * reached or does not have this version's schema.
 */
export async function openHosted(
  env: Environment,
): Promise<Backend & { limiter: ReturnType<typeof memoryRateLimiter> }> {
  const url = env.SUPABASE_URL as string;
  const secrets = {
    publishableKey: env.SUPABASE_PUBLISHABLE_KEY as string,
    secretKey: env.SUPABASE_SECRET_KEY as string,
  };
  const { service, asCaller } = createClients(url, secrets, fetch);
  await requireSchemaVersion(service);
  return {
    mode: "supabase",
    supabaseUrl: url.replace(/\/+$/, ""),
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    service,
    asCaller,
    hashSalt: secrets.secretKey,
    hasDemo: false,
    limiter: memoryRateLimiter(env.RATE_LIMIT_SCALE),
    isReady: async () =>
      !(await service.from("agency_settings").select("*", { head: true, count: "exact" }).limit(1)).error,
    close: async () => {},
  };
}

async function requireSchemaVersion(service: Backend["service"]): Promise<void> {
  const wanted = readdirSync("supabase/migrations").sort().at(-1)?.split("_")[0] ?? "";
  const { data, error, status } = await service.rpc("schema_version");
  if (error && status === 0) throw new StartError(`SUPABASE_URL can't be reached (${error.message}): check the URL`);
  if (status === 401)
    throw new StartError("The project rejected SUPABASE_SECRET_KEY: check that it's the secret (service role) key");
  if (!error && (data ?? "") > wanted)
    throw new StartError(
      `the project is newer than this version (migration ${data}). Start the version that migrated it, or a later one.`,
    );
  if (error || (data ?? "") < wanted)
    throw new StartError(
      `The project's schema ${error ? `isn't ours (${error.message})` : `is at ${data}, but this version needs ${wanted}`}: run \`supabase db push\``,
    );
}
