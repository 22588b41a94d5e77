import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createAccount, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import { addLeadRow, changeLeads } from "../../support/lead-rows.ts";

const CREATE = "select public.create_account_from_lead($1) as answer";
const RETAINER = JSON.stringify({ name: "Ads", monthly_amount: 90_000, currency: "usd", start_date: "2026-12-01" });

onEveryDatabase("The account of a won lead", (given) => {
  const create = async (db: Session, admin: Person, lead: string) =>
    (await runAs<{ answer: { id: string } }>(db, admin, CREATE, [lead])).answer.id;
  const wonLead = async (db: Session, admin: Person, fields: Record<string, unknown>) => {
    const lead = await addLeadRow(db, admin, fields);
    await changeLeads(db, admin, [lead], { stage: "won" });
    return lead;
  };

  test("is made once, and only for a lead that is won", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const open = await addLeadRow(db, admin);
      expect(await refusal(db, admin, CREATE, [open])).toMatchObject({ code: "PT409" });
      const lead = await wonLead(db, admin, { company: "Acme", email: "owner@acme.example" });
      const first = await create(db, admin, lead);
      expect(await create(db, admin, lead)).toBe(first);
      const invited = await db.run("select from public.invitations where account_id = $1 and account_role = 'owner'", [
        first,
      ]);
      expect(invited.count).toBe(1);
    });
  });

  test("is the one that a client with this address owns already", async () => {
    const { db, world } = given();
    const { admin, "new client": client } = world.people;
    await rolledBack(db, async () => {
      const { rows } = await db.run<{ id: string }>(
        "select account_id as id from public.account_members where user_id = $1 and role = 'owner'",
        [client.id],
      );
      const lead = await wonLead(db, admin, { email: client.email });
      expect(await create(db, admin, lead)).toBe(rows[0]?.id);
    });
  });

  test("gets the retainer that was prepared for its owner when they sign up from the invitation", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const email = `prepared-${randomUUID().slice(0, 8)}@acme.example`;
      const lead = await addLeadRow(db, admin, { company: "Acme" });
      const { answer } = await runAs<{ answer: { outcome: string; account_id: string } }>(
        db,
        admin,
        "select public.win_lead($1, $2, null, $3, null, $4) as answer",
        [randomUUID(), lead, JSON.stringify({ email }), RETAINER],
      );
      expect(answer.outcome).toBe("invited");
      const { rows } = await db.run<{ token: string }>(
        "select payload -> 'data' ->> 'token' as token from private.outbox where payload ->> 'to' = $1 and payload ->> 'template' = 'account-invitation'",
        [email],
      );
      const person = await createAccount(db, { email, metadata: { invitation_token: rows[0]?.token } });
      const made = await db.run<{ account_id: string }>(
        "select account_id from public.retainers where client_id = $1",
        [person.id],
      );
      expect(made.rows.map(({ account_id }) => account_id)).toEqual([answer.account_id]);
    });
  });

  test("invites the address of a later setup, when the account was made without one", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const lead = await wonLead(db, admin, { company: "Acme" });
      const account = await create(db, admin, lead);
      const email = `later-${randomUUID().slice(0, 8)}@acme.example`;
      await runAs(db, admin, "select public.win_lead($1, $2, null, $3, null, $4) as answer", [
        randomUUID(),
        lead,
        JSON.stringify({ email }),
        RETAINER,
      ]);
      const invited = await db.run("select from public.invitations where account_id = $1 and email = $2", [
        account,
        email,
      ]);
      expect(invited.count).toBe(1);
    });
  });
});
