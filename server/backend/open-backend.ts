import type { Pool } from "pg";
import type { RateLimiter } from "../../supabase/functions/_shared/limits.ts";
import { DatabaseAway } from "../../supabase/functions/_shared/outages.ts";
import { enableAtomic } from "../database/atomic.ts";
import { CONNECTION_LOST, isConnectionLost } from "../database/database-errors.ts";
import { query } from "../database/query.ts";
import { watchSlowStatements } from "../database/slow-statements.ts";
import { SpaceWatch } from "../disk/space-watch.ts";
import type { Environment } from "../environment/environment.ts";
import { logError } from "../logging/log.ts";
import { databaseRateLimiter, memoryRateLimiter } from "../rate-limit/rate-limiter.ts";
import { openStorage } from "../storage/open-storage.ts";
import { createAuthMailer } from "./auth-mailer.ts";
import type { Backend } from "./backend.ts";
import { createClients } from "./clients.ts";
import { lockDataDirectory, prepareDataDirectory } from "./data-directory.ts";
import { speedUpJsonStringify } from "./fast-json.ts";
import { joinOuterTransaction } from "./join-transaction.ts";
import { createLiteApp } from "./lite-app.ts";
import { openDatabase } from "./open-database.ts";
import { openHosted } from "./open-hosted.ts";
import { createProtocol, explainDatabaseErrors } from "./protocol.ts";
import { loadSecrets } from "./secrets.ts";
import { DEMO_HASH, endDemoSessions, refreshDemo, seedDemo } from "./seed-demo.ts";
import { withSessionLifetimes } from "./session-lifetimes.ts";

type Options = { canSendMail: boolean; log: (error: unknown, path: string) => void };
type OpenBackend = Backend & { limiter: RateLimiter };

/** Opens the backend that the environment selects: migrated, seeded if new, and ready to answer. */
export async function openBackend(env: Environment, options: Options): Promise<OpenBackend> {
  return env.SUPABASE_URL ? openHosted(env) : openEmbeddedModes(env, options);
}

async function openEmbeddedModes(env: Environment, options: Options): Promise<OpenBackend> {
  prepareDataDirectory(env.dataDir);
  const unlock = env.DATABASE_URL ? () => {} : await lockDataDirectory(env.dataDir);
  try {
    const secrets = await loadSecrets(env);
    const connection = await openDatabase(env);
    watchSlowStatements(connection.driver, env.SLOW_STATEMENT_MS);
    const space = new SpaceWatch(env.dataDir, logError, (isFull) => void connection.embedded?.setReadOnly(isFull));
    const { hasDemo, isNew } = env.demo ? await seedDemo(connection) : { hasDemo: false, isNew: false };
    if (env.production) await endDemoSessions(connection);
    const atomic = enableAtomic(connection);
    joinOuterTransaction(connection);
    speedUpJsonStringify();
    const app = createLiteApp(connection, secrets, env.siteUrl);
    const mailer = createAuthMailer(connection, env.siteUrl);
    app._mailer = mailer;
    await app.init();
    const library = withSessionLifetimes(connection, async (request) => app.fetch(request));
    const own = explainDatabaseErrors(library);
    // Without this, the first request would wait for the introspection.
    connection.introspect({ useCache: true }).catch(() => {});
    const limiter = chooseLimiter(env, connection);
    // In memory for every backend, because counting each read in the database would double its work.
    const restLimiter = memoryRateLimiter(env.RATE_LIMIT_SCALE);
    const storage = openStorage({ env, connection, keys: secrets, limiter: restLimiter, log: options.log });
    const internal = (request: Request) =>
      new URL(request.url).pathname.startsWith("/storage/v1/") ? storage.answer(request, "") : own(request);
    const protocol = createProtocol(
      {
        connection,
        atomic,
        limiter,
        restLimiter,
        storage: storage.answer,
        keys: secrets,
        mailer,
        siteUrl: env.siteUrl,
        canSendMail: options.canSendMail,
        disabledHash: env.production ? DEMO_HASH : undefined,
      },
      library,
      options.log,
    );
    return {
      mode: env.DATABASE_URL ? "postgres" : "embedded",
      protocol: protocol.answer,
      readRows: protocol.read,
      publishableKey: secrets.publishableKey,
      secretKey: secrets.secretKey,
      ...createClients("http://backend.internal", secrets, (input, init) => internal(new Request(input, init))),
      query: (text, parameters) => query(connection, text, parameters),
      hashSalt: secrets.hashSalt,
      connections: () => countConnections([connection.driver, connection.reads]),
      space,
      hasDemo,
      afterStart: hasDemo && !isNew ? () => refreshDemo(connection) : undefined,
      limiter,
      isReady: () =>
        query(connection, "select 1").then(
          () => true,
          () => false,
        ),
      close: async () => {
        await storage.stop();
        space.stop();
        await connection.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** One pool may serve both purposes. */
function countConnections(pools: Pool[]): { open: number; idle: number; waiting: number } {
  const all = [...new Set(pools)];
  const sum = (read: (pool: Pool) => number) => all.reduce((total, pool) => total + read(pool), 0);
  return {
    open: sum((pool) => pool.totalCount),
    idle: sum((pool) => pool.idleCount),
    waiting: sum((pool) => pool.waitingCount),
  };
}

function chooseLimiter(env: Environment, connection: Parameters<typeof query>[0]): RateLimiter {
  if (!(env.DATABASE_URL && env.production)) return memoryRateLimiter(env.RATE_LIMIT_SCALE);
  const countHit = async (key: string, limit: number, windowSeconds: number) => {
    const text = "select allowed, retry_after_seconds from public.hit_rate_limit($1, $2, $3)";
    const [row] = await query<{ allowed: boolean; retry_after_seconds: number }>(connection, text, [
      key,
      limit,
      windowSeconds,
    ]).catch((error: unknown) => {
      throw isConnectionLost(error)
        ? Object.assign(new DatabaseAway("no limits", { cause: error }), { code: CONNECTION_LOST })
        : error;
    });
    return { allowed: row?.allowed ?? true, retryAfterSeconds: row?.retry_after_seconds ?? 1 };
  };
  const refund = async (key: string) =>
    void (await query(connection, "update private.rate_limits set hits = greatest(hits - 1, 0) where key = $1", [key]));
  return databaseRateLimiter(env.RATE_LIMIT_SCALE, countHit, refund);
}
