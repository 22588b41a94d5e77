import { expect, test } from "vitest";
import { createClientAccount, enter } from "../../support/client-accounts.ts";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { becomeOwner, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import type { World } from "../../support/database-world.ts";
import { previewErasure } from "../../support/erasing.ts";

const SET_ROLE = "select public.set_member_role($1, $2, $3)";
type Answer<Value> = { answer: Value };
type Member = { id: string; role: string; status: string };

const membersFor = async (db: Session, who: Person, account: string) =>
  (
    await runAs<Answer<{ members: Member[] }>>(db, who, "select public.account_people($1) as answer", [account])
  ).answer.members.map(({ id, role, status }) => ({ id, role, status }));

/** The row of the account in the admin's list, which also is the line of its CSV file. */
const listed = async (db: Session, admin: Person, query: string) =>
  (
    await runAs<Answer<{ rows: { members: number; people: { id: string }[] }[] }>>(
      db,
      admin,
      "select public.list_accounts($1) as answer",
      [query],
    )
  ).answer.rows;

const become = (db: Session, admin: Person, person: Person, role: string) =>
  runAs(db, admin, "select public.change_user_role($1, $2)", [person.id, role]);

onEveryDatabase("The account of someone who is no active client", (given) => {
  const inside = (run: (db: Session, people: World["people"]) => Promise<void>) => async () => {
    const { db, world } = given();
    await rolledBack(db, () => run(db, world.people));
  };

  test(
    "doesn't list or count a client who joined the team, until they are a client again",
    inside(async (db, { admin }) => {
      const { id, owner, member, billing } = await createClientAccount(db, "Harbor Dental");
      const before = await membersFor(db, owner, id);
      expect(await listed(db, admin, "Harbor Dental")).toMatchObject([{ members: 3 }]);
      expect(await listed(db, admin, member.email)).toHaveLength(1);
      await become(db, admin, member, "sales");
      const left = before.filter((one) => one.id !== member.id);
      expect(await membersFor(db, owner, id)).toEqual(left);
      expect(await membersFor(db, admin, id)).toEqual(left);
      expect(await listed(db, admin, "Harbor Dental")).toMatchObject([
        { members: 2, people: [{ id: owner.id }, { id: billing.id }] },
      ]);
      // Their address no longer finds the account, and its name isn't their company.
      expect(await listed(db, admin, member.email)).toEqual([]);
      const companyOf = "select company from public.search_people(p_user_id => $1)";
      expect(await runAs(db, admin, companyOf, [member.id])).toEqual({ company: null });
      const { answer: record } = await runAs<Answer<{ colleagues: { id: string }[] }>>(
        db,
        admin,
        "select public.client_record($1) as answer",
        [owner.id],
      );
      expect(record.colleagues.map((one) => one.id)).toEqual([billing.id]);
      expect(await refusal(db, admin, SET_ROLE, [id, member.id, "owner"])).toMatchObject({
        code: "PT404",
        message: "This person is no longer in the account",
      });
      await become(db, admin, member, "client");
      expect(await membersFor(db, owner, id)).toEqual(before);
    }),
  );

  test(
    "gives a former owner who is lent to it no rights of an owner",
    inside(async (db, { admin }) => {
      const { id, slug, owner, member } = await createClientAccount(db, "Harbor Dental");
      await runAs(db, owner, SET_ROLE, [id, member.id, "owner"]);
      await become(db, admin, owner, "sales");
      await runAs(db, admin, "select public.lend_rep($1, $2)", [id, owner.id]);
      await enter(db, owner, slug);
      const { rows } = await db.run<Answer<unknown>>("select public.workspace_state() as answer");
      await becomeOwner(db);
      expect(rows[0]?.answer).toMatchObject({ role: "lent", manages_workspace: false, sees_all_leads: false });
    }),
  );

  test(
    "bills an owner who is still a client, keeps one, and offers none who left for the team",
    inside(async (db, { admin }) => {
      const { id, owner, member, billing } = await createClientAccount(db, "Harbor Dental");
      const { answer } = await runAs<Answer<string>>(
        db,
        admin,
        `select public.create_invoice($1, 'Ads', current_date + 14, 'usd',
           '[{"description": "Ads", "quantity": 1, "unit_amount": 1000}]', gen_random_uuid(), null, null, $2) as answer`,
        [owner.id, id],
      );
      await runAs(db, owner, SET_ROLE, [id, member.id, "owner"]);
      const hasLeft = async () =>
        (
          await runAs<Answer<boolean>>(
            db,
            admin,
            "select (public.invoice_for_admin($1) ->> 'has_left')::boolean as answer",
            [answer],
          )
        ).answer;
      expect(await hasLeft()).toBe(false);
      await become(db, admin, owner, "sales");
      // The invoice still names them, and says that they left.
      expect(await hasLeft()).toBe(true);
      // A copy of their invoice names the owner who stays.
      const { copy } = await runAs<{ copy: string }>(db, admin, "select public.duplicate_invoice($1) as copy", [
        answer,
      ]);
      const { rows } = await db.run("select client_id from public.invoices where id = $1", [copy]);
      expect(rows).toEqual([{ client_id: member.id }]);
      const { answer: rights } = await runAs<Answer<{ owners: { email: string }[] }>>(
        db,
        billing,
        "select public.portal_rights() as answer",
      );
      expect(rights.owners.map(({ email }) => email)).toEqual([member.email]);
      // The one who left doesn't count as the owner who stays.
      await db.run("savepoint attempt");
      await runAs(db, admin, "select public.remove_member($1, $2)", [id, member.id]);
      await expect(db.run("set constraints all immediate")).rejects.toThrow("Make someone else an owner first");
      await db.run("rollback to savepoint attempt");
    }),
  );

  test(
    "loses Premium that came from a client who joins the team, and keeps it while they are only deactivated",
    inside(async (db, { admin }) => {
      const { id, owner, member } = await createClientAccount(db, "Harbor Dental", { premium: false });
      await runAs(db, owner, SET_ROLE, [id, member.id, "owner"]);
      await db.run("insert into public.premium_overrides (email) values ($1)", [owner.email]);
      const hasPremium = async () =>
        (await db.run<Answer<boolean>>("select private.has_premium($1) as answer", [id])).rows[0]?.answer;
      const named = async () =>
        (
          await runAs<Answer<string[]>>(db, admin, "select premium as answer from public.count_billed_items($1)", [
            owner.id,
          ])
        ).answer;
      const mails = async () =>
        (
          await db.run<Answer<string>>(
            `select payload ->> 'to' || ' ' || (payload #>> '{data,names}') || ' ' || (payload #>> '{data,why}') as answer
             from private.outbox where payload ->> 'template' = 'premium-ended'`,
          )
        ).rows.map(({ answer }) => answer);
      expect(await named()).toEqual(["Harbor Dental"]);
      // So do the effects of an erasure, but not of one that leaves nobody in the account.
      const alone = await createClientAccount(db, "Alone", { premium: false });
      await db.run("delete from public.account_members where account_id = $1 and user_id <> $2", [
        alone.id,
        alone.owner.id,
      ]);
      await db.run("insert into public.premium_overrides (email) values ($1)", [alone.owner.email]);
      expect((await previewErasure(db, admin, "account", owner.id)).premium).toEqual(["Harbor Dental"]);
      expect((await previewErasure(db, admin, "account", alone.owner.id)).premium).toEqual([]);
      await runAs(db, admin, "select public.deactivate_user($1)", [owner.id]);
      expect([await hasPremium(), await mails()]).toEqual([true, []]);
      await runAs(db, admin, "select public.reactivate_user($1)", [owner.id]);
      await become(db, admin, owner, "sales");
      expect([await hasPremium(), await mails()]).toEqual([false, [`${member.email} Harbor Dental left`]]);
      expect(await named()).toEqual(["Harbor Dental"]);
      const { rejoins } = await runAs<{ rejoins: string[] }>(db, admin, "select * from public.count_billed_items($1)", [
        owner.id,
      ]);
      expect(rejoins).toEqual(["Harbor Dental"]);
      const { answer: plans } = await runAs<Answer<unknown>>(db, admin, "select public.account_plans($1) as answer", [
        owner.id,
      ]);
      expect(plans).toEqual([]);
      // Undone right away, nobody hears of it.
      await become(db, admin, owner, "client");
      expect([await hasPremium(), await mails()]).toEqual([true, []]);
      const regained = async () =>
        (
          await db.run<Answer<string>>(
            `select payload ->> 'to' || ' ' || (payload #>> '{data,business}') || ' ' || (payload #>> '{data,role}') as answer
             from private.outbox where payload #>> '{data,rejoined}' = 'true'`,
          )
        ).rows.map(({ answer }) => answer);
      expect(await regained()).toEqual([]);
      // Later, the other owners hear that Premium is back, unless that is undone right away.
      await become(db, admin, owner, "sales");
      await db.run(
        "update private.outbox set status = 'done', done_at = now() where payload ->> 'template' = 'premium-ended'",
      );
      await become(db, admin, owner, "client");
      expect([await hasPremium(), await regained()]).toEqual([true, [`${member.email} Harbor Dental owner`]]);
      await become(db, admin, owner, "sales");
      expect([await regained(), await mails()]).toEqual([[], [`${member.email} Harbor Dental left`]]);
      // An account that has Premium anyway gets nothing through them.
      await db.run("insert into public.premium_overrides (email) values ($1)", [member.email]);
      expect(await named()).toEqual([]);
      await become(db, admin, owner, "client");
      expect(await regained()).toEqual([]);
    }),
  );

  test(
    "is in the figures of a record as in its lists: of a deactivated client, and of no one who joined the team",
    inside(async (db, { admin }) => {
      const { id, owner, member } = await createClientAccount(db, "Harbor Dental");
      await runAs(db, owner, SET_ROLE, [id, member.id, "owner"]);
      await runAs(
        db,
        admin,
        "select public.create_retainer($1, 'Care', null, 90000, 'usd', public.agency_today() + 5, p_account_id => $2)",
        [owner.id, id],
      );
      const record = async () => {
        const { answer } = await runAs<
          Answer<{ figures: { active_retainers: number }; money_of: { id: string }[]; money: string[] }>
        >(
          db,
          admin,
          "select public.client_record($1) || jsonb_build_object('money', public.portal_rights($1) -> 'money') as answer",
          [member.id],
        );
        return [answer.figures.active_retainers, answer.money_of.map((account) => account.id), answer.money];
      };
      expect(await record()).toEqual([1, [id], [id]]);
      await runAs(db, admin, "select public.deactivate_user($1)", [member.id]);
      expect(await record()).toEqual([1, [id], [id]]);
      await runAs(db, admin, "select public.reactivate_user($1)", [member.id]);
      await become(db, admin, member, "sales");
      expect(await record()).toEqual([0, [], []]);
    }),
  );

  test(
    "keeps someone who was deactivated, says so, and changes their role only when they are active again",
    inside(async (db, { admin }) => {
      const { id, owner, member } = await createClientAccount(db, "Harbor Dental");
      await runAs(db, admin, "select public.deactivate_user($1)", [member.id]);
      const statusOf = async () => (await membersFor(db, owner, id)).find((one) => one.id === member.id)?.status;
      expect(await statusOf()).toBe("inactive");
      expect(await listed(db, admin, member.email)).toMatchObject([{ members: 3 }]);
      for (const who of [owner, admin])
        expect(await refusal(db, who, SET_ROLE, [id, member.id, "owner"])).toMatchObject({
          code: "PT409",
          message: "This person isn't an active client",
        });
      await runAs(db, admin, "select public.reactivate_user($1)", [member.id]);
      expect(await statusOf()).toBe("active");
      await runAs(db, owner, SET_ROLE, [id, member.id, "owner"]);
    }),
  );
});
