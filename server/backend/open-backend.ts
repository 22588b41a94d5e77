import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../supabase/database.types.ts";
import { enableAtomic } from "../database/atomic.ts";
import { query } from "../database/query.ts";
import type { Environment } from "../environment/environment.ts";
import { databaseRateLimiter, memoryRateLimiter, type RateLimiter } from "../rate-limit/rate-limiter.ts";
import { createAuthMailer } from "./auth-mailer.ts";
import type { Backend } from "./backend.ts";
import { lockDataDirectory, prepareDataDirectory } from "./data-directory.ts";
import { createLiteApp } from "./lite-app.ts";
import { openDatabase } from "./open-database.ts";
import { createProtocol } from "./protocol.ts";
import { loadSecrets, type Secrets } from "./secrets.ts";
import { seedDemo } from "./seed-demo.ts";

type Options = { canSendMail: boolean; log: (error: unknown, path: string) => void };
type Opened = Backend & { limiter: RateLimiter };

/** Opens the backend that the environment asks for, migrated, seeded when fresh, and ready to answer. */
export async function openBackend(env: Environment, options: Options): Promise<Opened> {
  return env.SUPABASE_URL ? openHosted(env) : openEmbeddedModes(env, options);
}

async function openEmbeddedModes(env: Environment, options: Options): Promise<Opened> {
  prepareDataDirectory(env.dataDir);
  const unlock = env.DATABASE_URL ? () => {} : lockDataDirectory(env.dataDir);
  try {
    const secrets = await loadSecrets(env);
    const { connection, fresh } = await openDatabase(env);
    if (env.demo) await seedDemo(connection, fresh);
    const atomic = enableAtomic(connection);
    const app = createLiteApp(connection, secrets, env.siteUrl);
    const mailer = createAuthMailer(connection, env.siteUrl);
    app._mailer = mailer;
    await app.init();
    const limiter = chooseLimiter(env, connection);
    return {
      mode: env.DATABASE_URL ? "postgres" : "embedded",
      protocol: createProtocol(
        { connection, atomic, limiter, mailer, canSendMail: options.canSendMail },
        (request) => app.fetch(request),
        options.log,
      ),
      publishableKey: secrets.publishableKey,
      secretKey: secrets.secretKey,
      ...clients("http://backend.internal", secrets, async (input, init) => app.fetch(new Request(input, init))),
      hashSalt: secrets.hashSalt,
      limiter,
      isReady: () =>
        query(connection, "select 1").then(
          () => true,
          () => false,
        ),
      close: async () => {
        await connection.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

function chooseLimiter(env: Environment, connection: Parameters<typeof query>[0]): RateLimiter {
  if (!(env.DATABASE_URL && env.production)) return memoryRateLimiter(env.RATE_LIMIT_SCALE);
  return databaseRateLimiter(env.RATE_LIMIT_SCALE, async (key, limit, windowSeconds) => {
    const text = "select allowed, retry_after_seconds from public.hit_rate_limit($1, $2, $3)";
    const [row] = await query<{ allowed: boolean; retry_after_seconds: number }>(connection, text, [
      key,
      limit,
      windowSeconds,
    ]);
    return { allowed: row?.allowed ?? true, retryAfterSeconds: row?.retry_after_seconds ?? 1 };
  });
}

/** A hosted or self-hosted project: nothing is embedded, and its migrations are the Supabase CLI's work. */
async function openHosted(env: Environment): Promise<Opened> {
  const url = env.SUPABASE_URL as string;
  const secrets = {
    publishableKey: env.SUPABASE_PUBLISHABLE_KEY as string,
    secretKey: env.SUPABASE_SECRET_KEY as string,
  };
  const { service, asCaller } = clients(url, secrets, fetch);
  return {
    mode: "supabase",
    supabaseUrl: url.replace(/\/+$/, ""),
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    service,
    asCaller,
    hashSalt: secrets.secretKey,
    limiter: memoryRateLimiter(env.RATE_LIMIT_SCALE),
    isReady: async () =>
      !(await service.from("agency_settings").select("*", { head: true, count: "exact" }).limit(1)).error,
    close: async () => {},
  };
}

function clients(
  url: string,
  keys: Pick<Secrets, "publishableKey" | "secretKey">,
  fetcher: typeof fetch,
): Pick<Backend, "service" | "asCaller"> {
  const client = (key: string, headers: Record<string, string>): SupabaseClient<Database> =>
    createClient<Database>(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: fetcher, headers },
    });
  return {
    service: client(keys.secretKey, {}),
    asCaller: (authorization) => client(keys.publishableKey, authorization ? { Authorization: authorization } : {}),
  };
}
