import { expect, test } from "vitest";
import { runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import {
  become,
  becomeOwner,
  becomeService,
  createAccount,
  type Person,
  rolledBack,
} from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const email = "boss@example.com";
const insertAdmin = "insert into public.user_roles (user_id, role, status) values ($1, 'admin', 'active')";
const refused = { code: "42501" };

const entitle = (db: TestDatabase, address: string, active = true) =>
  db.run("insert into public.admin_emails (email, is_active) values ($1, $2)", [address, active]);

async function becomeAdmin(db: TestDatabase, person: Person, id = person.id) {
  await become(db, person);
  return db.run(insertAdmin, [id]);
}

onEveryDatabase("Becoming an admin", (given) => {
  test("works for the confirmed owner of an active admin address, in upper or lower case", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await entitle(db, email);
      const person = await createAccount(db, { email: "Boss@Example.com" });
      await become(db, person);
      expect((await db.run("select * from public.admin_emails where email = $1 and is_active", [email])).count).toBe(1);
      expect((await db.run(insertAdmin, [person.id])).count).toBe(1);
      expect((await db.run("select * from public.profiles")).count).toBeGreaterThan(1);
    });
  });

  test("is refused while the address is unconfirmed, and the entry is not visible", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await entitle(db, email);
      const person = await createAccount(db, { email, confirmed: false });
      await become(db, person);
      expect((await db.run("select * from public.admin_emails")).count).toBe(0);
      await expect(db.run(insertAdmin, [person.id])).rejects.toMatchObject(refused);
    });
  });

  test("is refused when only a phone number is confirmed", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await entitle(db, email);
      const person = await createAccount(db, { email, confirmed: false });
      await db.run("update auth.users set phone = '15550100', phone_confirmed_at = now() where id = $1", [person.id]);
      await expect(becomeAdmin(db, person)).rejects.toMatchObject(refused);
    });
  });

  test("is refused while the change to that address is not confirmed", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await entitle(db, email);
      const person = await createAccount(db, { email: "visitor@example.com" });
      await db.run("update auth.users set email_change = $2 where id = $1", [person.id, email]);
      // The token's claims never grant rights.
      await expect(becomeAdmin(db, { ...person, email })).rejects.toMatchObject(refused);
    });
  });

  test("is refused for an inactive entry", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await entitle(db, email, false);
      await expect(becomeAdmin(db, await createAccount(db, { email }))).rejects.toMatchObject(refused);
    });
  });

  test("works only for the caller, and only for the active admin role", async () => {
    const { db, world } = given();
    for (const values of ["$1, 'admin', 'pending'", "$1, 'sales', 'active'"])
      await rolledBack(db, async () => {
        await entitle(db, email);
        const person = await createAccount(db, { email });
        await become(db, person);
        await expect(
          db.run(`insert into public.user_roles (user_id, role, status) values (${values})`, [person.id]),
        ).rejects.toMatchObject(refused);
      });
    await rolledBack(db, async () => {
      await entitle(db, email);
      await expect(becomeAdmin(db, await createAccount(db, { email }), world.people.owner.id)).rejects.toMatchObject(
        refused,
      );
    });
  });

  test("does not restore a revoked admin role", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await entitle(db, email);
      const person = await createAccount(db, { email });
      await db.run("insert into public.user_roles (user_id, role, status) values ($1, 'admin', 'inactive')", [
        person.id,
      ]);
      await expect(becomeAdmin(db, person)).rejects.toMatchObject({ code: "23505" });
    });
  });

  test("an address in upper case does not bypass the comparison", async () => {
    const { db } = given();
    await rolledBack(db, () => expect(entitle(db, "Boss@Example.com")).rejects.toMatchObject({ code: "23514" }));
  });
});

onEveryDatabase("The setup account", (given) => {
  const setUp = async (db: TestDatabase, person: Person) => {
    await become(db, person);
    const { rows } = await db.run<{ shown: boolean }>("select public.can_set_up_admin() as shown");
    return rows[0]?.shown;
  };
  const configure = async (db: TestDatabase, address: string | null) => {
    await becomeService(db);
    await db.run("select public.set_admin_setup_email($1)", [address]);
    await db.run("select set_config('role', 'none', true)");
  };

  test("sees the card until it becomes an admin", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await configure(db, " Boss@Example.com ");
      const person = await createAccount(db, { email });
      expect(await setUp(db, person)).toBe(true);
      expect((await db.run(insertAdmin, [person.id])).count).toBe(1);
      expect(await setUp(db, person)).toBe(false);
    });
  });

  test("is only the configured, confirmed account", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await configure(db, email);
      expect(await setUp(db, world.people.owner)).toBe(false);
    });
    for (const [configured, confirmed] of [
      [email, false],
      [null, true],
      ["", true],
    ] as const)
      await rolledBack(db, async () => {
        await configure(db, email);
        await configure(db, configured);
        const person = await createAccount(db, { email, confirmed });
        expect(await setUp(db, person)).toBe(false);
        await expect(db.run(insertAdmin, [person.id])).rejects.toMatchObject(refused);
      });
  });

  test("must be an email address", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await expect(configure(db, "nobody")).rejects.toMatchObject({ code: "22023" });
    });
  });

  test.each(["anon", "owner", "admin"] as const)("cannot be configured by %s", async (kind) => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await become(db, world.people[kind]);
      await expect(db.run("select public.set_admin_setup_email('boss@example.com')")).rejects.toMatchObject(refused);
    });
  });
});

