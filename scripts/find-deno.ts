import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * The Deno binary from the `deno` package for this platform. The package's wrapper script could leave its child process
 * running.
 */
export function findDeno(): string {
  const scope = "node_modules/@deno";
  for (const platform of existsSync(scope) ? readdirSync(scope) : []) {
    const binary = join(scope, platform, process.platform === "win32" ? "deno.exe" : "deno");
    if (existsSync(binary)) return binary;
  }
  throw new Error("Deno is missing: npm install");
}
