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
 * A Chromium for tests and benchmarks (contract: Commands): CHROME_PATH, an installed one, the one that
 * `@sparticuz/chromium` ships, or Playwright's own; the first that really starts. Throws saying what to install.
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

/** The browser that came with `npm install` (Linux x64), unpacked once, with its own NSS libraries on the library path. */
async function unpackShipped(): Promise<Chromium | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  if (!existsSync(CACHE)) {
    const draft = `${CACHE}.${process.pid}`;
    mkdirSync(draft, { recursive: true });
    // The package unpacks into the temporary directory, wherever that is.
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
 * Where the shipped fonts are: the package's own settings look for them in places of its own. Without a single font that
 * it finds this browser ends as soon as a page needs one that it does not bring along.
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
