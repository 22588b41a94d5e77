import { describe, expect, test } from "vitest";
import { refusal, refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import {
  becomeOwner,
  createPerson,
  type Person,
  rolledBack,
  type SignedInPerson,
} from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import type { World } from "../../support/database-world.ts";
import { becomeWithFactor, giveFactor } from "../../support/second-factors.ts";

type People = World["people"];

const REQUIRE = "update public.agency_settings set require_factor_of_admins = true";
const STATE = "select public.second_factor_state() as state";

async function withFactor<Row>(db: Session, person: Person, text: string, parameters: unknown[] = []) {
  await becomeWithFactor(db, person as SignedInPerson);
  const { rows } = await db.run<Row>(text, parameters);
  await becomeOwner(db);
  return rows;
}

const stateOf = async (db: Session, person: Person) => (await runAs<{ state: string }>(db, person, STATE)).state;

onEveryDatabase("Second factors", (given) => {
  const inside = (work: (db: Session, people: People) => Promise<void>) => async () => {
    const { db, world } = given();
    await rolledBack(db, () => work(db, world.people));
  };

  describe("A session's state", () => {
    test(
      "is complete if the person has no factor and none is required",
      inside(async (db, people) => {
        for (const kind of ["admin", "active sales", "owner", "no role", "inactive"] as const)
          expect(await stateOf(db, people[kind])).toBe("none");
      }),
    );

    test(
      "requires the code from people with a verified factor, until the session gives it",
      inside(async (db, { owner }) => {
        await db.run(
          `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
           values (gen_random_uuid(), $1, 'totp', 'unverified', now(), now())`,
          [owner.id],
        );
        expect(await stateOf(db, owner)).toBe("none");
        await db.run("update auth.mfa_factors set status = 'verified' where user_id = $1", [owner.id]);
        expect(await stateOf(db, owner)).toBe("needed");
        expect(await withFactor(db, owner, STATE)).toEqual([{ state: "given" }]);
      }),
    );

    test(
      "requires a factor only from people for whom the agency requires one",
      inside(async (db, people) => {
        await db.run(REQUIRE);
        expect(await stateOf(db, people.admin)).toBe("required");
        for (const kind of ["active sales", "owner", "inactive", "pending sales", "no role"] as const)
          expect(await stateOf(db, people[kind])).toBe("none");
        await db.run(
          "update public.agency_settings set require_factor_of_admins = false, require_factor_of_sales = true",
        );
        expect(await stateOf(db, people.admin)).toBe("none");
        expect(await stateOf(db, people["active sales"])).toBe("required");
        expect(await stateOf(db, people["pending sales"])).toBe("none");
        // The token's claim is not enough, because the factor has since been removed.
        expect(await withFactor(db, people["active sales"], STATE)).toEqual([{ state: "required" }]);
      }),
    );

    test(
      "tells a person with a factor whether the agency requires it",
      inside(async (db, people) => {
        const RULE = "select public.must_have_second_factor() as rule";
        await db.run("update public.agency_settings set require_factor_of_sales = true");
        for (const kind of ["active sales", "owner"] as const) {
          await giveFactor(db, (people[kind] as SignedInPerson).id);
          expect(await withFactor(db, people[kind], RULE)).toEqual([{ rule: kind === "active sales" }]);
          expect(await refusalCode(db, people[kind], RULE)).not.toBeNull();
        }
        expect(await refusalCode(db, people.anon, RULE)).toBe("42501");
      }),
    );

    test("does not apply to visitors", () =>
      rolledBack(given().db, async () => {
        expect(await refusalCode(given().db, given().world.people.anon, STATE)).toBe("42501");
      }));
  });

  test(
    "send their owner an email when one is verified and when a verified one is removed",
    inside(async (db, { owner }) => {
      const letters = async () => {
        const { rows } = await db.run<{ template: string }>(
          "select payload ->> 'template' as template from private.outbox where payload ->> 'to' = $1 order by 1",
          [owner.email],
        );
        return rows.map(({ template }) => template);
      };
      await db.run(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
         select gen_random_uuid(), $1, 'totp', 'unverified', now(), now() from generate_series(1, 2)`,
        [owner.id],
      );
      await db.run(
        "delete from auth.mfa_factors where id = (select id from auth.mfa_factors where user_id = $1 limit 1)",
        [owner.id],
      );
      expect(await letters()).toEqual([]);
      await db.run("update auth.mfa_factors set status = 'verified' where user_id = $1", [owner.id]);
      await db.run("update auth.mfa_factors set updated_at = now() where user_id = $1", [owner.id]);
      expect(await letters()).toEqual(["second-factor-added"]);
      await db.run("delete from auth.mfa_factors where user_id = $1", [owner.id]);
      expect(await letters()).toEqual(["second-factor-added", "second-factor-removed"]);
    }),
  );

  test(
    "say in the email about a removed one whether two-step sign-in is off",
    inside(async (db, { owner, admin }) => {
      const removeOne = async ({ id, email }: Person) => {
        await db.run(
          "delete from auth.mfa_factors where id = (select id from auth.mfa_factors where user_id = $1 limit 1)",
          [id],
        );
        const { rows } = await db.run<{ off: string | null }>(
          `delete from private.outbox where payload ->> 'to' = $1 and payload ->> 'template' = 'second-factor-removed'
           returning payload #>> '{data,off}' as off`,
          [email],
        );
        return rows[0]?.off;
      };
      for (const { id } of [owner, admin]) {
        await db.run("delete from auth.mfa_factors where user_id = $1", [id]);
        await db.run(
          `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
           select gen_random_uuid(), $1, 'totp', 'verified', now(), now() from generate_series(1, 2)`,
          [id],
        );
      }
      await db.run("delete from private.outbox");
      await db.run("update public.agency_settings set require_factor_of_admins = true");
      expect([await removeOne(owner), await removeOne(owner)]).toEqual([null, "true"]);
      expect([await removeOne(admin), await removeOne(admin)]).toEqual([null, "required"]);
    }),
  );

  describe("The agency's requirement", () => {
    test.each(["require_factor_of_admins", "require_factor_of_sales"])(
      "%s can be set only with the admin's own factor",
      (column) =>
        inside(async (db, { admin }) => {
          const statement = `update public.agency_settings set ${column} = true`;
          expect(await refusal(db, admin, statement)).toMatchObject({
            code: "PT409",
            message: "Set up two-step sign-in for your own account first, and sign in with it",
          });
          await giveFactor(db, admin.id as string);
          await withFactor(db, admin, statement);
          await withFactor(db, admin, statement.replace("true", "false"));
          const { rows } = await db.run(`select ${column} as required from public.agency_settings`);
          expect(rows).toEqual([{ required: false }]);
          const entries = await db.run(
            "select 1 from public.audit_log where table_name = 'agency_settings' and actor_id = $1",
            [admin.id],
          );
          expect(entries.count).toBe(2);
        })(),
    );

    test(
      "does not block the other settings",
      inside(async (db, { admin }) => {
        await runAs(db, admin, "update public.agency_settings set phone = '1', require_factor_of_admins = false");
      }),
    );
  });

  describe("An admin", () => {
    const RESET = "select public.reset_second_factors($1)";

    test(
      "removes a person's factors, which ends their sessions, notifies them, and is logged",
      inside(async (db, { admin, owner, "other client": other }) => {
        await giveFactor(db, owner.id as string);
        for (const person of [owner, other])
          await db.run("insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)", [person.id]);
        expect(await refusalCode(db, owner, RESET, [owner.id])).toBe("42501");
        await runAs(db, admin, RESET, [owner.id]);
        expect((await db.run("select from auth.mfa_factors where user_id = $1", [owner.id])).count).toBe(0);
        expect((await db.run("select from auth.sessions where user_id = $1", [owner.id])).count).toBe(0);
        expect((await db.run("select from auth.sessions where user_id = $1", [other.id])).count).toBe(1);
        expect(await stateOf(db, owner)).toBe("none");
        const { rows: letters } = await db.run("select payload from private.outbox where payload ->> 'to' = $1", [
          owner.email,
        ]);
        expect(letters).toMatchObject([{ payload: { template: "second-factor-reset" } }]);
        const { rows: entries } = await db.run(
          "select actor_id, action, subject, before from public.audit_log where table_name = 'mfa_factors'",
        );
        expect(entries).toMatchObject([{ actor_id: admin.id, action: "delete", subject: owner.email }]);
        expect(JSON.stringify(entries)).not.toMatch(/secret/);
        expect(await refusalCode(db, admin, RESET, [owner.id])).toBe("PT404");
      }),
    );

    test(
      "must give their own code first, and cannot remove their own factors this way",
      inside(async (db, { admin, owner }) => {
        const colleague = await createPerson(db, "admin");
        await giveFactor(db, admin.id as string);
        await giveFactor(db, owner.id as string);
        expect(await refusalCode(db, admin, RESET, [owner.id])).toBe("42501");
        await db.run("savepoint own");
        await expect(withFactor(db, admin, RESET, [admin.id])).rejects.toMatchObject({ code: "PT409" });
        await db.run("rollback to savepoint own");
        await withFactor(db, admin, RESET, [owner.id]);
        await runAs(db, colleague, RESET, [admin.id]);
        expect(await stateOf(db, admin)).toBe("none");
      }),
    );

    test(
      "sees who has a second factor",
      inside(async (db, { admin, owner, "other client": other }) => {
        await giveFactor(db, owner.id as string);
        for (const [person, expected] of [
          [owner, true],
          [other, false],
        ] as const)
          expect(
            await runAs(db, admin, "select has_second_factor from public.search_people($1)", [person.email]),
          ).toEqual({ has_second_factor: expected });
      }),
    );
  });
});
