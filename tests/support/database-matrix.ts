import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases } from "./database.ts";
import { asPerson, type Person, type PersonKind } from "./database-persons.ts";
import type { TestDatabase } from "./database-session.ts";
import type { World } from "./database-world.ts";

/** PostgreSQL's code for "permission denied" and "violates row-level security policy". */
const REFUSED = "42501";

type Suite = (given: () => { db: TestDatabase; world: World }) => void;

/** Runs a suite on every available database, each with the same people and rows. */
export function onEveryDatabase(title: string, suite: Suite): void {
  onDatabases(databases(), title, suite);
}

function onDatabases(kinds: ReturnType<typeof databases>, title: string, suite: Suite): void {
  describe.each(kinds)(`${title}, on $name`, ({ openWithWorld }) => {
    let given: { db: TestDatabase; world: World } | undefined;
    beforeAll(async () => {
      given = await openWithWorld();
    });
    afterAll(() => given?.db.close());
    suite(() => {
      if (!given) throw new Error("The database is not open yet");
      return given;
    });
  });
}

/**
 * Checks a table of rights cell by cell. A row's name is its statement; a column's name is a person. A cell is the
 * number of rows that the statement returns, adds, changes or removes (0 means that it finds no row that the person may
 * access), or `refused` (error 42501). In a statement, {self} is the caller's id, {owner} that person's id, and
 * {owner.email} their address. `addRows` adds rows that the world does not have, for every test. Policies are the same
 * text on every database (catalog.test.ts checks that), so their thousands of cells run on one database: PostgreSQL if
 * available. EVERY_DATABASE=1 runs them on all.
 */
export function testRights(
  table: string,
  statements: Record<string, string>,
  rights: string,
  addRows?: (db: TestDatabase) => Promise<void>,
): void {
  const all = databases();
  onDatabases(process.env.EVERY_DATABASE === "1" ? all : all.slice(-1), `Rights on ${table}`, (given) => {
    if (addRows) beforeAll(() => addRows(given().db));
    for (const { statement, person, expected } of readCells(rights)) {
      test(`${statement}: ${person} → ${expected}`, async () => {
        const { db, world } = given();
        const text = statements[statement];
        if (!text) throw new Error(`No statement is called ${statement}`);
        const self = world.people[person];
        expect(await outcome(db, self, fill(text, world, self))).toBe(expected);
      });
    }
  });
}

async function outcome(db: TestDatabase, person: Person, text: string): Promise<string> {
  try {
    return String((await asPerson(db, person, text)).count);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return code === REFUSED ? "refused" : `${code}: ${message}`;
  }
}

type Cell = { statement: string; person: PersonKind; expected: string };

function readCells(rights: string): Cell[] {
  const [heading = [], ...lines] = rights
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return lines.flatMap(([statement = "", ...cells]) =>
    cells.map((expected, at) => ({ statement, person: heading[at + 1] as PersonKind, expected })),
  );
}

/**
 * Replaces people in a statement: {owner}, {owner.email}, {self}, {self.email}. A visitor gets an id that no one has.
 */
export function fill(text: string, world: World, self: Person): string {
  return text.replace(/\{([a-z ]+)(\.email)?\}/g, (_, name: string, email?: string) => {
    if (world.ids[name]) return `'${world.ids[name]}'`;
    const person = name === "self" ? self : world.people[name as PersonKind];
    if (!person) throw new Error(`Nobody is called ${name}`);
    return email ? `'${person.email}'` : `'${person.id ?? "00000000-0000-0000-0000-000000000000"}'`;
  });
}
