import { describe, expect, test } from "vitest";
import { addMeetingType } from "../../support/bookings.ts";
import { createClientAccount, enter } from "../../support/client-accounts.ts";
import { databases } from "../../support/database.ts";
import { outcomeAs, refusal, refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, createAccount, createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session, TestDatabase } from "../../support/database-session.ts";
import { createWorld } from "../../support/database-world.ts";
import { inTurn } from "../../support/in-turn.ts";

const INVITE = "select public.invite_member($1, $2, $3) as id";
const JOIN = "select public.join_account($1) as slug";
const REMOVE = "select public.remove_member($1, $2)";
const SET_ROLE = "select public.set_member_role($1, $2, $3)";
/** Constraints that wait for the end of a transaction are checked now. */
const CHECK = "set constraints all immediate";

const accountOf = async (db: Session, person: Person) =>
  (
    await db.run<{ account_id: string }>("select account_id from public.account_members where user_id = $1", [
      person.id,
    ])
  ).rows[0]?.account_id ?? "";

const tokenOf = async (db: Session, invitation: string) =>
  (
    await db.run<{ token: string }>(
      "select payload -> 'data' ->> 'token' as token from private.outbox where dedupe_key = 'invitation:' || $1",
      [invitation],
    )
  ).rows[0]?.token ?? "";

async function invite(db: Session, by: Person, account: string, email: string, role = "member"): Promise<string> {
  const { id } = await runAs<{ id: string }>(db, by, INVITE, [account, email, role]);
  return tokenOf(db, id);
}

const rolesIn = async (db: Session, account: string) =>
  (
    await db.run<{ role: string }>(
      "select role::text from public.account_members where account_id = $1 order by account_members.role, created_at",
      [account],
    )
  ).rows.map(({ role }) => role);

