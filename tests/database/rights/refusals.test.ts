import { expect, test } from "vitest";
import { REFUSAL_CODES } from "../../../domain/refusals.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";

const BODIES = `
  select namespace.nspname || '.' || routine.proname as name, routine.prosrc as body
  from pg_proc as routine join pg_namespace as namespace on namespace.oid = routine.pronamespace
  where namespace.nspname in ('public', 'private')`;

onEveryDatabase("Refusals", (given) => {
  test("have exactly the codes in the program's list", async () => {
    const { rows } = await given().db.run<{ body: string }>(BODIES);
    const used = rows.flatMap(({ body }) => [...body.matchAll(/private\.refuse\(\s*'(\w+)'/g)].map(([, code]) => code));
    expect([...new Set(used)].sort()).toEqual([...REFUSAL_CODES].sort());
    const calls = rows.flatMap(({ body }) => body.match(/private\.refuse\(/g) ?? []);
    expect(calls).toHaveLength(used.length);
  });

  test("have states whose hint reaches the browser: the library drops that of 23503 and 23505", async () => {
    const { rows } = await given().db.run<{ name: string; body: string }>(BODIES);
    const states = rows.flatMap(({ name, body }) =>
      [...body.matchAll(/private\.refuse\(\s*'\w+',\s*'(\w{5})'/g)].map(([, state]) => ({ name, state })),
    );
    expect(states.length).toBeGreaterThan(100);
    expect(states.filter(({ state }) => state?.startsWith("23"))).toEqual([]);
  });

  test("are raised in one place", async () => {
    const { rows } = await given().db.run<{ name: string; body: string }>(BODIES);
    expect(rows.filter(({ body }) => /\braise\s+exception\b/i.test(body)).map(({ name }) => name)).toEqual([
      "private.refuse",
    ]);
  });

  test("carry the code as the hint, and the field or the facts as the detail", async () => {
    const { db } = given();
    const refuse = (more: string) =>
      rolledBack(db, () => db.run(`select private.refuse('required', '22023', 'A name is required'${more})`));
    const said = { code: "22023", message: "A name is required", hint: "required" };
    await expect(refuse("")).rejects.toMatchObject({ ...said, detail: undefined });
    await expect(refuse(", 'name'")).rejects.toMatchObject({ ...said, detail: "name" });
    await expect(refuse(", p_more => '{\"id\": 1}'")).rejects.toMatchObject({ ...said, detail: '{"id": 1}' });
  });
});
