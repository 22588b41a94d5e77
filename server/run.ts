import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { format } from "node:util";
import { isExplainedToSender } from "./database/database-errors.ts";
import { compileDatabase } from "./database/embedded/compile-database.ts";
import { readEnvironment, StartError } from "./environment/environment.ts";
import { printWelcome } from "./host/print-welcome.ts";
import { logError } from "./logging/log.ts";
import type { OpenPages } from "./pages/pages.ts";

/**
 * Runs the process: reads the environment, starts, and stops on SIGTERM and SIGINT. If it cannot start, it prints one
 * line and exits with code 1.
 */
export async function run(openPages: OpenPages): Promise<void> {
  process.chdir(new URL("..", import.meta.url).pathname);
  if (existsSync(".env")) loadEnvFile(".env");
  silenceLibraryWarnings();
  try {
    const env = readEnvironment(process.env);
    if (!env.DATABASE_URL && !env.SUPABASE_URL) compileDatabase().catch(() => {});
    // Loaded once the environment is right: a start that is refused is refused immediately.
    const { startHost } = await import("./host/start-host.ts");
    const host = await startHost(env, openPages);
    let stopping = false;
    const stop = async () => {
      if (stopping) return;
      stopping = true;
      await host.close();
      process.exit(0);
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
    // Someone who reads that it is running may stop it.
    printWelcome(env, host);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`Upfunnel can't start: ${error.message}\n`);
    process.exit(1);
  }
}

/**
 * Libraries print errors over many lines, including parameters. This logs each error as one line without parameters,
 * and skips refusals that the response already explains.
 */
function silenceLibraryWarnings(): void {
  console.error = (...values: unknown[]) => {
    if (!isExplainedToSender())
      logError("library", {
        message: format(...values)
          .split("\n", 1)[0]
          ?.slice(0, 500),
      });
  };
}
