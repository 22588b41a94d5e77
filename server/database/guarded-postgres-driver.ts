import { registerHooks } from "node:module";

/**
 * The PostgreSQL driver (3.4.9) can write to a connection that was lost a moment before: an error in a timer, which nobody
 * can catch and which ends the process, and afterwards the connection never sends again. Until a release mends it, these
 * two lines are put right while the module loads. A release that looks different refuses to load and asks to look here.
 */
const MENDS: [found: string, mended: string][] = [
  [
    "function nextWrite(fn) {",
    `function nextWrite(fn) {
    if (socket === null) {
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options))
      return false
    }`,
  ],
  ["    socket = null\n\n    if (initial)", "    socket = null\n    chunk = nextWriteTimer = null\n\n    if (initial)"],
];

let registered = false;

/** Loads the driver's embedded-library connection, mended. Only needed for DATABASE_URL, so loaded only then. */
export async function loadPostgresDriver(): Promise<typeof import("@supabase/lite/postgres")> {
  if (!registered) {
    registerHooks({
      load(url, context, nextLoad) {
        const loaded = nextLoad(url, context);
        if (!url.endsWith("/postgres/src/connection.js")) return loaded;
        let source = String(
          typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source as Uint8Array),
        );
        for (const [found, mended] of MENDS) {
          if (!source.includes(found)) throw new Error("The PostgreSQL driver changed: see guarded-postgres-driver.ts");
          source = source.replace(found, mended);
        }
        return { ...loaded, source };
      },
    });
    registered = true;
  }
  return import("@supabase/lite/postgres");
}
