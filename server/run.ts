import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { format } from "node:util";
import { isExplainedToSender } from "./database/database-errors.ts";
import { readEnvironment, StartError } from "./environment/environment.ts";
import { printWelcome } from "./host/print-welcome.ts";
import { startHost } from "./host/start-host.ts";
import { logError } from "./logging/log.ts";
import type { OpenPages } from "./pages/pages.ts";

/** The life of the process: reads the environment, starts, stops on SIGTERM and SIGINT; one line and exit code 1 when it cannot start. */
export async function run(openPages: OpenPages): Promise<void> {
  process.chdir(new URL("..", import.meta.url).pathname);
  if (existsSync(".env")) loadEnvFile(".env");
  silenceLibraryWarnings();
  try {
    const env = readEnvironment(process.env);
    const host = await startHost(env, openPages);
    printWelcome(env, host);
    let stopping = false;
    const stop = async () => {
      if (stopping) return;
      stopping = true;
      await host.close();
      process.exit(0);
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`Upfunnel cannot start: ${error.message}\n`);
    process.exit(1);
  }
}

/** Libraries print errors over many lines, parameters included. They become one line each, without them, and refusals that the sender is told of none. */
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
