import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A string of the product and where it is. Values in it are written as `${}`. */
export type Text = { file: string; line: number; text: string };

const SOURCES = ["app", "domain", "server", "supabase/functions"];
const SQL = ["supabase/schemas"];
/** Attributes whose strings are code. */
const CODE_ATTRIBUTES = new Set(["className", "d", "viewBox", "sandbox", "allow"]);

/** Statements and conditions of SQL, and lists of column names: code. */
const CODE =
  /^(select|insert into|update|delete from|do \$\$|with|create|alter|truncate|set) [\s\S]*(\(|=|\$)|\bis not null\b|\|/;

/** Every string with a word in the TypeScript and SQL of the product. Tests, types, statements and generated files don't count. */
export function findTexts(): Text[] {
  return [
    ...filesIn(SOURCES, /(?<!\.test)\.tsx?$/).flatMap(textsOfTypeScript),
    ...filesIn(SQL, /\.sql$/).flatMap(textsOfSql),
  ].filter(({ text }) => (/[A-Za-z]{2}\S*\s/.test(text) || /^[A-Z][a-z]*(-[a-z]+)*$/.test(text)) && !CODE.test(text));
}

/** The table of docs/style.md: what to find, and what to write instead. */
export function readPatterns(): { pattern: RegExp; instead: string }[] {
  const table = readFileSync("docs/style.md", "utf8").matchAll(/^\| `(.+?)` +\| (.+?) +\|$/gm);
  return [...table].map(([, source = "", instead = ""]) => ({
    pattern: new RegExp(source.replaceAll("\\|", "|"), "i"),
    instead,
  }));
}

/** The texts that match a pattern of docs/style.md. */
export function findOddTexts(texts: Text[]): (Text & { instead: string })[] {
  const patterns = readPatterns();
  return texts.flatMap((each) => {
    const found = patterns.find(({ pattern }) => sentences(each.text).some((sentence) => pattern.test(sentence)));
    return found && !isExempt(each) ? [{ ...each, instead: found.instead }] : [];
  });
}

const sentences = (text: string) => text.split(/(?<=[.!?])\s+/);

/** Legal texts have no contractions. */
const isExempt = ({ file, text }: Text) =>
  file.startsWith("app/content/terms/") || GIVEN.some((start) => text.startsWith(start));

/** How texts begin that the specification or the Supabase protocol gives. */
const GIVEN = [
  "Are you sure you want to delete the dashboard for ",
  "Passwords do not match",
  "Could not parse request body as JSON",
  "Password cannot be longer than 72 characters",
  "Session from session_id claim in JWT does not exist",
];

const filesIn = (folders: string[], ending: RegExp) =>
  folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => ending.test(name) && !name.includes("database-types"))
        .map((name) => join(folder, name)),
    )
    .sort();

function textsOfTypeScript(file: string): Text[] {
  const texts: Text[] = [];
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const add = (node: ts.Node, text: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    texts.push({ file, line: line + 1, text: text.replace(/\s+/g, " ").trim() });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxAttribute(node) && CODE_ATTRIBUTES.has(node.name.getText())) return;
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) add(node, node.text);
    if (ts.isTemplateExpression(node))
      add(node, node.head.text + node.templateSpans.map(({ literal }) => `\${}${literal.text}`).join(""));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** Literals of functions. Comments do not count. */
function textsOfSql(file: string): Text[] {
  const source = readFileSync(file, "utf8").replace(/--.*$|^comment on [\s\S]*?';$/gm, (comment) =>
    comment.replace(/[^\n]/g, ""),
  );
  return [...source.matchAll(/'((?:[^'\n]|'')+)'/g)].map(({ 1: text = "", index }) => ({
    file,
    line: source.slice(0, index).split("\n").length,
    text: text.replaceAll("''", "'"),
  }));
}
