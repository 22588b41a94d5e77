import { expect, test } from "vitest";
import { type ClientAccount, createClientAccount } from "../../support/client-accounts.ts";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

const REMOVE = "select public.remove_member($1, $2)";
const SET_ROLE = "select public.set_member_role($1, $2, $3)";
const REFUSED = { code: "PT409" };

const subscribe = (db: Session, who: Person, isEnding = false) =>
  db.run(
    `insert into public.subscriptions (user_id, subscribed, subscription_tier, subscription_status, subscription_end, started_at, cancel_at_period_end)
     values ($1, true, 'premium', 'active', '2100-01-05 12:00+00', now(), $2)`,
    [who.id, isEnding],
  );

const setRole = (db: Session, { id }: ClientAccount, who: Person, role: string) =>
  db.run("update public.account_members set role = $3::public.account_role where account_id = $1 and user_id = $2", [
    id,
    who.id,
    role,
  ]);

/** The plan that the database shows of a person, to this caller. */
async function shownPlan(db: Session, caller: Person, { id }: ClientAccount, of: Person) {
  const { people } = await runAs<{ people: { members: { id: string; plan: unknown }[] } }>(
    db,
    caller,
    "select public.account_people($1) as people",
    [id],
  );
  return people.members.find((member) => member.id === of.id)?.plan;
}

const emails = async (db: Session) =>
  (
    await db.run<{ mail: string; left: string | null; names?: string; lost?: string }>(
      `select payload ->> 'template' || ' to ' || (payload ->> 'to') as mail, payload #>> '{data,left}' as left, payload #>> '{data,names}' as names,
         payload #>> '{data,names}' || ' ' || (payload #>> '{data,why}') || ' ' || (payload #>> '{data,payer}') as lost from private.outbox
       where payload ->> 'template' like 'premium-%' order by 1`,
    )
  ).rows;

