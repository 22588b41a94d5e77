import { randomUUID } from "node:crypto";
import type { Outcome, Session } from "./database-session.ts";

/** A caller of the API. Without an id, it is a visitor who is not signed in. */
export type Person = { id: string | null; email: string };

type Role = { role: "admin" | "sales" | "client"; status: "pending" | "active" | "inactive" };

/** The people that every policy is tested with. */
export const KINDS = {
  anon: null,
  // An account that requested no role.
  "no role": [],
  "new client": [{ role: "client", status: "active" }],
  owner: [{ role: "client", status: "active" }],
  "other client": [{ role: "client", status: "active" }],
  "pending sales": [{ role: "sales", status: "pending" }],
  "active sales": [{ role: "sales", status: "active" }],
  "other active sales": [{ role: "sales", status: "active" }],
  // Every role and right, but none of it active.
  inactive: [
    { role: "admin", status: "inactive" },
    { role: "sales", status: "inactive" },
    { role: "client", status: "inactive" },
  ],
  admin: [{ role: "admin", status: "active" }],
} satisfies Record<string, Role[] | null>;

export type PersonKind = keyof typeof KINDS;

/** Adds one person of this kind: signed up, confirmed, and with the kind's roles. */
export async function createPerson(db: Session, kind: PersonKind): Promise<Person> {
  const roles: Role[] | null = KINDS[kind];
  if (!roles) return { id: null, email: "" };
  const person = await createAccount(db, {
    email: `${kind.replaceAll(" ", "-")}-${randomUUID().slice(0, 8)}@example.com`,
  });
  for (const { role, status } of roles)
    await db.run("insert into public.user_roles (user_id, role, status) values ($1, $2, $3)", [
      person.id,
      role,
      status,
    ]);
  return person;
}

export type SignedInPerson = Person & { id: string };

/** Adds an account as the auth server does, so that the sign-up trigger processes its metadata. */
export async function createAccount(
  db: Session,
  account: { email: string; confirmed?: boolean; metadata?: unknown },
): Promise<SignedInPerson> {
  const { email, confirmed = true, metadata = {} } = account;
  const id = randomUUID();
  await db.run(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     values ($1, $2, case when $3::boolean then now() end, $4::text::jsonb)`,
    [id, email, confirmed, JSON.stringify(metadata)],
  );
  return { id, email };
}

/** Runs work in a transaction that is rolled back. */
export async function rolledBack<Result>(db: Session, work: () => Promise<Result>): Promise<Result> {
  await db.run("begin");
  try {
    return await work();
  } finally {
    await db.run("rollback");
  }
}

/** Runs one statement with a person's rights, as the API does, and rolls it back. */
export function asPerson<Row = Record<string, unknown>>(
  db: Session,
  person: Person,
  text: string,
  parameters: unknown[] = [],
): Promise<Outcome<Row>> {
  return rolledBack(db, async () => {
    await become(db, person);
    return db.run<Row>(text, parameters);
  });
}

/** Until the end of the transaction, statements have the person's rights. */
export async function become(db: Session, person: Person): Promise<void> {
  const role = person.id ? "authenticated" : "anon";
  const claims = person.id ? { sub: person.id, role, email: person.email, aud: role } : { role };
  await db.run(
    `select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claim.role', $2, true),
       set_config('request.jwt.claims', $3, true), set_config('role', $2, true)`,
    [person.id ?? "", role, JSON.stringify(claims)],
  );
}

/** Returns to the database owner's rights within a transaction. */
export async function becomeOwner(db: Session): Promise<void> {
  await db.run("select set_config('role', 'none', true), set_config('request.jwt.claim.sub', '', true)");
}

/** Until the end of the transaction, statements have the service role's rights. */
export async function becomeService(db: Session): Promise<void> {
  await db.run("select set_config('request.jwt.claim.sub', '', true), set_config('role', 'service_role', true)");
}
