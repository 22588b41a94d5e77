import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { readEnvironment, StartError } from "./environment/environment.ts";
import { printWelcome } from "./host/print-welcome.ts";
import { startHost } from "./host/start-host.ts";
import type { OpenPages } from "./pages/pages.ts";

/** The life of the process: reads the environment, starts, stops on SIGTERM and SIGINT; one line and exit code 1 when it cannot start. */
export async function run(openPages: OpenPages): Promise<void> {
  process.chdir(new URL("..", import.meta.url).pathname);
  if (existsSync(".env")) loadEnvFile(".env");
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
    console.error(`Upfunnel cannot start: ${error.message}`);
    process.exit(1);
  }
}
