import { become, createAccount, createPerson, type Person, rolledBack } from "./database-persons.ts";
import type { Outcome, Session } from "./database-session.ts";

export type ClientAccount = { id: string; slug: string; owner: Person; member: Person; billing: Person };

/** Adds a client's account with one person of each role. With premium, its owner has it as a gift. */
export async function createClientAccount(
  db: Session,
  name: string,
  { premium = true }: { premium?: boolean } = {},
): Promise<ClientAccount> {
  const owner = await createPerson(db, "owner");
  const { rows } = await db.run<{ id: string }>(
    "select account_id as id from public.account_members where user_id = $1 and role = 'owner'",
    [owner.id],
  );
  const id = rows[0]?.id ?? "";
  const slug = name.toLowerCase().replaceAll(" ", "-");
  await db.run("update public.accounts set name = $2, slug = $3 where id = $1", [id, name, slug]);
  if (premium) await db.run("insert into public.premium_overrides (email) values ($1)", [owner.email]);
  const join = async (role: string) => {
    const person = await createAccount(db, { email: `${slug}-${role}@example.com` });
    await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, $3)", [
      id,
      person.id,
      role,
    ]);
    await db.run("insert into public.user_roles (user_id, role, status) values ($1, 'client', 'active')", [person.id]);
    return person;
  };
  return { id, slug, owner, member: await join("member"), billing: await join("billing") };
}

/** Until the end of the transaction, statements are a person's requests in the workspace of this account. */
export async function enter(db: Session, person: Person, slug: string | null): Promise<void> {
  await become(db, person);
  await db.run("select set_config('request.headers', $1, true)", [JSON.stringify(slug ? { "x-account": slug } : {})]);
}

/** Runs one statement as a person's request in the workspace of an account, and rolls it back. */
export function asPersonIn<Row = Record<string, unknown>>(
  db: Session,
  person: Person,
  slug: string | null,
  text: string,
  parameters: unknown[] = [],
): Promise<Outcome<Row>> {
  return rolledBack(db, async () => {
    await enter(db, person, slug);
    return db.run<Row>(text, parameters);
  });
}
