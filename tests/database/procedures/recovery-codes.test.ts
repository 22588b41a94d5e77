import { expect, test } from "vitest";
import { refusalCode } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { becomeOwner, rolledBack, type SignedInPerson } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import { becomeWithFactor, giveFactor } from "../../support/second-factors.ts";

const CREATE = "select public.create_recovery_codes() as codes";

async function asOwnerOf<Row>(db: Session, person: SignedInPerson, text: string): Promise<Row | undefined> {
  await becomeWithFactor(db, person);
  const { rows } = await db.run<Row>(text);
  await becomeOwner(db);
  return rows[0];
}
const createCodes = async (db: Session, person: SignedInPerson) =>
  (await asOwnerOf<{ codes: string[] }>(db, person, CREATE))?.codes ?? [];
const left = async (db: Session, person: SignedInPerson) =>
  (await asOwnerOf<{ left: number }>(db, person, "select public.recovery_codes_left() as left"))?.left;
const use = async (db: Session, person: SignedInPerson, code: string) =>
  (await db.run<{ used: boolean }>("select private.use_recovery_code($1, $2) as used", [person.id, code])).rows[0]
    ?.used;

onEveryDatabase("Recovery codes", (given) => {
  const inside = (work: (db: Session, owner: SignedInPerson, other: SignedInPerson) => Promise<void>) => async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const { owner, admin } = world.people;
      await giveFactor(db, (owner as SignedInPerson).id);
      await work(db, owner as SignedInPerson, admin as SignedInPerson);
    });
  };

  test(
    "are ten different ones, of which the database keeps only hashes",
    inside(async (db, owner) => {
      const codes = await createCodes(db, owner);
      expect(new Set(codes).size).toBe(10);
      for (const code of codes) expect(code).toMatch(/^[a-km-np-z2-9]{4}-[a-km-np-z2-9]{4}-[a-km-np-z2-9]{4}$/);
      const { rows } = await db.run("select * from private.recovery_codes");
      expect(rows).toHaveLength(10);
      for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code);
      expect(await left(db, owner)).toBe(10);
    }),
  );

  test(
    "work once, with or without dashes, for their own person only, and are audited and emailed",
    inside(async (db, owner, other) => {
      const [one = "", two = ""] = await createCodes(db, owner);
      expect(await use(db, other, one)).toBe(false);
      expect(await use(db, owner, "abcd-efgh-2345")).toBe(false);
      expect(await use(db, owner, one)).toBe(true);
      expect(await use(db, owner, one)).toBe(false);
      expect(await use(db, owner, ` ${two.replaceAll("-", "").toUpperCase()} `)).toBe(true);
      expect(await left(db, owner)).toBe(8);
      const audit = await db.run(
        "select action, subject, after from public.audit_log where table_name = 'recovery_codes' order by id",
      );
      expect(audit.rows).toMatchObject([
        { action: "insert", subject: owner.email, after: { left: 10 } },
        { action: "update", after: { left: 9 } },
        { action: "update", after: { left: 8 } },
      ]);
      const mails = await db.run(
        "select payload ->> 'template' as template from private.outbox where payload ->> 'template' like 'recovery-%' and payload ->> 'to' = $1 order by 1",
        [owner.email],
      );
      expect(mails.rows.map(({ template }) => template)).toEqual(["recovery-code-used", "recovery-code-used"]);
      // The setup has an email of its own. Later codes replace earlier ones, which the email says.
      await createCodes(db, owner);
      expect(
        (await db.run("select from private.outbox where payload ->> 'template' = 'recovery-codes-created'")).count,
      ).toBe(1);
    }),
  );

  test(
    "replace earlier ones, and end with the last authenticator app",
    inside(async (db, owner) => {
      const [earlier = ""] = await createCodes(db, owner);
      const [current = ""] = await createCodes(db, owner);
      expect(await use(db, owner, earlier)).toBe(false);
      await db.run("delete from auth.mfa_factors where user_id = $1", [owner.id]);
      expect(await use(db, owner, current)).toBe(false);
    }),
  );

  test(
    "are only for sessions that gave the second factor",
    inside(async (db, owner, other) => {
      expect(await refusalCode(db, owner, CREATE)).toBe("42501");
      expect(await refusalCode(db, other, CREATE)).toBe("42501");
    }),
  );
});