onEveryDatabase("The people of an account", (given) => {
  const inAccount = (work: (db: TestDatabase, owner: Person, account: string) => Promise<void>) => {
    const { db, world } = given();
    const { owner } = world.people;
    return rolledBack(db, async () => work(db, owner, await accountOf(db, owner)));
  };

  test("can't be people of the agency, but only those who see that they work there read so", () =>
    inAccount(async (db, owner, account) => {
      const admin = await createPerson(db, "admin");
      const rep = await createAccount(db, { email: "rep@agency.example" });
      await db.run("delete from public.user_roles where user_id = $1", [rep.id]);
      await db.run("insert into public.user_roles (user_id, role, status) values ($1, 'sales', 'active')", [rep.id]);
      const refused = {
        code: "PT409",
        message: "This person works for the agency, so they can't join a client's account",
      };
      expect(await refusal(db, admin, INVITE, [account, rep.email, "member"])).toMatchObject(refused);
      await invite(db, owner, account, rep.email);
      await db.run("insert into public.account_loans (account_id, user_id) values ($1, $2)", [account, rep.id]);
      expect(await refusal(db, owner, INVITE, [account, rep.email, "member"])).toMatchObject(refused);
      // They don't see who else works there.
      await db.run("delete from public.account_loans where account_id = $1", [account]);
      await invite(db, owner, account, rep.email);
    }));

  test("owners learn who joined, and people who are removed learn it, but not those who leave", () =>
    inAccount(async (db, owner, account) => {
      const news = async ({ email }: { email: string }) =>
        (
          await db.run<{ line: string }>(
            `select concat_ws(' ', payload ->> 'template', payload #>> '{data,who}', payload #>> '{data,role}',
               case payload #>> '{data,invited}' when 'true' then 'by you' end) as line from private.outbox
             where payload ->> 'to' = $1 and payload ->> 'template' like 'member-%' order by line`,
            [email],
          )
        ).rows.map(({ line }) => line);
      const colleague = await createPerson(db, "new client");
      const token = await invite(db, owner, account, colleague.email, "owner");
      await runAs(db, colleague, JOIN, [token]);
      await runAs(db, colleague, JOIN, [token]);
      const { rows } = await db.run<{ name: string }>("select private.person_name($1) as name", [colleague.id]);
      expect(await news(owner)).toEqual([`member-joined ${rows[0]?.name} owner by you`]);
      expect(await news(colleague)).toEqual([]);
      // Someone who signs up with the invitation is called as they signed up.
      const address = "mia.olsen@joins.example";
      const fresh = await invite(db, owner, account, address, "billing");
      const mia = await createAccount(db, {
        email: address,
        metadata: { first_name: "Mia", last_name: "Olsen", invitation_token: fresh },
      });
      expect(await news(owner)).toContain("member-joined Mia Olsen billing by you");
      expect(await news(colleague)).toEqual(["member-joined Mia Olsen billing"]);
      await db.run(
        `insert into public.invoices (client_id, account_id, invoice_number, status, amount)
         values ($1, $2, 'LEFT-1', 'pending', 5000), ($1, $2, 'LEFT-2', 'pending', 5000), ($1, $2, 'LEFT-3', 'paid', 5000)`,
        [mia.id, account],
      );
      await runAs(db, owner, REMOVE, [account, mia.id]);
      expect(await news({ email: address })).toEqual(["member-removed"]);
      const removed = async (to: string) =>
        (
          await db.run<{ data: Record<string, string> }>(
            "select payload -> 'data' as data from private.outbox where payload ->> 'template' = 'member-removed' and payload ->> 'to' = $1",
            [to],
          )
        ).rows.map(({ data }) => [data["open"], data["pays"], data["owned"], data["others"]]);
      // They have no other account, and an owner could invite them again.
      expect(await removed(address)).toEqual([["2", "true", "true", undefined]]);
      await runAs(db, colleague, REMOVE, [account, colleague.id]);
      expect(await news(colleague)).toEqual(["member-joined Mia Olsen billing"]);
      // The last person has no owner to ask.
      const admin = await createPerson(db, "admin");
      const other = await createClientAccount(db, "Other", { premium: false });
      await db.run("delete from public.account_members where account_id = $1 and user_id <> $2", [
        other.id,
        other.owner.id,
      ]);
      await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'member')", [
        account,
        other.owner.id,
      ]);
      await runAs(db, admin, REMOVE, [other.id, other.owner.id]);
      expect(await removed(other.owner.email)).toEqual([[undefined, "true", undefined, "true"]]);
    }));

  test("someone whose Premium will cover the account reads it before they join, and its owners read it then", () =>
    inAccount(async (db, owner, account) => {
      await db.run("delete from public.premium_overrides where email = $1", [owner.email]);
      const payer = await createPerson(db, "new client");
      const asked = async (role: string, who = payer) => {
        const token = await invite(db, owner, account, payer.email, role);
        const found = "select brings_premium from public.find_invitation($1)";
        return { token, brings: (await runAs<{ brings_premium: boolean }>(db, who, found, [token])).brings_premium };
      };
      expect((await asked("owner")).brings).toBe(false);
      await db.run(
        `insert into public.subscriptions (user_id, subscribed, subscription_tier, subscription_status, trial_end)
         values ($1, true, 'premium', 'active', now() + interval '5 days')`,
        [payer.id],
      );
      expect((await asked("member")).brings).toBe(false);
      // It says nothing to anyone else with the link.
      expect((await asked("billing", given().world.people.anon)).brings).toBe(false);
      expect((await asked("billing", owner)).brings).toBe(false);
      const { token, brings } = await asked("billing");
      expect(brings).toBe(true);
      const told = async () =>
        (
          await db.run<{ premium: string | null }>(
            `delete from private.outbox where payload ->> 'to' = $1 and payload ->> 'template' = 'member-joined'
             returning payload #>> '{data,premium}' as premium`,
            [owner.email],
          )
        ).rows;
      await runAs(db, payer, JOIN, [token]);
      expect(await told()).toEqual([{ premium: "true" }]);
      // The account has Premium already.
      await db.run("delete from public.account_members where account_id = $1 and user_id = $2", [account, payer.id]);
      await db.run("insert into public.premium_overrides (email) values ($1)", [owner.email]);
      const again = await asked("billing");
      expect(again.brings).toBe(false);
      await runAs(db, payer, JOIN, [again.token]);
      expect(await told()).toEqual([{ premium: null }]);
    }));

  test("the owners who stay read that a person left by themselves, and what they leave, but not whom they removed", () =>
    inAccount(async (db, owner, account) => {
      const news = async () =>
        (
          await db.run<{ to: string; who: string; leads: string; unhosted: string }>(
            `select payload ->> 'to' as to, payload #>> '{data,who}' as who, payload #>> '{data,leads}' as leads,
               payload #>> '{data,unhosted}' as unhosted
             from private.outbox where payload ->> 'template' = 'member-left' order by run_at, 1`,
          )
        ).rows;
      const [leaver, removed, billing] = [
        await createPerson(db, "new client"),
        await createPerson(db, "new client"),
        await createPerson(db, "new client"),
      ];
      for (const [person, role] of [
        [leaver, "owner"],
        [removed, "member"],
        [billing, "billing"],
      ] as const)
        await runAs(db, person, JOIN, [await invite(db, owner, account, person.email, role)]);
      await db.run("insert into public.leads (account_id, user_id, first_name) values ($1, $2, 'Lee')", [
        account,
        leaver.id,
      ]);
      await addMeetingType(db, [leaver.id], { account_id: account, name: "Intro" });
      await runAs(db, leaver, REMOVE, [account, removed.id]);
      expect(await news()).toEqual([]);
      const { rows } = await db.run<{ leaver: string; billing: string }>(
        "select private.person_name($1) as leaver, private.person_name($2) as billing",
        [leaver.id, billing.id],
      );
      await runAs(db, leaver, REMOVE, [account, leaver.id]);
      const left = { to: owner.email, who: rows[0]?.leaver, leads: "1", unhosted: "Intro" };
      expect(await news()).toEqual([left]);
      await db.run("delete from private.outbox");
      await runAs(db, billing, REMOVE, [account, billing.id]);
      expect(await news()).toEqual([{ to: owner.email, who: rows[0]?.billing, leads: null, unhosted: null }]);
    }));

  test("a person whose role someone else changes reads it, but not after Undo", () =>
    inAccount(async (db, owner, account) => {
      const colleague = await createPerson(db, "new client");
      await runAs(db, colleague, JOIN, [await invite(db, owner, account, colleague.email)]);
      const told = async ({ email }: Person) =>
        (
          await db.run<{ line: string }>(
            `select concat_ws(' ', payload #>> '{data,before}', payload #>> '{data,role}', payload #>> '{data,by}') as line
             from private.outbox where payload ->> 'to' = $1 and payload ->> 'template' = 'member-role'
               and run_at > now() + interval '5 seconds'`,
            [email],
          )
        ).rows.map(({ line }) => line);
      const { rows } = await db.run<{ name: string }>("select private.person_name($1) as name", [owner.id]);
      await runAs(db, owner, SET_ROLE, [account, colleague.id, "owner"]);
      expect(await told(colleague)).toEqual([`member owner ${rows[0]?.name}`]);
      await runAs(db, owner, SET_ROLE, [account, colleague.id, "billing"]);
      expect(await told(colleague)).toEqual([`member billing ${rows[0]?.name}`]);
      await runAs(db, owner, SET_ROLE, [account, colleague.id, "member"]);
      expect(await told(colleague)).toEqual([]);
      await runAs(db, owner, SET_ROLE, [account, colleague.id, "owner"]);
      await runAs(db, colleague, SET_ROLE, [account, colleague.id, "billing"]);
      expect(await told(colleague)).toEqual([]);
      expect(await told(owner)).toEqual([]);
    }));

  test("the last owner can't leave, be removed or become a member while others are there", () =>
    inAccount(async (db, owner, account) => {
      const colleague = await createPerson(db, "new client");
      await runAs(db, colleague, JOIN, [await invite(db, owner, account, colleague.email)]);
      for (const [statement, values] of [
        [REMOVE, [account, owner.id]],
        [SET_ROLE, [account, owner.id, "billing"]],
      ] as const)
        for (const who of [owner, given().world.people.admin]) {
          await db.run("savepoint attempt");
          await runAs(db, who, statement, [...values]);
          await expect(db.run(CHECK)).rejects.toThrow("Make someone else an owner first");
          await db.run("rollback to savepoint attempt");
        }
      await runAs(db, owner, SET_ROLE, [account, colleague.id, "owner"]);
      await runAs(db, owner, REMOVE, [account, owner.id]);
      await db.run(CHECK);
      expect(await rolesIn(db, account)).toEqual(["owner"]);
    }));

  test("a member leaves by themselves, and their open leads are nobody's; they remove nobody else", () =>
    inAccount(async (db, owner, account) => {
      const colleague = await createPerson(db, "new client");
      await runAs(db, colleague, JOIN, [await invite(db, owner, account, colleague.email)]);
      await db.run("insert into public.leads (account_id, user_id, first_name) values ($1, $2, 'Ann')", [
        account,
        colleague.id,
      ]);
      expect(await refusalCode(db, colleague, REMOVE, [account, owner.id])).toBe("PT404");
      expect(await refusalCode(db, colleague, SET_ROLE, [account, colleague.id, "owner"])).toBe("PT404");
      await runAs(db, colleague, REMOVE, [account, colleague.id]);
      const { rows } = await db.run("select user_id from public.leads where account_id = $1", [account]);
      expect(rows).toEqual([{ user_id: null }]);
      expect(await refusalCode(db, colleague, REMOVE, [account, colleague.id])).toBe("PT404");
    }));

  test("a billing contact's open leads are nobody's, which the list of people counts before; a new owner keeps them", () =>
    inAccount(async (db, owner, account) => {
      const colleague = await createPerson(db, "new client");
      await runAs(db, colleague, JOIN, [await invite(db, owner, account, colleague.email)]);
      const leads: [stage: string, archived: boolean][] = [
        ["new", false],
        ["attempting", false],
        ["won", false],
        ["new", true],
      ];
      for (const [stage, archived] of leads)
        await db.run(
          `insert into public.leads (account_id, user_id, first_name, stage, archived_at)
           values ($1, $2, 'Ann', $3, case when $4 then now() end)`,
          [account, colleague.id, stage, archived],
        );
      const owned = async () =>
        (
          await db.run<{ stage: string }>(
            "select stage from public.leads where account_id = $1 and user_id = $2 order by stage, archived_at",
            [account, colleague.id],
          )
        ).rows.map(({ stage }) => stage);
      const counted = async (who: Person) => {
        const { people } = await runAs<{ people: { members: { id: string; open_leads: number | null }[] } }>(
          db,
          who,
          "select public.account_people($1) as people",
          [account],
        );
        return [colleague, owner].map((one) => people.members.find(({ id }) => id === one.id)?.open_leads);
      };
      expect(await counted(owner)).toEqual([2, 0]);
      expect(await counted(colleague)).toEqual([2, null]);
      await runAs(db, owner, SET_ROLE, [account, colleague.id, "owner"]);
      expect(await owned()).toHaveLength(4);
      await runAs(db, owner, SET_ROLE, [account, colleague.id, "billing"]);
      expect((await owned()).toSorted()).toEqual(["new", "won"]);
      expect(await counted(owner)).toEqual([0, 0]);
    }));

  test("owners and the person read which meeting types of this account nobody can book once they leave", () =>
    inAccount(async (db, owner, account) => {
      const colleague = await createPerson(db, "new client");
      await runAs(db, colleague, JOIN, [await invite(db, owner, account, colleague.email)]);
      const given = { account_id: account };
      await addMeetingType(db, [colleague.id], { ...given, name: "Tour" });
      await addMeetingType(db, [colleague.id], { ...given, name: "Off", is_active: false });
      await addMeetingType(db, [colleague.id, owner.id], { ...given, name: "Shared" });
      const read = async (who: Person) => {
        const { people } = await runAs<{ people: { members: { id: string; only_host_of: string[] }[] } }>(
          db,
          who,
          "select public.account_people($1) as people",
          [account],
        );
        return [colleague, owner].map((one) => people.members.find(({ id }) => id === one.id)?.only_host_of);
      };
      expect(await read(owner)).toEqual([["Tour"], []]);
      expect(await read(colleague)).toEqual([["Tour"], []]);
      await addMeetingType(db, [owner.id], { ...given, name: "Demo" });
      expect(await read(owner)).toEqual([["Tour"], ["Demo"]]);
      expect(await read(colleague)).toEqual([["Tour"], []]);
      await runAs(db, owner, SET_ROLE, [account, colleague.id, "billing"]);
      expect(await read(owner)).toEqual([[], ["Demo", "Shared"]]);
    }));

  test("those who manage the account read which of its meeting types nobody can book without a lent rep", () =>
    inAccount(async (db, owner, account) => {
      const { admin, "active sales": rep } = given().world.people;
      await runAs(db, admin, "select public.lend_rep($1, $2)", [account, rep.id]);
      await addMeetingType(db, [rep.id], { account_id: account, name: "Tour" });
      await addMeetingType(db, [rep.id, owner.id], { account_id: account, name: "Shared" });
      const read = async (who: Person) => {
        const { people } = await runAs<{ people: { lent: { only_host_of: string[] }[] } }>(
          db,
          who,
          "select public.account_people($1) as people",
          [account],
        );
        return people.lent.map((one) => one.only_host_of);
      };
      expect(await read(owner)).toEqual([["Tour"]]);
      expect(await read(admin)).toEqual([["Tour"]]);
      const colleague = await createPerson(db, "new client");
      await runAs(db, colleague, JOIN, [await invite(db, owner, account, colleague.email)]);
      expect(await read(colleague)).toEqual([[]]);
      // An admin can host without the loan.
      await db.run("insert into public.user_roles (user_id, role, status) values ($1, 'admin', 'active')", [rep.id]);
      expect(await read(owner)).toEqual([[]]);
    }));

  test("an invitation ends a sign-up that nobody confirmed for a day, and leaves a fresh one alone", () =>
    inAccount(async (db, owner, account) => {
      const known = async (email: string) =>
        (await db.run("select from auth.users where email = $1", [email])).rows.length === 1;
      const waiting = await createPerson(db, "no role");
      const forgotten = await createPerson(db, "no role");
      await db.run(
        `update auth.users set email_confirmed_at = null, created_at = now() - case id when $2 then interval '25 hours' else interval '23 hours' end
         where id in ($1, $2)`,
        [waiting.id, forgotten.id],
      );
      await invite(db, owner, account, waiting.email);
      await invite(db, owner, account, forgotten.email.toUpperCase());
      expect([await known(waiting.email), await known(forgotten.email)]).toEqual([true, false]);
    }));

  test("an invitation adds one member once, for its own address and account, until a newer one, seven days or its end", () =>
    inAccount(async (db, owner, account) => {
      const guest = await createPerson(db, "no role");
      const stranger = await createPerson(db, "no role");
      const unconfirmed = await createAccount(db, { email: "unconfirmed@example.com", confirmed: false });
      const first = await invite(db, owner, account, guest.email.toUpperCase());
      for (const person of [stranger, unconfirmed]) expect(await refusalCode(db, person, JOIN, [first])).toBe("22023");
      const second = await invite(db, owner, account, guest.email, "billing");
      expect(await refusalCode(db, guest, JOIN, [first])).toBe("22023");
      await db.run("savepoint open");
      await db.run("update public.invitations set expires_at = now() where account_id = $1", [account]);
      expect(await refusalCode(db, guest, JOIN, [second])).toBe("22023");
      await db.run("rollback to savepoint open");
      await runAs(db, guest, JOIN, [second]);
      expect(await rolesIn(db, account)).toEqual(["owner", "billing"]);
      // Opened again, it leads to the account and changes nothing, as long as they belong to it.
      const { slug } = await runAs<{ slug: string }>(db, guest, JOIN, [second]);
      const { rows } = await db.run<{ slug: string }>("select slug from public.accounts where id = $1", [account]);
      expect(slug).toBe(rows[0]?.slug);
      expect(await rolesIn(db, account)).toEqual(["owner", "billing"]);
      expect(await refusalCode(db, stranger, JOIN, [second])).toBe("22023");
      await db.run("savepoint member");
      await db.run("delete from public.account_members where user_id = $1", [guest.id]);
      expect(await refusalCode(db, guest, JOIN, [second])).toBe("22023");
      await db.run("rollback to savepoint member");
      expect(await refusal(db, owner, INVITE, [account, guest.email, "member"])).toMatchObject({ code: "PT409" });
      const { count } = await db.run("select from public.account_members where user_id = $1", [guest.id]);
      expect(count).toBe(1);
    }));

  test("only owners and admins invite and revoke, in their own account, and people of the agency don't join", () =>
    inAccount(async (db, owner, account) => {
      const { "other client": other, "active sales": sales, admin, "new client": client } = given().world.people;
      for (const who of [other, sales, client])
        expect(await refusalCode(db, who, INVITE, [account, "x@example.com", "member"])).toBe("PT404");
      for (const address of ["", "no address", "a b@example.com", "x@example"])
        expect(await refusalCode(db, owner, INVITE, [account, address, "member"])).toBe("22023");
      const token = await invite(db, owner, account, sales.email);
      expect(await refusalCode(db, sales, JOIN, [token])).toBe("PT409");
      const { id } = await runAs<{ id: string }>(db, admin, INVITE, [account, "late@example.com", "owner"]);
      const REVOKE = "select public.revoke_member_invitation($1, $2)";
      expect(await refusalCode(db, other, REVOKE, [account, id])).toBe("PT404");
      expect(await refusalCode(db, other, REVOKE, [await accountOf(db, other), id])).toBe("PT409");
      await runAs(db, owner, REVOKE, [account, id]);
      expect(await refusalCode(db, owner, REVOKE, [account, id])).toBe("PT409");
    }));

  test("an owner isn't lent, a lent person leaves their open leads, and only admins lend", () =>
    inAccount(async (db, owner, account) => {
      const { admin, "active sales": sales, "pending sales": pending } = given().world.people;
      const LEND = "select public.lend_rep($1, $2)";
      const END = "select public.end_loan($1, $2)";
      for (const person of [owner, pending, admin])
        expect(await refusalCode(db, admin, LEND, [account, person.id])).toBe("22023");
      expect(await refusalCode(db, owner, LEND, [account, sales.id])).toBe("42501");
      await runAs(db, admin, LEND, [account, sales.id]);
      await runAs(db, admin, LEND, [account, sales.id]);
      const isActive = async () =>
        (
          await runAs<{ lent: unknown }>(
            db,
            owner,
            "select public.account_people($1) -> 'lent' -> 0 -> 'is_active' as lent",
            [account],
          )
        ).lent;
      expect(await isActive()).toBe(true);
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [sales.id]);
      expect(await isActive()).toBe(false);
      await db.run("update public.user_roles set status = 'active' where user_id = $1", [sales.id]);
      await db.run("insert into public.leads (account_id, user_id, first_name) values ($1, $2, 'Ann')", [
        account,
        sales.id,
      ]);
      await runAs(db, admin, END, [account, sales.id]);
      expect(await refusalCode(db, admin, END, [account, sales.id])).toBe("PT404");
      const { rows } = await db.run("select user_id from public.leads where account_id = $1", [account]);
      expect(rows).toEqual([{ user_id: null }]);
    }));

  test("a lent person reads that they are, and that they no longer are, but nothing of what is undone right away", () =>
    inAccount(async (db, _, account) => {
      const { admin, "active sales": sales } = given().world.people;
      const LEND = "select public.lend_rep($1, $2)";
      const END = "select public.end_loan($1, $2)";
      const waiting = async () =>
        (
          await db.run<{ line: string }>(
            `select concat_ws(' ', payload ->> 'template', payload #>> '{data,leads}') as line from private.outbox
             where payload ->> 'to' = $1 and payload ->> 'template' in ('rep-lent', 'loan-ended') and status = 'queued'`,
            [sales.email],
          )
        ).rows.map(({ line }) => line);
      const send = () => db.run("update private.outbox set status = 'done' where payload ->> 'to' = $1", [sales.email]);
      await runAs(db, admin, LEND, [account, sales.id]);
      await runAs(db, admin, LEND, [account, sales.id]);
      expect(await waiting()).toEqual(["rep-lent"]);
      await runAs(db, admin, END, [account, sales.id]);
      expect(await waiting()).toEqual([]);
      await runAs(db, admin, LEND, [account, sales.id]);
      await send();
      await db.run("insert into public.leads (account_id, user_id, first_name) values ($1, $2, 'Ann')", [
        account,
        sales.id,
      ]);
      await runAs(db, admin, END, [account, sales.id]);
      expect(await waiting()).toEqual(["loan-ended 1"]);
      // The leads don't come back.
      await runAs(db, admin, LEND, [account, sales.id]);
      expect(await waiting()).toEqual(["rep-lent 1"]);
      await send();
      await runAs(db, admin, END, [account, sales.id]);
      expect(await waiting()).toEqual(["loan-ended"]);
      await runAs(db, admin, LEND, [account, sales.id]);
      expect(await waiting()).toEqual([]);
    }));

  test("no one joins an archived account, and its invitation works again once the account is restored", () =>
    rolledBack(given().db, async () => {
      const { db, world } = given();
      const { admin } = world.people;
      const guest = await createPerson(db, "new client");
      const { made } = await runAs<{ made: { id: string; slug: string } }>(
        db,
        admin,
        "select public.create_account('Closed for now') as made",
      );
      const id = (await runAs<{ id: string }>(db, admin, INVITE, [made.id, guest.email, "owner"])).id;
      const token = await tokenOf(db, id);
      const FRESH = "fresh@joins.example";
      const fresh = await invite(db, admin, made.id, FRESH);
      const archive = (isArchived: boolean) =>
        runAs(db, admin, "select public.archive_account($1, $2)", [made.id, isArchived]);
      const endOf = async () =>
        (await runAs<{ reason: string | null }>(db, guest, "select public.invitation_end($1) as reason", [token]))
          .reason;
      expect(await endOf()).toBeNull();
      // An earlier one was replaced by this one. Neither can be used while the account is closed.
      await runAs(db, admin, INVITE, [made.id, guest.email, "member"]);
      expect(await endOf()).toBe("replaced");
      await archive(true);
      expect(await endOf()).toBe("closed");
      await archive(false);
      await db.run("delete from public.invitations where account_id = $1 and email = $2 and account_role = 'member'", [
        made.id,
        guest.email,
      ]);
      await db.run("update public.invitations set revoked_at = null where id = $1", [id]);
      await archive(true);
      expect(await endOf()).toBe("closed");
      expect(await refusal(db, guest, JOIN, [token])).toMatchObject({
        code: "PT409",
        message: "This account is closed, so no one can join it.",
      });
      await db.run("savepoint before_sign_up");
      await expect(
        createAccount(db, {
          email: FRESH,
          confirmed: false,
          metadata: { invitation_token: fresh, account_type: "client" },
        }),
      ).rejects.toMatchObject({ code: "22023" });
      await db.run("rollback to savepoint before_sign_up");
      await archive(false);
      expect(await endOf()).toBeNull();
      await archive(true);
      await runAs(db, admin, "select public.revoke_member_invitation($1, $2)", [made.id, id]);
      expect(await endOf()).toBeNull();
      await archive(false);
      expect(await refusal(db, guest, JOIN, [token])).toMatchObject({ code: "22023" });
    }));

  test("two accounts with one name have two addresses, and an account with open invoices isn't archived", () =>
    inAccount(async (db, owner, account) => {
      const { admin } = given().world.people;
      const CREATE = "select public.create_account($1) as made";
      const slugs: string[] = [];
      for (const name of [
        "Twin & Sons",
        " Twin &  Sons ",
        "twin sons",
        "—",
        "Walk & Söhne",
        "Łódź Größe Œuvre",
        "Zoë's Café",
      ])
        slugs.push((await runAs<{ made: { slug: string } }>(db, admin, CREATE, [name])).made.slug);
      expect(slugs).toEqual([
        "twin-sons",
        "twin-sons-2",
        "twin-sons-3",
        "client",
        "walk-sohne",
        "lodz-grosse-oeuvre",
        "zoes-cafe",
      ]);
      expect(await refusalCode(db, admin, CREATE, ["  "])).toBe("22023");
      const ARCHIVE = "select public.archive_account($1, $2)";
      expect(await refusalCode(db, owner, ARCHIVE, [account, true])).toBe("42501");
      await db.run(
        "insert into public.retainers (client_id, retainer_name, monthly_amount) values ($1, 'Still charged', 50000)",
        [owner.id],
      );
      expect(await refusal(db, admin, ARCHIVE, [account, true])).toMatchObject({ code: "PT409" });
      await db.run("update public.invoices set status = 'paid' where client_id = $1 and status = 'pending'", [
        owner.id,
      ]);
      const record = await runAs<{ running: Record<string, number> }>(
        db,
        admin,
        "select public.account_record($1) -> 'running' as running",
        [account],
      );
      expect(record.running).toMatchObject({ invoices: 0, domains: 0 });
      expect(record.running["retainers"]).toBeGreaterThan(0);
      // A retainer would go on to make invoices that no one can see.
      expect(await refusal(db, admin, ARCHIVE, [account, true])).toMatchObject({ code: "PT409" });
      await db.run("update public.retainers set status = 'canceled' where client_id = $1", [owner.id]);
      // An agreed invoice would wait for a payment that no one can make.
      await db.run(
        `insert into public.invoices (client_id, invoice_number, description, amount, due_date, status)
         values ($1, 'INV-AGREED', 'Agreed', 50000, current_date + 30, 'active')`,
        [owner.id],
      );
      expect(await refusal(db, admin, ARCHIVE, [account, true])).toMatchObject({
        code: "PT409",
        message: "1 active invoice must be settled first",
      });
      await db.run("update public.invoices set status = 'paid' where client_id = $1 and status = 'active'", [owner.id]);
      await runAs(db, admin, ARCHIVE, [account, true]);
      // The record is read only, for admins too.
      for (const [statement, values] of [
        ["select public.invite_member($1, 'x@example.com', 'member')", [account]],
        [SET_ROLE, [account, owner.id, "member"]],
        ["select public.lend_rep($1, $2)", [account, given().world.people["active sales"].id]],
        ['select public.update_account($1, \'{"name": "Other"}\')', [account]],
      ] as const)
        expect([statement, await refusalCode(db, admin, statement, [...values])]).toEqual([statement, "PT409"]);
      expect(
        await refusalCode(db, owner, "select public.invite_member($1, 'x@example.com', 'member')", [account]),
      ).toBe("PT404");
      const mine = "select jsonb_array_length(public.my_accounts()) as accounts";
      expect(await runAs(db, owner, mine)).toEqual({ accounts: 0 });
      await runAs(db, admin, ARCHIVE, [account, false]);
      expect(await runAs(db, owner, mine)).toEqual({ accounts: 1 });
    }));

  test("a visit of the agency is one entry of the audit log, until an hour has passed", () =>
    inAccount(async (db, _, account) => {
      const { admin } = given().world.people;
      await db.run(
        `insert into public.audit_log (actor_id, action, table_name, row_id, happened_at)
         values ($1, 'view', 'accounts', $2, clock_timestamp() - interval '61 minutes')`,
        [admin.id, account],
      );
      const { rows } = await db.run<{ slug: string }>("select slug from public.accounts where id = $1", [account]);
      await enter(db, admin, rows[0]?.slug ?? "");
      const entries = async () =>
        (await db.run("select from public.audit_log where table_name = 'accounts' and row_id = $1", [account])).rows
          .length;
      expect(await entries()).toBe(1);
      await db.run("select public.record_workspace_visit()");
      await db.run("select public.record_workspace_visit()");
      expect(await entries()).toBe(2);
    }));

  test("a new account is new until something happens in it, and its lost reasons are no entries of the audit log", () =>
    inAccount(async (db) => {
      const { admin } = given().world.people;
      const logged = () => outcomeAs(db, admin, "select from public.audit_log where table_name = 'lost_reasons'");
      const before = (await logged()).count;
      const { made } = await runAs<{ made: { id: string } }>(
        db,
        admin,
        "select public.create_account('Brand New') as made",
      );
      const states = async () => {
        const { record } = await runAs<{ record: { health: string } }>(
          db,
          admin,
          "select public.account_record($1) as record",
          [made.id],
        );
        const { list } = await runAs<{ list: { rows: { health: string }[] } }>(
          db,
          admin,
          "select public.list_accounts('brand new') as list",
        );
        return [record.health, list.rows[0]?.health];
      };
      const reasons = async () =>
        (
          await runAs<{ reasons: unknown }>(
            db,
            admin,
            "select public.list_accounts('brand new') -> 'rows' -> 0 -> 'reasons' as reasons",
          )
        ).reasons;
      expect(await states()).toEqual(["new", "new"]);
      expect(await reasons()).toEqual([]);
      expect((await logged()).count).toBe(before);
      await db.run("update public.accounts set created_at = now() - interval '31 days' where id = $1", [made.id]);
      expect(await states()).toEqual(["quiet", "quiet"]);
      // A sign-in is activity, too, though its session is over.
      const { owner } = given().world.people;
      await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'member')", [
        made.id,
        owner.id,
      ]);
      await db.run("update auth.users set last_sign_in_at = now() where id = $1", [owner.id]);
      expect(await states()).toEqual(["good", "good"]);
      await db.run("update auth.users set last_sign_in_at = null where id = $1", [owner.id]);
      await db.run("insert into public.leads (first_name, account_id) values ('Ann', $1)", [made.id]);
      expect(await states()).toEqual(["good", "good"]);
      // Overdue money comes before a lead that waits.
      await db.run("update public.leads set clock_due_at = now() - interval '1 hour' where account_id = $1", [made.id]);
      expect(await states()).toEqual(["waiting", "waiting"]);
      expect(await reasons()).toEqual(["waiting"]);
      await db.run(
        `insert into public.invoices (client_id, account_id, amount, currency, status, due_date, invoice_number, description)
         values ($1, $2, 5000, 'usd', 'overdue', current_date - 5, 'INV-HEALTH', 'Late')`,
        [owner.id, made.id],
      );
      await db.run("update public.invoices set account_id = $1 where invoice_number = 'INV-HEALTH'", [made.id]);
      expect(await states()).toEqual(["overdue", "overdue"]);
      expect(await reasons()).toEqual(["overdue", "waiting"]);
      await db.run("delete from public.account_members where account_id = $1", [made.id]);
      expect(await reasons()).toEqual(["overdue", "waiting", "empty"]);
    }));

  test("a won lead becomes one account, however often it is clicked", () =>
    inAccount(async (db) => {
      const { admin, "active sales": sales } = given().world.people;
      const { rows } = await db.run<{ id: string }>(
        "insert into public.leads (first_name, company, email, stage) values ('Ann', 'Acme', 'ann@acme.example', 'new') returning id",
      );
      const MAKE = "select public.create_account_from_lead($1) as made";
      const lead = [rows[0]?.id];
      expect(await refusalCode(db, sales, MAKE, lead)).toBe("42501");
      expect(await refusalCode(db, admin, MAKE, lead)).toBe("PT409");
      await db.run("update public.leads set stage = 'won' where id = $1", lead);
      const made = await runAs(db, admin, MAKE, lead);
      expect(await runAs(db, admin, MAKE, lead)).toEqual(made);
      const invited = await outcomeAs(db, admin, "select from public.invitations where email = 'ann@acme.example'");
      expect(invited.count).toBe(1);
    }));
});

