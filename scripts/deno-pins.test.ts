import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Package = { dependencies: Record<string, string>; devDependencies: Record<string, string> };
const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Package;
const versions: Record<string, string> = { ...dependencies, ...devDependencies };
const names = readdirSync("supabase/functions").filter((entry) => !entry.startsWith("_"));

test.each(names)("%s has the same pins as the versions in the tests", (name) => {
  const { imports } = JSON.parse(readFileSync(`supabase/functions/${name}/deno.json`, "utf8")) as {
    imports: Record<string, string>;
  };
  for (const [specifier, target] of Object.entries(imports)) {
    const [, module = "", version] = /^npm:(@?[^@]+)@([^/]+)/.exec(target) ?? [];
    expect([specifier, version]).toEqual([specifier, versions[module]]);
  }
});

test.each(names)("%s has a handler, an entry file with its name, and pins", (name) => {
  expect(existsSync(`supabase/functions/${name}/handler.ts`)).toBe(true);
  expect(readFileSync(`supabase/functions/${name}/index.ts`, "utf8")).toContain(`serve("${name}", handler`);
  expect(readFileSync("supabase/config.toml", "utf8")).toContain(`[functions.${name}]`);
});
