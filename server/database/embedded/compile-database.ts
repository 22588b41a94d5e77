import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";

let program: Promise<WebAssembly.Module> | undefined;

/**
 * The compiled embedded database. It is compiled once per process, so that a replacement thread opens in half a second. A
 * start calls this before it loads anything else, because V8 compiles on another core.
 */
export function compileDatabase(): Promise<WebAssembly.Module> {
  program ??= (async () => {
    // V8 sometimes ends the process while it frees unused code of a WebAssembly module that several threads have run (decision 0016).
    setFlagsFromString("--no-wasm-code-gc");
    const library = createRequire(import.meta.url).resolve("@electric-sql/pglite");
    return WebAssembly.compile(await readFile(new URL("pglite.wasm", `file://${library}`)));
  })();
  return program;
}
