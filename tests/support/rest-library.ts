import { createHmac } from "node:crypto";
import { createLiteApp } from "../../server/backend/lite-app.ts";
import type { DatabaseConnection } from "../../server/database/connect.ts";

export const SITE = "http://127.0.0.1:3000";
export const KEYS = {
  jwtSecret: "a-signing-secret-for-tests-only-0123456789",
  publishableKey: "sb_publishable_0123456789abcdefghijkl_01234567",
  secretKey: "sb_secret_0123456789abcdefghijkl_01234567",
};

/** A signed-in person's token, signed as the library does. */
export function tokenOf(id: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: id, role: "authenticated", session_id: id, iat: now - 1, exp: now + 900 };
  const text = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${text}.${createHmac("sha256", KEYS.jwtSecret).update(text).digest("base64url")}`;
}

/** How the library understood a table API request: the query that it would send. */
export type Understood = {
  from?: string;
  function?: string;
  select?: unknown[];
  where?: Record<string, unknown>;
  limit?: number;
  offset?: number;
  values?: unknown;
};

/**
 * The library itself with a database that never runs a query. Returns how the library understood a request, or the
 * status of its refusal.
 */
export function createRestLibrary(): (request: Request) => Promise<Understood | number> {
  let understood: (value: Understood) => void = () => {};
  const nothing = { tables: [], views: [], columns: [], functions: [], triggers: [] };
  const connection = {
    supportsRpc: true,
    dialect: "postgres",
    config: {},
    introspect: async () => ({ default_schema: "public", ...nothing }),
    normalizeDbError: (error: unknown) => ({ code: "PT400", message: String(error) }),
    onPostgrestAST: (query: Understood) => {
      understood(query);
      return new Promise(() => {});
    },
  };
  const app = createLiteApp(connection as unknown as DatabaseConnection, { ...KEYS, hashSalt: "" }, SITE);
  return (request) => {
    const query = new Promise<Understood>((resolve) => {
      understood = resolve;
    });
    return Promise.race([query, Promise.resolve(app.fetch(request)).then(({ status }) => status)]);
  };
}
