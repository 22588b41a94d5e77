import { globSync, readFileSync } from "node:fs";
import ts from "typescript";

// Strings that are slow to match: for each pattern, long runs of what it repeats, with endings that it refuses.

export const ADVERSARIAL_LENGTH = 64 * 1024;

export type Pattern = { pattern: RegExp; source: string; place: string };

/** Every regular expression literal in the code of the host and the functions, with its place. */
export function patternsOfServer(): Pattern[] {
  const files = globSync([
    "server/**/*.{ts,tsx}",
    "supabase/functions/**/*.{ts,tsx}",
    "domain/**/*.ts",
    "app/entry.server.tsx",
  ]);
  return files.filter((file) => !/\.test\.tsx?$/.test(file)).flatMap(patternsOf);
}

function patternsOf(file: string): Pattern[] {
  const text = readFileSync(file, "utf8");
  const found: Pattern[] = [];
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = "", flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ pattern: new RegExp(source, flags), source: node.text, place: `${file}:${line}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/**
 * The literal characters of a pattern, one character of each of its classes, and characters that are special in
 * requests.
 */
function unitsOf(source: string): string[] {
  const classes: [RegExp, string][] = [
    [/\\d|0-9/, "1"],
    [/\\w|a-z|A-Z|\[\^/, "a"],
    [/\\s| /, " "],
    [/\\n|\\r/, "\n"],
    [/\\t/, "\t"],
    [/\\p\{/, "\u0301"],
  ];
  const named = classes.filter(([test]) => test.test(source)).map(([, unit]) => unit);
  const literal = source.match(/[A-Za-z]{2,}|[^\\A-Za-z0-9^$()[\]{}*+?|]/g) ?? [];
  return [...new Set([...named, ...literal.slice(0, 12), "/", ".", ","])].slice(0, 14);
}

/**
 * Long runs of each unit and of pairs of units: alone, between other characters, and with an ending that does not
 * match.
 */
export function adversarialStrings(source: string, length = ADVERSARIAL_LENGTH): string[] {
  const units = unitsOf(source);
  const pairs = units.flatMap((one) => units.filter((other) => other !== one).map((other) => one + other));
  const start = /^\^?([A-Za-z0-9/:@. -]+)/.exec(source.replace(/\\/g, ""))?.[1] ?? "";
  return [...units, ...pairs].flatMap((unit) => {
    const run = unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 2);
    return [run, `${run}\u0001`, `${start}${run}\u0001`.slice(0, length), `a${run}a`];
  });
}

/** The longest of several calls, in milliseconds of CPU time, so that other programs on the machine do not count. */
export function slowest(inputs: string[], call: (input: string) => unknown): { ms: number; input: string } {
  let worst = { ms: 0, input: "" };
  for (const input of inputs) {
    const ms = timeOf(() => call(input));
    // The first calls are slow because the engine still compiles them, so slow results are measured again.
    const again =
      ms > 2
        ? Math.min(
            ms,
            timeOf(() => call(input)),
            timeOf(() => call(input)),
          )
        : ms;
    if (again > worst.ms) worst = { ms: again, input: input.slice(0, 40) };
  }
  return worst;
}

function timeOf(call: () => unknown): number {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
