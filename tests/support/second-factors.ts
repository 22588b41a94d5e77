import { become, type SignedInPerson } from "./database-persons.ts";
import type { Session } from "./database-session.ts";

/** Gives a person a verified second factor, as the auth server does. */
export async function giveFactor(db: Session, userId: string): Promise<void> {
  await db.run(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
    [userId],
  );
}

/** Until the end of the transaction, statements have the rights of a session that gave the second factor. */
export async function becomeWithFactor(db: Session, person: SignedInPerson): Promise<void> {
  await become(db, person);
  await db.run(
    "select set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb || '{\"aal\": \"aal2\"}')::text, true)",
  );
}
