import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The Deno binary that the `deno` package brings for this platform. Its wrapper script would leave its child alive. */
export function findDeno(): string {
  const scope = "node_modules/@deno";
  for (const platform of existsSync(scope) ? readdirSync(scope) : []) {
    const binary = join(scope, platform, process.platform === "win32" ? "deno.exe" : "deno");
    if (existsSync(binary)) return binary;
  }
  throw new Error("Deno is missing: npm install");
}
