import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";

const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name))
    .sort();
const read = (file: string) => readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");

const styleFiles = filesIn("app", /\.css$/);
const modules = styleFiles.filter((file) => file.endsWith(".module.css"));
const siteModules = modules.filter((file) => file.startsWith("app/features/site/"));
const components = filesIn("app", /(?<!\.test)\.tsx?$/);

describe("global styles", () => {
  test("contain only the base styles of site and portal", () => {
    expect(styleFiles.filter((file) => !modules.includes(file))).toEqual([
      "app/base.css",
      "app/tokens.css",
      "app/ui/ui.css",
    ]);
  });

  test("name no class except a page's planes", () => {
    const named = ["app/base.css", "app/tokens.css", "app/ui/ui.css"].flatMap((file) => classesOf(read(file)));
    expect([...new Set(named)].sort()).toEqual(["on-ink", "on-paper", "on-raised"]);
  });
});

describe("modules", () => {
  // A class name in the browser combines the file name and its own (vite.config.ts).
  test("have unique file names", () => {
    const names = modules.map((file) => basename(file));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("define every class that is used, and no others", () => {
    const used = new Map(modules.map((file) => [file, { names: new Set<string>(), byKey: false }]));
    for (const component of components) {
      const text = read(component);
      for (const [, name, path = ""] of text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)) {
        const use = used.get(path.startsWith("~/") ? path.replace("~", "app") : join(component, "..", path));
        for (const [, key = ""] of text.matchAll(new RegExp(`(?<![\\w./-])${name}\\.(\\w+)`, "g"))) use?.names.add(key);
        if (use && text.includes(`${name}[`)) use.byKey = true;
      }
    }
    for (const [file, { names, byKey }] of used) {
      const defined = new Set(classesOf(read(file)));
      const extra = [...defined].filter((name) => !names.has(name) && !byKey);
      expect([file, [...names].filter((name) => !defined.has(name)), extra]).toEqual([file, [], []]);
    }
  });

  test("are the site's only classes, besides the planes", () => {
    const literal = components
      .filter((file) => file.startsWith("app/features/site/"))
      .flatMap((file) => [...read(file).matchAll(/className="([^"]*)"/g)].map(([, names]) => `${file}: ${names}`));
    expect(literal).toEqual([]);
  });
});

describe("sizes and gaps of the site", () => {
  test.each(siteModules)("%s uses tokens for them", (file) => {
    const raw = declarationsOf(read(file))
      .filter(([property, value]) => !allowed(property, value))
      .map((declaration) => declaration.join(": "));
    expect(raw).toEqual([]);
  });

  test("are existing tokens", () => {
    const set = [...styleFiles, ...components].flatMap((file) => read(file).match(/--[\w-]+(?="?\]?:)/g) ?? []);
    const known = new Set(set);
    const unknown = siteModules.flatMap((file) =>
      [...read(file).matchAll(/var\((--[\w-]+)/g)].filter(([, name = ""]) => !known.has(name)).map(([, name]) => name),
    );
    expect(unknown).toEqual([]);
  });
});

/** Sizes relative to the surrounding text are allowed, and so are points and millimeters, which only print uses. */
function allowed(property: string, value: string): boolean {
  if (property === "font-size") return /^(var\(--t-[\w-]+\)|0|inherit|[\d.]+(em|pt))$/.test(value);
  if (property === "line-height") return /^(var\(--[\w-]+\)|inherit)$/.test(value);
  if (property === "font") return /^(inherit|.*var\(--t-[\w-]+\) \/ var\(--l-[\w-]+\) .*)$/.test(value);
  if (/^((row|column)-)?gap$|^(margin|padding)(-|$)/.test(property)) return !/\d(px|rem)\b/.test(value);
  return true;
}

function declarationsOf(css: string): [string, string][] {
  return [...css.matchAll(/(?<=[{;]\s*)([a-z-]+):\s*([^;{}]+);/g)].map(([, property = "", value = ""]) => [
    property,
    value,
  ]);
}

function classesOf(css: string): string[] {
  const selectors = css.match(/[^{};]+(?=\{)/g) ?? [];
  return selectors
    .filter((selector) => !selector.trim().startsWith("@"))
    .flatMap((selector) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name));
}
