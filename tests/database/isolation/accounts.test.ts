import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import { waysOf } from "../../support/isolation/calls.ts";
import { isWords, tenantsOf } from "../../support/isolation/fill.ts";
import { B, CALLERS, type Caller, INSIDERS } from "../../support/isolation/tenants.ts";
import type { Attempt } from "../../support/isolation/try-calls.ts";
import { tryAll } from "../../support/isolation/try-calls.ts";
import {
  type Filled,
  fillDatabase,
  removeTenants,
  scenesFor,
  statementsFor,
  type Tried,
  tryEverything,
  unmarkedColumns,
} from "../../support/isolation/two-accounts.ts";
import { PLAIN } from "../../support/isolation/values.ts";

/** Functions that no one here can call with success, with a reason for each. */
const UNREACHED: Record<string, string> = {
  erase_person:
    "a person whose invoices, retainers and leads don't stand in the way (tests/database/procedures/erasure.test.ts)",
};

const functionOf = (statement: string) => /^select \* from public\.(\w+)\(/.exec(statement)?.[1];
const shown = (attempts: Attempt[], what: "leaked" | "touched") =>
  attempts.filter((attempt) => attempt[what]).map((attempt) => `${attempt.statement} → ${attempt[what]}`);

const all = databases();
describe.each(process.env.EVERY_DATABASE === "1" ? all : all.slice(0, 1))(
  "Accounts on $name",
  { timeout: 180_000 },
  ({ open }) => {
    let filled: Filled;
    /** What came of everything, by caller. */
    const tried = new Map<Caller, Tried[]>();
    beforeAll(async () => {
      filled = await fillDatabase(await open());
    });
    afterAll(async () => {
      await filled.db.run("rollback");
      await filled.db.close();
    });

    test("fill every table, with their mark in every column of words that can hold one", async () => {
      const unmarked = await unmarkedColumns(filled, (table) =>
        tenantsOf(table.name).includes(B) ? table.columns.filter(isWords).map(({ name }) => name) : [],
      );
      expect(unmarked.filter((name) => !(name in PLAIN) && !((name.split(".")[2] ?? "") in PLAIN))).toEqual([]);
      for (const table of filled.tables.filter(({ name }) => tenantsOf(name).includes(B))) {
        const { count } = await filled.db.run(
          `select from ${table.name} as held where held::text ~ '(${B.mark}|b7b7b7b7)'`,
        );
        expect(count, table.name).toBeGreaterThan(0);
      }
    });

    test("every function has arguments", () => {
      const missing = filled.functions.flatMap(({ name, parameters }) =>
        parameters.filter((parameter) => !waysOf(name, parameter)).map((parameter) => `${name}.${parameter.name}`),
      );
      expect(missing).toEqual([]);
    });

    test("those who belong to B see it, and what they write is noticed, so nothing below passes by being empty", async () => {
      const seen = new Set<string>();
      const written = new Set<string>();
      const answered = new Set<string>();
      for (const insider of Object.values(INSIDERS)) {
        const caller = { ...insider, hidden: [B] };
        for (const slug of [B.slug, null]) {
          const statements = [
            ...statementsFor(filled, { ...caller, own: B }, slug, ["reads", "writes", "functions"]),
            ...scenesFor(filled),
          ];
          for (const { statement, code, leaked, touched } of await tryAll(filled.db, caller, slug, statements)) {
            const name =
              functionOf(statement) ?? /(?:from|update|into) ((?:public|storage)\.\w+)/.exec(statement)?.[1] ?? "";
            if (leaked) seen.add(name);
            if (touched) written.add(name);
            if (code === "ZZ001") answered.add(name);
          }
        }
      }
      const tables = filled.rights.authenticated.filter(
        ({ name, select }) => select.length > 0 && tenantsOf(name).includes(B),
      );
      expect(tables.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
      expect(filled.functions.map(({ name }) => name).filter((name) => seen.has(name)).length).toBeGreaterThan(35);
      expect(filled.functions.map(({ name }) => name).filter((name) => written.has(name)).length).toBeGreaterThan(45);
      expect(filled.functions.map(({ name }) => name).filter((name) => !answered.has(name))).toEqual(
        Object.keys(UNREACHED),
      );
    });

    test.each(Object.entries(CALLERS))(
      "%s finds nothing of others in any table or function, and changes nothing, and keeps nobody waiting",
      async (_, caller) => {
        const { attempts, locks } = await tryEverything(filled, caller);
        tried.set(caller, attempts);
        expect(attempts.length).toBeGreaterThan(1000);
        expect(shown(attempts, "leaked")).toEqual([]);
        expect(shown(attempts, "touched")).toEqual([]);
        expect(locks).toEqual([]);
      },
    );

    const working = ["A's owner", "A's member", "a rep lent to A", "a free account's owner"];
    test.each(working)("%s gets the same answers without the other clients", async (name) => {
      const caller = CALLERS[name];
      if (!caller?.own) throw new Error(`${name} has no account`);
      const { db, functions } = filled;
      const stable = new Set(functions.filter(({ volatility }) => volatility !== "v").map((each) => each.name));
      const statements = statementsFor(filled, caller, caller.own.slug, ["reads", "functions"]);
      const slug = caller.own.slug;
      const answersOf = (attempts: Attempt[]) => {
        const answers = new Map(
          attempts.map(({ statement, code, message, answer }) => {
            const called = functionOf(statement);
            return [statement, `${statement} → ${code} ${message} ${called && !stable.has(called) ? "" : answer}`];
          }),
        );
        return statements.map((statement) => answers.get(statement) ?? "");
      };
      const before = tried.get(caller)?.filter((attempt) => attempt.slug === slug);
      const beside = answersOf(before ?? (await tryAll(db, caller, slug, statements)));
      await db.run("savepoint alone");
      await removeTenants(
        filled,
        caller.hidden.filter(({ slug }) => slug !== "agency"),
      );
      const alone = answersOf(await tryAll(db, caller, slug, statements));
      await db.run("rollback to savepoint alone");
      // The caller made up an id that is used elsewhere. Ids are random, and nothing else comes out.
      const differing = beside.flatMap((answer, at) =>
        answer !== alone[at] && !answer.endsWith(" id_taken ") ? [`${answer}, alone: ${alone[at]}`] : [],
      );
      expect(differing).toEqual([]);
    });
  },
);
