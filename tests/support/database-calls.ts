import type { Session, TestDatabase } from "./database.ts";
import { become, becomeOwner, becomeService, type Person } from "./database-persons.ts";

/** What they do stays, until the test is over. */
export async function lasting<Row>(
  db: Session,
  who: Person | "service",
  statement: string,
  parameters: unknown[] = [],
): Promise<Row> {
  if (who === "service") await becomeService(db);
  else await become(db, who);
  const { rows } = await db.run<Row>(statement, parameters);
  await becomeOwner(db);
  return rows[0] as Row;
}

/** The code with which the database refuses; nothing of the try remains. */
export async function refusal(
  db: TestDatabase,
  who: Person,
  statement: string,
  parameters: unknown[] = [],
): Promise<unknown> {
  await db.run("savepoint before_refusal");
  try {
    await lasting(db, who, statement, parameters);
    return "nothing was refused";
  } catch (error) {
    await db.run("rollback to savepoint before_refusal");
    return (error as { code?: string }).code;
  }
}
