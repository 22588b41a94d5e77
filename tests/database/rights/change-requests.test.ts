import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase, testRights } from "../../support/database-matrix.ts";
import { createPerson, type Person, rolledBack } from "../../support/database-persons.ts";

testRights(
  "change_requests",
  {
    "read all": "select * from public.change_requests",
    "read own": "select * from public.change_requests where user_id = {self}",
    ask: "insert into public.change_requests (user_id, user_email, business_name, request_type, message) values ({self}, {self.email}, 'Acme', 'feature_request', 'Please')",
    "ask with an id":
      "insert into public.change_requests (id, user_id, user_email, business_name, message) values (gen_random_uuid(), {self}, {self.email}, 'Acme', 'Please')",
    "ask with another address":
      "insert into public.change_requests (user_id, user_email, business_name, message) values ({self}, 'else@example.com', 'Acme', 'Please')",
    "ask as the owner":
      "insert into public.change_requests (user_id, user_email, business_name, message) values ({owner}, {owner.email}, 'Acme', 'Please')",
    "ask for deletion": "select public.ask_for_deletion(gen_random_uuid())",
    "flag a request as a deletion":
      "insert into public.change_requests (user_id, user_email, business_name, message, is_deletion) values ({self}, {self.email}, 'Acme', 'Please', true)",
    "read the open deletion": "select id from public.deletion_request() as id where id is not null",
    "close own": "update public.change_requests set status = 'closed' where user_id = {self}",
    "delete own": "delete from public.change_requests where user_id = {self}",
  },
  `
                                   | anon    | no role | new client | owner   | other client | pending sales | active sales | other active sales | inactive | admin
   read all                         | refused | 0       | 0          | 1       | 1            | 0             | 0            | 0                  | 0        | 5
   read own                         | refused | 0       | 0          | 1       | 1            | 0             | 0            | 0                  | 0        | 0
   ask                              | refused | refused | 1          | 1       | 1            | refused       | 1            | 1                  | refused  | 1
   ask with an id                   | refused | refused | 1          | 1       | 1            | refused       | 1            | 1                  | refused  | 1
   ask with another address         | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   ask as the owner                 | refused | refused | refused    | 1       | refused      | refused       | refused      | refused            | refused  | refused
   ask for deletion                 | refused | refused | 1          | 1       | 1            | refused       | 1            | 1                  | refused  | 1
   flag a request as a deletion     | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   read the open deletion           | refused | 0       | 0          | 0       | 0            | 0             | 0            | 0                  | 0        | 0
   close own                        | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
   delete own                       | refused | refused | refused    | refused | refused      | refused       | refused      | refused            | refused  | refused
  `,
);

onEveryDatabase("A request of a person with several accounts", (given) => {
  const ASK = `insert into public.change_requests (user_id, account_id, user_email, business_name, message)
    values ($1, $2, $3, 'Acme', 'Please') returning account_id as id`;

  test("is for the account that they choose, whatever their role there, and never for another one", () =>
    rolledBack(given().db, async () => {
      const { db, world } = given();
      const accountOf = async ({ id }: Person) =>
        (await db.run<{ id: string }>("select account_id as id from public.account_members where user_id = $1", [id]))
          .rows[0]?.id ?? "";
      const asker = await createPerson(db, "new client");
      const colleague = await createPerson(db, "new client");
      const [home, second] = [await accountOf(asker), await accountOf(colleague)];
      const ask = (who: Person, account: string | null) =>
        runAs<{ id: string | null }>(db, who, ASK, [who.id, account, who.email]);
      const refused = (who: Person, account: string) => refusalCode(db, who, ASK, [who.id, account, who.email]);
      const seen = async (who: Person) =>
        (await runAs<{ n: number }>(db, who, "select count(*)::integer as n from public.change_requests")).n;
      expect(await refused(asker, second)).toBe("42501");
      expect(await refused(asker, randomUUID())).toBe("42501");
      for (const role of ["owner", "member", "billing"]) {
        await db.run(
          `insert into public.account_members (account_id, user_id, role) values ($1, $2, $3::public.account_role)
           on conflict (account_id, user_id) do update set role = excluded.role`,
          [second, asker.id, role],
        );
        const before = await seen(colleague);
        expect([role, await ask(asker, second)]).toEqual([role, { id: second }]);
        expect([role, await seen(colleague)]).toEqual([role, before + 1]);
      }
      // Without a choice, as before: the account that they own. Their colleagues elsewhere don't read it.
      const before = await seen(colleague);
      await db.run("update public.account_members set created_at = now() - interval '1 day' where account_id = $1", [
        home,
      ]);
      expect([await ask(asker, home), await ask(asker, null)]).toEqual([{ id: home }, { id: home }]);
      expect(await seen(colleague)).toBe(before);
      for (const name of ["active sales", "admin"] as const)
        expect(await refused(world.people[name], home)).toBe("42501");
      await db.run("delete from public.account_members where account_id = $1 and user_id = $2", [second, asker.id]);
      expect(await refused(asker, second)).toBe("42501");
    }));
});
