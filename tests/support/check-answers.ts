import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { onEveryDatabase } from "./database-matrix.ts";
import { become, type PersonKind, rolledBack } from "./database-persons.ts";
import type { TestDatabase } from "./database-session.ts";
import type { World } from "./database-world.ts";

export type AnswerCase = {
  name: string;
  schema: z.ZodMiniType;
  as: PersonKind;
  /** The arguments by name. Lists and objects of a jsonb argument are JSON text. */
  args?: (world: World, db: TestDatabase) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Adds rows that the answer needs beyond those of the world. */
  prepare?: (db: TestDatabase, world: World) => Promise<unknown>;
};

/** Checks that database functions answer in the format of the application's schemas. */
export function checkAnswers(area: string, cases: AnswerCase[]): void {
  onEveryDatabase(`Answers of the ${area} functions`, (given) => {
    test.each(cases)("$name answers in the format of its schema", async ({ name, schema, as, args, prepare }) => {
      const { db, world } = given();
      await rolledBack(db, async () => {
        await prepare?.(db, world);
        const entries = Object.entries((await args?.(world, db)) ?? {});
        const list = entries.map(([key], at) => `${key} => $${at + 1}`).join(", ");
        await become(db, world.people[as]);
        const { rows } = await db.run<{ answer: unknown }>(
          `select public.${name}(${list}) as answer`,
          entries.map(([, value]) => value),
        );
        const read = schema.safeParse(rows[0]?.answer);
        expect(read.error?.issues ?? []).toEqual([]);
      });
    });
  });
}
