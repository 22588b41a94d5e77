import { resolve } from "node:path";
import { z } from "zod";

const flag = z.enum(["0", "1"], { error: "must be 0 or 1" }).transform((value) => value === "1");
const wholeAddress = (protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
  });
const secret = z.string().min(32, { error: "must have at least 32 characters" });
const email = z.email({ error: "must be an email address" });

const schema = z.object({
  NODE_ENV: z
    .enum(["development", "production", "test"], { error: "must be development, production, or test" })
    .default("development"),
  PORT: z.coerce
    .number({ error: "must be a number" })
    .int({ error: "must be a whole number" })
    .min(0)
    .max(65535)
    .default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  SITE_URL: wholeAddress(["http:", "https:"]).optional(),
  DATA_DIR: z.string().min(1).default("./.data"),
  DATABASE_URL: wholeAddress(["postgres:", "postgresql:"]).optional(),
  BACKUP_KEY: z.string().min(16, { error: "must have at least 16 characters" }).optional(),
  BACKUP_KEY_FILE: z.string().min(1).optional(),
  ALLOW_EMBEDDED: flag.optional(),
  STORAGE_URL: wholeAddress(["s3:"]).optional(),
  SUPABASE_URL: wholeAddress(["http:", "https:"]).optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1).optional(),
  SUPABASE_SECRET_KEY: z.string().min(1).optional(),
  JWT_SECRET: secret.optional(),
  PUBLISHABLE_KEY: secret.optional(),
  SECRET_KEY: secret.optional(),
  DEMO: flag.optional(),
  ADMIN_SETUP_EMAIL: email.optional(),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_API_URL: wholeAddress(["http:", "https:"]).optional(),
  RESEND_API_KEY: z.string().min(1).optional(),
  RESEND_API_URL: wholeAddress(["http:", "https:"]).optional(),
  SMTP_URL: wholeAddress(["smtp:", "smtps:"]).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  SIGNAL_OUTAGE_RATE: z.coerce.number({ error: "must be a number" }).min(0).max(1).optional(),
  RATE_LIMIT_SCALE: z.coerce.number({ error: "must be a number" }).min(0).default(1),
  OUTBOX_TIME_SCALE: z.coerce.number({ error: "must be a number" }).positive({ error: "must be above 0" }).default(1),
  METRICS_TOKEN: z.string().min(16, { error: "must have at least 16 characters" }).optional(),
  SLOW_STATEMENT_MS: z.coerce.number({ error: "must be a number" }).min(0).default(1_000),
  DNS_SERVER: z
    .string()
    .refine((value) => /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d{1,5})?$/i.test(value), {
      error: "must be an IP address such as 127.0.0.1:5353",
    })
    .optional(),
  TRUST_PROXY: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    ),
});

export type Environment = z.output<typeof schema> & {
  /** The public address without a trailing slash. */
  siteUrl: string;
  dataDir: string;
  demo: boolean;
  loopback: boolean;
  production: boolean;
  /** Whether /dev/* may exist. Only hosts for the people at this machine have it. */
  developerPages: boolean;
  signalOutageRate: number;
};

/** A start that can't continue. The message is one line that says what to do. */
export class StartError extends Error {}

/** Reads and checks every variable at once (contract: Environment). Throws a StartError that names the invalid one. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const variables = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(variables);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`${String(issue?.path[0])} ${issue?.message ?? "isn't valid"}`);
  }
  const env = parsed.data;
  const loopback = isLoopbackHost(env.HOST);
  const production = env.NODE_ENV === "production";
  const publicSite = env.SITE_URL !== undefined && !isLoopbackHost(new URL(env.SITE_URL).hostname);
  const demo = env.DEMO ?? (loopback && !production && !publicSite);
  rejectContradictions(env, { demo, production, publicSite });
  return {
    ...env,
    siteUrl: (env.SITE_URL ?? `http://${env.HOST.includes(":") ? `[${env.HOST}]` : env.HOST}:${env.PORT}`).replace(
      /\/+$/,
      "",
    ),
    dataDir: resolve(env.DATA_DIR),
    demo,
    loopback,
    production,
    developerPages: !production && !publicSite,
    // A real deployment always shows what it measured, whatever this variable says.
    signalOutageRate: demo ? (env.SIGNAL_OUTAGE_RATE ?? 0.1) : 0,
  };
}

function rejectContradictions(
  env: z.output<typeof schema>,
  { demo, production, publicSite }: { demo: boolean; production: boolean; publicSite: boolean },
): void {
  if (env.DATABASE_URL && env.SUPABASE_URL)
    throw new StartError("DATABASE_URL and SUPABASE_URL can't both be set: set one of them");
  if (env.BACKUP_KEY && env.BACKUP_KEY_FILE)
    throw new StartError("BACKUP_KEY and BACKUP_KEY_FILE can't both be set: set one of them");
  if (env.STORAGE_URL && env.SUPABASE_URL)
    throw new StartError("STORAGE_URL has no effect with SUPABASE_URL: the project has its own storage");
  if (env.SUPABASE_URL && !(env.SUPABASE_PUBLISHABLE_KEY && env.SUPABASE_SECRET_KEY))
    throw new StartError("SUPABASE_URL also needs SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY");
  if (Boolean(env.STRIPE_SECRET_KEY) !== Boolean(env.STRIPE_WEBHOOK_SECRET))
    throw new StartError("STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: set both or neither");
  // A proxy may hide that a visitor comes from elsewhere, so a host with a public address is never a development host.
  if (publicSite && !production)
    throw new StartError(
      `SITE_URL ${env.SITE_URL} is a public address: set NODE_ENV=production, or remove SITE_URL to try Upfunnel on this machine`,
    );
  if (!production) return;
  if (demo) throw new StartError("DEMO=1 isn't allowed in production: the demo accounts have a known password");
  if (env.DATABASE_URL)
    for (const name of ["JWT_SECRET", "PUBLISHABLE_KEY", "SECRET_KEY"] as const)
      if (!env[name])
        throw new StartError(`${name} is required in production with DATABASE_URL: all hosts must use the same value`);
  if (!env.DATABASE_URL && !env.SUPABASE_URL && !env.ALLOW_EMBEDDED)
    throw new StartError(
      "DATABASE_URL (or SUPABASE_URL) is required in production: the embedded database can lose data in a power failure. To accept that, set ALLOW_EMBEDDED=1",
    );
}

/** Whether a name or address stays on this machine. Names under localhost count (RFC 6761). */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name === "::1" ||
    /^127(\.\d{1,3}){3}$/.test(name) ||
    /^::ffff:127\./.test(name)
  );
}
