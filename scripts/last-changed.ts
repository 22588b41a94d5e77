import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";

/** The date when a public page's route or content last changed, from the Git history or else from the files. */
export function lastChanged(path: string): string {
  const files = sourcesOf(path);
  try {
    const day = execFileSync("git", ["log", "-1", "--format=%cs", "--", ...files], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
    if (day) return day;
  } catch {
    // An unpacked archive has no history.
  }
  const newest = Math.max(...files.map((file) => statSync(file).mtimeMs));
  return new Date(newest).toISOString().slice(0, 10);
}

/** The route module in `app/routes.ts` for a path, and the content that it imports. */
function sourcesOf(path: string): string[] {
  const table = readFileSync("app/routes.ts", "utf8");
  // A route below a prefix is listed under its last segment.
  const name = path === "/" ? "home" : path.split("/").at(-1);
  const route = new RegExp(`route\\("${name}", "([^"]+)"`).exec(table)?.[1];
  const module = route ? `app/${route}` : "app/routes.ts";
  const imports = [...readFileSync(module, "utf8").matchAll(/from "~\/(content\/[\w/-]+\.tsx?)"/g)].map(
    ([, file]) => `app/${file}`,
  );
  return [module, ...imports].filter((file) => existsSync(file));
}