onEveryDatabase("The person whose plan gives an account its Premium", (given) => {
  /** An account with two owners, of whom the second pays. */
  const inPaidAccount = (work: (db: Session, account: ClientAccount, payer: Person) => Promise<void>) =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const account = await createClientAccount(db, "Paid Team", { premium: false });
      await setRole(db, account, account.member, "owner");
      await subscribe(db, account.member);
      await work(db, account, account.member);
    });

  test("can't leave, be removed or become a member while the plan renews, but becomes a billing contact", () =>
    inPaidAccount(async (db, account, payer) => {
      const named = (message: string) => ({ ...REFUSED, message });
      for (const [who, message] of [
        [payer, "You pay for Premium. Cancel the plan first."],
        [account.owner, expect.stringMatching(/ pays for Premium\. Cancel the plan first\.$/)],
      ] as const) {
        expect(await refusal(db, who, REMOVE, [account.id, payer.id])).toEqual(named(message));
        expect(await refusal(db, who, SET_ROLE, [account.id, payer.id, "member"])).toEqual(named(message));
      }
      await runAs(db, account.owner, SET_ROLE, [account.id, payer.id, "billing"]);
      expect(await refusal(db, account.owner, REMOVE, [account.id, payer.id])).toMatchObject(REFUSED);
      expect(await refusal(db, account.owner, SET_ROLE, [account.id, payer.id, "member"])).toMatchObject(REFUSED);
      // No one else is held.
      await runAs(db, account.billing, REMOVE, [account.id, account.billing.id]);
      expect(await emails(db)).toEqual([]);
    }));

  test("can't leave the account alone, either", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const account = await createClientAccount(db, "Alone", { premium: false });
      await subscribe(db, account.owner);
      for (const person of [account.member, account.billing])
        await runAs(db, account.owner, REMOVE, [account.id, person.id]);
      expect(await refusal(db, account.owner, REMOVE, [account.id, account.owner.id])).toMatchObject(REFUSED);
      await db.run("update public.subscriptions set cancel_at_period_end = true where user_id = $1", [
        account.owner.id,
      ]);
      const admin = await createPerson(db, "admin");
      const lastLeft = () =>
        runAs<{ record: boolean; listed: boolean; picked: boolean | null; invited: string | null }>(
          db,
          admin,
          `select (public.account_record($1) ->> 'last_left_at') is not null as record,
             public.list_accounts('Alone') #>> '{rows,0,last_left_at}' is not null as listed,
             (select everyone_left from public.search_billable_clients('Alone', p_accounts => true) limit 1) as picked,
             public.list_accounts('Alone') #>> '{rows,0,invited,email}' as invited`,
          [account.id],
        );
      const health = () =>
        runAs<Record<string, unknown>>(
          db,
          admin,
          `select public.account_record($1) ->> 'health' as record, public.list_accounts('Alone') #>> '{rows,0,health}' as listed,
             public.list_accounts('Alone') #> '{rows,0,reasons}' as reasons`,
          [account.id],
        );
      expect(await lastLeft()).toEqual({ record: false, listed: false, picked: false, invited: null });
      expect(await health()).toMatchObject({ reasons: [] });
      await runAs(db, account.owner, REMOVE, [account.id, account.owner.id]);
      expect(await lastLeft()).toEqual({ record: true, listed: true, picked: true, invited: null });
      expect(await health()).toEqual({ record: "empty", listed: "empty", reasons: ["empty"] });
      await runAs(db, admin, "select public.invite_member($1, 'next@alone.example', 'owner')", [account.id]);
      expect(await lastLeft()).toMatchObject({ picked: true, invited: "next@alone.example" });
      await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'owner')", [
        account.id,
        account.owner.id,
      ]);
      expect(await lastLeft()).toEqual({ record: false, listed: false, picked: false, invited: null });
      expect(await health()).toMatchObject({ reasons: [] });
    }));

  test("keeps the account from being archived while the plan renews and covers no other open account", () =>
    inPaidAccount(async (db, account, payer) => {
      const ARCHIVE = "select public.archive_account($1, $2)";
      const admin = await createPerson(db, "admin");
      const payers = async () =>
        (
          await runAs<{ payers: unknown }>(
            db,
            admin,
            "select public.account_record($1) #> '{running,payers}' as payers",
            [account.id],
          )
        ).payers;
      const archiveAndRestore = async () => {
        await runAs(db, admin, ARCHIVE, [account.id, true]);
        await runAs(db, admin, ARCHIVE, [account.id, false]);
      };
      // Complimentary Premium of someone else changes nothing: this person would still pay.
      await db.run("insert into public.premium_overrides (email) values ($1)", [account.owner.email]);
      expect(await payers()).toMatchObject([{ id: payer.id, in_trial: false }]);
      expect(await refusal(db, admin, ARCHIVE, [account.id, true])).toMatchObject({
        ...REFUSED,
        message: "1 plan that renews must be settled first",
      });
      const trial = (isOn: boolean) =>
        db.run("update public.subscriptions set trial_end = $2 where user_id = $1", [
          payer.id,
          isOn ? "2100-01-05 12:00+00" : null,
        ]);
      await trial(true);
      expect(await payers()).toMatchObject([{ id: payer.id, in_trial: true }]);
      expect(await refusal(db, admin, ARCHIVE, [account.id, true])).toMatchObject(REFUSED);
      await trial(false);
      const other = await createClientAccount(db, "Other Team", { premium: false });
      await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'billing')", [
        other.id,
        payer.id,
      ]);
      expect(await payers()).toEqual([]);
      await archiveAndRestore();
      await runAs(db, admin, ARCHIVE, [other.id, true]);
      expect(await refusal(db, admin, ARCHIVE, [account.id, true])).toMatchObject(REFUSED);
      await db.run("update public.subscriptions set cancel_at_period_end = true where user_id = $1", [payer.id]);
      expect(await payers()).toEqual([]);
      await archiveAndRestore();
      // What the agency gives ends nothing.
      await db.run("delete from public.subscriptions where user_id = $1", [payer.id]);
      await archiveAndRestore();
    }));

  test("leaves after the plan is canceled, and the owners read that the account is on the free plan", () =>
    inPaidAccount(async (db, account, payer) => {
      await db.run("update public.subscriptions set cancel_at_period_end = true where user_id = $1", [payer.id]);
      await db.run("delete from private.outbox");
      await runAs(db, account.owner, REMOVE, [account.id, payer.id]);
      expect(await emails(db)).toMatchObject([
        { mail: `premium-ended to ${account.owner.email}`, left: null, lost: `Paid Team left ${payer.email}` },
      ]);
    }));

  test("leaves when another person pays as well, not when that plan ends or is a gift", () =>
    inPaidAccount(async (db, account, payer) => {
      await db.run("insert into public.premium_overrides (email) values ($1)", [account.owner.email]);
      expect(await refusal(db, payer, REMOVE, [account.id, payer.id])).toMatchObject(REFUSED);
      await subscribe(db, account.billing, true);
      expect(await refusal(db, payer, REMOVE, [account.id, payer.id])).toMatchObject(REFUSED);
      expect(await shownPlan(db, payer, account, payer)).toMatchObject({
        stops: false,
        must_end: true,
        kept_until: expect.stringContaining("2100-01-05"),
      });
      await db.run("update public.subscriptions set cancel_at_period_end = false where user_id = $1", [
        account.billing.id,
      ]);
      await db.run("delete from private.outbox");
      await runAs(db, payer, REMOVE, [account.id, payer.id]);
      expect((await emails(db)).filter(({ mail }) => mail.startsWith("premium-ended"))).toEqual([]);
    }));

  test("subscribes for the accounts of that time, not for those that they join before the provider reports the plan again", () =>
    inPaidAccount(async (db, account, payer) => {
      const had = async () =>
        (
          await db.run<{ had: boolean }>(
            "select exists (select from private.past_subscribers where account_id = $1) as had",
            [account.id],
          )
        ).rows[0]?.had;
      const report = (id: string) =>
        db.run("update public.subscriptions set stripe_subscription_id = $2 where user_id = $1", [payer.id, id]);
      await report("sub_first");
      expect(await had()).toBe(true);
      await db.run("delete from private.past_subscribers where account_id = $1", [account.id]);
      await report("sub_first");
      expect(await had()).toBe(false);
      await report("sub_second");
      expect(await had()).toBe(true);
    }));

  test("leaves with a gift, because nothing is charged", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const account = await createClientAccount(db, "Gifted");
      await setRole(db, account, account.member, "owner");
      const shown = await shownPlan(db, account.member, account, account.owner);
      expect(shown).toMatchObject({ is_gift: true, stops: true, must_end: false, may_manage: false });
      await runAs(db, account.member, SET_ROLE, [account.id, account.owner.id, "member"]);
      expect(await emails(db)).toMatchObject([
        {
          mail: `premium-ended to ${account.member.email}`,
          left: null,
          lost: expect.stringMatching(/^Gifted member /),
        },
      ]);
    }));

  test("is removed by an admin, who reads what stops; the person reads that their plan goes on", () =>
    inPaidAccount(async (db, account, payer) => {
      const { admin } = given().world.people;
      expect(await shownPlan(db, admin, account, payer)).toMatchObject({
        is_gift: false,
        is_ending: false,
        stops: true,
        must_end: false,
        may_manage: false,
      });
      await runAs(db, admin, REMOVE, [account.id, payer.id]);
      expect(await emails(db)).toMatchObject([
        { mail: `premium-ended to ${account.owner.email}`, left: null },
        { mail: `premium-kept to ${payer.email}`, left: "Paid Team" },
      ]);
    }));

  test("leaves one of two accounts of a plan that renews, which goes on for the other one", () =>
    inPaidAccount(async (db, account, payer) => {
      const others = await createClientAccount(db, "Own Shop", { premium: false });
      await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'member')", [
        others.id,
        payer.id,
      ]);
      const shown = async () => (await shownPlan(db, account.owner, account, payer)) as { must_end: boolean };
      // Members get no plan for an account, colleagues who pay longer keep theirs, and no one works in an archived account.
      expect(await shown()).toMatchObject({ must_end: true });
      await setRole(db, others, payer, "billing");
      // An owner who isn't in the other account doesn't read its name.
      expect(await shown()).toMatchObject({ stops: true, must_end: false, has_others: true, others: null });
      for (const who of [payer, given().world.people.admin])
        expect(await shownPlan(db, who, account, payer)).toMatchObject({ has_others: true, others: ["Own Shop"] });
      await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'member')", [
        others.id,
        account.owner.id,
      ]);
      expect(await shown()).toMatchObject({ others: ["Own Shop"] });
      await db.run("delete from public.account_members where account_id = $1 and user_id = $2", [
        others.id,
        account.owner.id,
      ]);
      await db.run("update public.accounts set archived_at = now() where id = $1", [others.id]);
      expect(await shown()).toMatchObject({ must_end: true });
      await db.run("update public.accounts set archived_at = null where id = $1", [others.id]);
      await subscribe(db, others.owner);
      await db.run("update public.subscriptions set started_at = now() - interval '1 day' where user_id = $1", [
        others.owner.id,
      ]);
      expect(await shown()).toMatchObject({ must_end: true });
      await db.run("update public.subscriptions set subscribed = false where user_id = $1", [others.owner.id]);
      await db.run("delete from private.outbox");
      for (const [who, statement, more] of [
        [account.owner, REMOVE, []],
        [payer, REMOVE, []],
        [account.owner, SET_ROLE, ["member"]],
      ] as const) {
        await db.run("savepoint before_departure");
        await runAs(db, who, statement, [account.id, payer.id, ...more]);
        expect(await emails(db)).toMatchObject([
          { mail: `premium-ended to ${account.owner.email}`, left: null },
          { mail: `premium-kept to ${payer.email}`, left: "Paid Team", names: "Own Shop" },
        ]);
        if (statement === SET_ROLE) {
          // Whoever takes it back right away takes the emails back.
          await runAs(db, who, SET_ROLE, [account.id, payer.id, "billing"]);
          expect(await emails(db)).toEqual([]);
        }
        await db.run("rollback to savepoint before_departure");
      }
      // The other account is the last one then.
      await runAs(db, account.owner, REMOVE, [account.id, payer.id]);
      expect(await refusal(db, payer, REMOVE, [others.id, payer.id])).toMatchObject(REFUSED);
    }));

  test("is shown to those who manage the account and to the person, who may cancel the plan", () =>
    inPaidAccount(async (db, account, payer) => {
      const plan = {
        is_gift: false,
        is_ending: false,
        stops: true,
        must_end: true,
        has_others: false,
        others: null,
        may_manage: true,
      };
      for (const who of [account.owner, payer]) expect(await shownPlan(db, who, account, payer)).toMatchObject(plan);
      // The free plan shows the newest 50 leads, so the 51st is the first that disappears.
      const addLeads = (count: number) =>
        db.run(
          "insert into public.leads (account_id, first_name) select $1, 'Lead ' || number from generate_series(1, $2::integer) as number",
          [account.id, count],
        );
      await db.run("delete from public.leads where account_id = $1", [account.id]);
      await addLeads(50);
      expect(await shownPlan(db, payer, account, payer)).toMatchObject({ hides_leads: false });
      await addLeads(1);
      expect(await shownPlan(db, payer, account, payer)).toMatchObject({ hides_leads: true });
      expect(await shownPlan(db, account.billing, account, payer)).toBeNull();
      expect(await shownPlan(db, account.owner, account, account.billing)).toBeNull();
      const other = await createPerson(db, "other client");
      await db.run(
        "insert into public.account_members (account_id, user_id, role) select account_id, $2, 'billing' from public.account_members where user_id = $1",
        [other.id, payer.id],
      );
      // The provider's page would show what the payer pays for the other account.
      expect(await shownPlan(db, account.owner, account, payer)).toMatchObject({ may_manage: false });
      expect(await shownPlan(db, payer, account, payer)).toMatchObject({ may_manage: true });
    }));
});
