import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";

/** The day on which a public page's route or words last changed: by the history, or by the files where there is none. */
export function lastChanged(path: string): string {
  const files = sourcesOf(path);
  try {
    const day = execFileSync("git", ["log", "-1", "--format=%cs", "--", ...files], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
    if (day) return day;
  } catch {
    // No history here: an unpacked archive.
  }
  const newest = Math.max(...files.map((file) => statSync(file).mtimeMs));
  return new Date(newest).toISOString().slice(0, 10);
}

/** The route module that `app/routes.ts` names for a path, and the content that it imports. */
function sourcesOf(path: string): string[] {
  const table = readFileSync("app/routes.ts", "utf8");
  // A route below a prefix stands under its last name.
  const name = path === "/" ? "home" : path.split("/").at(-1);
  const route = new RegExp(`route\\("${name}", "([^"]+)"`).exec(table)?.[1];
  const module = route ? `app/${route}` : "app/routes.ts";
  const imports = [...readFileSync(module, "utf8").matchAll(/from "~\/(content\/[\w/-]+\.tsx?)"/g)].map(
    ([, file]) => `app/${file}`,
  );
  return [module, ...imports].filter((file) => existsSync(file));
}
