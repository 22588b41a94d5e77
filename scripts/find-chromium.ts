import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

export type Chromium = { executablePath: string; env: Record<string, string> };

const CACHE = resolve("node_modules/.cache/chromium");
const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
];

/**
 * Finds a Chromium for tests and benchmarks (contract: Commands): CHROME_PATH, an installed one, the one from
 * `@sparticuz/chromium`, or Playwright's own. Returns the first that starts. Throws an error that says what to install.
 */
export async function findChromium(): Promise<Chromium> {
  const configuredPath = process.env.CHROME_PATH;
  for (const executablePath of [configuredPath, ...INSTALLED]) {
    const found = executablePath && existsSync(executablePath) ? { executablePath, env: {} } : undefined;
    if (found && starts(found)) return found;
    if (executablePath && executablePath === configuredPath)
      throw new Error(`CHROME_PATH ${configuredPath} does not start`);
  }
  const shipped = await unpackShipped();
  if (shipped && starts(shipped)) return shipped;
  const { chromium } = await import("playwright-core");
  const own = { executablePath: chromium.executablePath(), env: {} };
  if (existsSync(own.executablePath) && starts(own)) return own;
  throw new Error(
    "No Chromium can run here. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or set CHROME_PATH",
  );
}

function starts({ executablePath, env }: Chromium): boolean {
  const { status } = spawnSync(executablePath, ["--version", "--no-sandbox", "--headless"], {
    env: { ...process.env, ...env },
    timeout: 30_000,
  });
  return status === 0;
}

/** The browser from `npm install` (Linux x64). It is unpacked once, with its own NSS libraries on the library path. */
async function unpackShipped(): Promise<Chromium | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  if (!existsSync(CACHE)) {
    const draft = `${CACHE}.${process.pid}`;
    mkdirSync(draft, { recursive: true });
    // The package unpacks into the temporary directory.
    const before = process.env.TMPDIR;
    process.env.TMPDIR = draft;
    try {
      const { inflate } = await import("@sparticuz/chromium");
      const bin = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..", "bin");
      for (const file of ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"])
        await inflate(join(bin, file));
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
    rmSync(CACHE, { recursive: true, force: true });
    renameSync(draft, CACHE);
  }
  const libraries = [join(CACHE, "al2023", "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  return {
    executablePath: join(CACHE, "chromium"),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: writeFontSettings() },
  };
}

/**
 * Writes a font configuration for the shipped fonts, because the package's own configuration looks in other places.
 * Without any font, this browser exits as soon as a page needs a font that the page does not load itself.
 */
function writeFontSettings(): string {
  const file = join(CACHE, "fonts.conf");
  const named = (path: string) => path.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const folders = [join(CACHE, "fonts"), "/usr/share/fonts"]
    .map((folder) => `  <dir>${named(folder)}</dir>\n`)
    .join("");
  const cache = `  <cachedir>${named(join(CACHE, "fonts-cache"))}</cachedir>\n`;
  writeFileSync(file, `<?xml version="1.0"?>\n<fontconfig>\n${folders}${cache}</fontconfig>\n`);
  return file;
}