onEveryDatabase("The entitlement to the admin role", (given) => {
  const configure = async (db: TestDatabase, address: string | null) => {
    await becomeService(db);
    await db.run("select public.set_admin_setup_email($1)", [address]);
    await becomeOwner(db);
  };
  const shown = async (db: TestDatabase, person: Person) => {
    await become(db, person);
    const { rows } = await db.run<{ shown: boolean }>("select public.can_set_up_admin() as shown");
    await becomeOwner(db);
    return rows[0]?.shown;
  };
  const tries = async (db: TestDatabase, person: Person) => {
    await db.run("savepoint before_try");
    try {
      await becomeAdmin(db, person);
      return "admin";
    } catch (error) {
      return (error as { code?: string }).code;
    } finally {
      await db.run("rollback to savepoint before_try");
      await becomeOwner(db);
    }
  };
  const forget = (db: TestDatabase, person: Person) =>
    db.run("delete from public.user_roles where user_id = $1", [person.id]);

  /**
   * The ways to stop being an admin. Each leaves the account without an admin row, so that only the entitlement
   * decides.
   */
  const ends: Record<string, (db: TestDatabase, person: Person, admin: Person) => Promise<unknown>> = {
    "a demotion by an admin": (db, person, admin) =>
      runAs(db, admin, "select public.change_user_role($1, 'client')", [person.id]),
    "a deactivation by an admin": (db, person, admin) =>
      runAs(db, admin, "select public.deactivate_user($1)", [person.id]),
    "a row that is changed": (db, person) =>
      db.run("update public.user_roles set status = 'inactive' where user_id = $1", [person.id]),
    "a role that becomes another": (db, person) =>
      db.run("update public.user_roles set role = 'sales' where user_id = $1 and role = 'admin'", [person.id]),
    "a row that is deleted": (db, person) =>
      db.run("delete from public.user_roles where user_id = $1 and role = 'admin'", [person.id]),
  };

  test.each(Object.entries(ends))("ends after use and %s", async (_name, end) => {
    const { db, world } = given();
    for (const kind of ["setup", "entry"])
      await rolledBack(db, async () => {
        if (kind === "setup") await configure(db, email);
        else await entitle(db, email);
        const person = await createAccount(db, { email });
        await becomeAdmin(db, person);
        await becomeOwner(db);
        await end(db, person, world.people.admin);
        await forget(db, person);
        // The host sets the setup address at each start, and an operator may remove it and add it again.
        for (const address of kind === "setup" ? [email, null, email, "other@example.com", email] : []) {
          await configure(db, address);
          expect(await shown(db, person)).toBe(false);
          expect(await tries(db, person)).toBe("42501");
        }
        expect(await tries(db, person)).toBe("42501");
      });
  });

  test("does not come back when the address changes and changes back", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await entitle(db, email);
      await configure(db, email);
      const person = await createAccount(db, { email });
      await becomeAdmin(db, person);
      await becomeOwner(db);
      await db.run("update auth.users set email = 'moved@example.com' where id = $1", [person.id]);
      await runAs(db, world.people.admin, "select public.deactivate_user($1)", [person.id]);
      await forget(db, person);
      await db.run("update auth.users set email = $2 where id = $1", [person.id, email]);
      expect(await tries(db, person)).toBe("42501");
    });
  });

  test("does not pass to the next account with the address", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await configure(db, email);
      const first = await createAccount(db, { email });
      await becomeAdmin(db, first);
      await becomeOwner(db);
      await db.run("delete from auth.users where id = $1", [first.id]);
      const second = await createAccount(db, { email });
      expect(await shown(db, second)).toBe(false);
      expect(await tries(db, second)).toBe("42501");
    });
  });

  test("ends when the account is deactivated or rejected, even if unused", async () => {
    const { db, world } = given();
    for (const [account_type, procedure] of [
      ["client", "deactivate_user"],
      ["sales", "reject_user"],
    ])
      await rolledBack(db, async () => {
        await configure(db, email);
        const person = await createAccount(db, { email, metadata: { account_type } });
        expect(await shown(db, person)).toBe(true);
        await runAs(db, world.people.admin, `select public.${procedure}($1)`, [person.id]);
        expect(await shown(db, person)).toBe(false);
        expect(await tries(db, person)).toBe("42501");
      });
  });

  test("is new for another address, and works for every account type", async () => {
    const { db } = given();
    for (const account_type of ["sales", "client", null])
      await rolledBack(db, async () => {
        await configure(db, "first@example.com");
        await becomeAdmin(db, await createAccount(db, { email: "first@example.com" }));
        await becomeOwner(db);
        await configure(db, email);
        const person = await createAccount(db, { email, metadata: { account_type } });
        expect(await shown(db, person)).toBe(true);
        await becomeAdmin(db, person);
        await becomeOwner(db);
        const { rows } = await db.run("select role, status from public.user_roles where user_id = $1 order by role", [
          person.id,
        ]);
        // An admin must not wait for an approval that they could give themselves.
        expect(rows).toEqual([
          { role: "admin", status: "active" },
          ...(account_type === "client" ? [{ role: "client", status: "active" }] : []),
        ]);
      });
  });

  test("stores no address in plain text", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await entitle(db, email);
      await becomeAdmin(db, await createAccount(db, { email }));
      await becomeOwner(db);
      const { rows } = await db.run(
        "select row_to_json(used)::text as line from private.used_admin_entitlements as used",
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(email);
    });
  });
});
