import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { onEveryDatabase } from "./database-matrix.ts";
import { become, type PersonKind, rolledBack } from "./database-persons.ts";
import type { Session } from "./database-session.ts";
import type { World } from "./database-world.ts";

export type AnswerCase = {
  name: string;
  schema: z.ZodMiniType;
  as: PersonKind;
  /** The arguments by name; lists and objects of a jsonb argument as JSON text. May read or add rows as the database's owner. */
  args?: (world: World, db: Session) => Record<string, unknown> | Promise<Record<string, unknown>>;
};

/** Proves that functions of the database answer what the application's schemas say. */
export function checkAnswers(area: string, cases: AnswerCase[]): void {
  onEveryDatabase(`Answers of the ${area} functions`, (given) => {
    test.each(cases)("$name answers as its schema says", async ({ name, schema, as, args }) => {
      const { db, world } = given();
      await rolledBack(db, async () => {
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
