import { describe, expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createAccount, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const email = "visitor@example.com";

/** Signs up with this metadata. Returns the resulting profile and roles. */
function signUp(db: TestDatabase, metadata: unknown) {
  return rolledBack(db, async () => {
    const { id } = await createAccount(db, { email, metadata });
    const profile = await db.run("select first_name, last_name from public.profiles where user_id = $1", [id]);
    const roles = await db.run("select role, status from public.user_roles where user_id = $1", [id]);
    return { profile: profile.rows[0], roles: roles.rows };
  });
}

onEveryDatabase("Signing up", (given) => {
  test("for sales waits for an admin", async () => {
    const metadata = { first_name: "  Ann ", last_name: "Lee", account_type: "sales" };
    expect(await signUp(given().db, metadata)).toEqual({
      profile: { first_name: "Ann", last_name: "Lee" },
      roles: [{ role: "sales", status: "pending" }],
    });
  });

  test("as a client is active at once", async () => {
    const { roles } = await signUp(given().db, { account_type: "client" });
    expect(roles).toEqual([{ role: "client", status: "active" }]);
  });

  test.each([{}, null, { account_type: null }, { first_name: null }])(
    "with %j gives a profile and no role",
    async (metadata) => {
      expect(await signUp(given().db, metadata)).toEqual({ profile: { first_name: null, last_name: null }, roles: [] });
    },
  );

  test("ignores status, role and app metadata from a visitor", async () => {
    const { roles } = await signUp(given().db, {
      account_type: "sales",
      status: "active",
      role: "admin",
      roles: ["admin"],
    });
    expect(roles).toEqual([{ role: "sales", status: "pending" }]);
  });

  test("gives a first name that can change but not be removed, and the people without one stay as they are", async () => {
    const { db } = given();
    const rename = (metadata: unknown, name: string | null) =>
      rolledBack(db, async () => {
        const { id } = await createAccount(db, { email, metadata });
        const change =
          "update public.profiles set first_name = $2, company = 'Fern' where user_id = $1 returning company";
        return (await db.run(change, [id, name])).rows;
      });
    const changed = [{ company: "Fern" }];
    expect(await rename({ first_name: "Ann" }, "Anna")).toEqual(changed);
    expect(await rename({ last_name: "Lee" }, null)).toEqual(changed);
    for (const none of [null, "", "  "])
      await expect(rename({ first_name: "Ann" }, none)).rejects.toMatchObject({ code: "22023", hint: "required" });
  });

  describe("is refused", () => {
    test.each(["admin", "ADMIN", "Sales", "", " client", { a: 1 }, ["client"], 1, true])(
      "for the account type %j",
      async (account_type) => {
        await expect(signUp(given().db, { account_type })).rejects.toThrow(
          "Unknown account type: choose sales or client",
        );
      },
    );

    test.each([[{ first_name: ["x"] }], [{ last_name: 7 }]])("for a name that is not text: %j", async (metadata) => {
      await expect(signUp(given().db, metadata)).rejects.toThrow(/_name must be text/);
    });

    test("for an over-long name", async () => {
      await expect(signUp(given().db, { first_name: "x".repeat(101) })).rejects.toThrow(
        "first_name is longer than 100 characters",
      );
    });

    test.each([[[]], ["admin"], [3]])("for metadata that is not an object: %j", async (metadata) => {
      await expect(signUp(given().db, metadata)).rejects.toThrow("The sign-up data must be an object");
    });
  });

  test("cannot be repeated by changing the metadata later", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const { id } = await createAccount(db, { email, metadata: { account_type: "sales" } });
      await db.run(
        `update auth.users set raw_user_meta_data = '{"account_type": "client", "status": "active"}' where id = $1`,
        [id],
      );
      const { rows } = await db.run("select role, status from public.user_roles where user_id = $1", [id]);
      expect(rows).toEqual([{ role: "sales", status: "pending" }]);
    });
  });
});