describe.each(databases().filter(({ overlapping }) => overlapping))("At the same moment, on $name", ({ open }) => {
  test.each(["leaves both", "leaves one and becomes a member of the other"])(
    "a payer %s of two accounts, and the plan keeps them in the last one",
    async (what) => {
      const db = await open();
      const accounts = [];
      for (const name of ["One Shop", "Two Shop"])
        accounts.push(await createClientAccount(db, name, { premium: false }));
      const payer = await createPerson(db, "new client");
      for (const { id } of accounts)
        await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'billing')", [
          id,
          payer.id,
        ]);
      await db.run(
        `insert into public.subscriptions (user_id, subscribed, subscription_tier, subscription_status, subscription_end)
         values ($1, true, 'premium', 'active', now() + interval '20 days')`,
        [payer.id],
      );
      await db.run("delete from public.account_members where user_id = $1 and account_id <> all ($2::uuid[])", [
        payer.id,
        accounts.map(({ id }) => id),
      ]);
      const [one, two] = accounts;
      // The second waits for the first one, and then counts on nothing that is gone.
      const outcome = await inTurn(
        db,
        async (session) => {
          await become(session, payer);
          await session.run(REMOVE, [one?.id, payer.id]);
        },
        async (session) => {
          await become(session, what === "leaves both" || !two ? payer : two.owner);
          if (what === "leaves both") await session.run(REMOVE, [two?.id, payer.id]);
          else await session.run(SET_ROLE, [two?.id, payer.id, "member"]);
        },
      );
      expect(outcome).toBe("PT409");
      expect(await rolesIn(db, two?.id ?? "")).toContain("billing");
      await db.close();
    },
  );

  test("of two owners who leave together, one stays", async () => {
    const db = await open();
    const { people } = await createWorld(db);
    const { owner, "other client": other } = people;
    const account = await accountOf(db, owner);
    await db.run(
      "insert into public.account_members (account_id, user_id, role) values ($1, $2, 'owner'), ($1, $3, 'member')",
      [account, other.id, people["new client"].id],
    );
    const sessions = await Promise.all(
      [owner, other].map(async (person) => ({ person, session: await db.connect?.() })),
    );
    for (const { session } of sessions) await session?.run("begin");
    const ends = await Promise.allSettled(
      sessions.map(async ({ person, session }) => {
        if (!session) return;
        await become(session, person);
        await session.run(REMOVE, [account, person.id]);
        await session.run("commit");
      }),
    );
    for (const { session } of sessions) {
      await session?.run("rollback");
      session?.release();
    }
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await rolesIn(db, account)).toEqual(["owner", "member"]);
    await db.close();
  });
});
