import { become, becomeOwner, becomeService, type Person } from "./database-persons.ts";
import type { Outcome, Session } from "./database-session.ts";

/** Runs a statement as this person. Its changes stay until the end of the test's transaction. */
export async function outcomeAs<Row>(
  db: Session,
  who: Person | "service",
  statement: string,
  parameters: unknown[] = [],
): Promise<Outcome<Row>> {
  await (who === "service" ? becomeService(db) : become(db, who));
  const outcome = await db.run<Row>(statement, parameters);
  await becomeOwner(db);
  return outcome;
}

/** The first row of such a statement. Its changes stay until the end of the test's transaction. */
export async function runAs<Row>(
  db: Session,
  who: Person | "service",
  statement: string,
  parameters: unknown[] = [],
): Promise<Row> {
  return (await outcomeAs<Row>(db, who, statement, parameters)).rows[0] as Row;
}

export type Refusal = { code?: string; message?: string; detail?: string };

/** The error of a refused statement, which is rolled back. Empty if the database does not refuse. */
export async function refusal(
  db: Session,
  who: Person | "service",
  statement: string,
  parameters: unknown[] = [],
): Promise<Refusal> {
  await db.run("savepoint before_refusal");
  try {
    await runAs(db, who, statement, parameters);
    return {};
  } catch (error) {
    const { code, message, detail } = error as Refusal;
    return { ...(code && { code }), ...(message && { message }), ...(detail && { detail }) };
  } finally {
    await db.run("rollback to savepoint before_refusal");
  }
}

/** The code of the database's refusal. */
export async function refusalCode(
  db: Session,
  who: Person,
  statement: string,
  parameters: unknown[] = [],
): Promise<string> {
  return (await refusal(db, who, statement, parameters)).code ?? "nothing was refused";
}
