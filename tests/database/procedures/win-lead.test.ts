import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import { addLeadRow, changeLeads, mergeLeads, readLead, undoBatch } from "../../support/lead-rows.ts";

const WIN = "select public.win_lead($1, $2, null, $3, null, $4) as answer";
const RETAINER = JSON.stringify({ name: "Ads", monthly_amount: 90_000, currency: "usd", start_date: "2026-12-01" });
const asked = (lead: string, email?: string, batch = randomUUID()) => [
  batch,
  lead,
  JSON.stringify(email ? { email } : {}),
  RETAINER,
];

onEveryDatabase("Setting up the client of a won lead", (given) => {
  const win = async (db: Session, who: Person, parameters: unknown[]) =>
    (await runAs<{ answer: { outcome: string } }>(db, who, WIN, parameters)).answer.outcome;
  const count = async (db: Session, from: string, parameters: unknown[] = []) =>
    (await db.run(`select from ${from}`, parameters)).count;

  test("happens once for repeated requests, even if the lead was already in Won", async () => {
    const { db, world } = given();
    const { "active sales": sales, admin, "new client": client } = world.people;
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales, { first_name: "Win" });
      await changeLeads(db, sales, [lead], { stage: "won" });
      expect(await win(db, sales, asked(lead))).toBe("handed_over");
      expect(await refusal(db, sales, WIN, asked(lead))).toMatchObject({
        code: "PT409",
        message: "Win was already handed over or set up as a client",
      });
      expect(await count(db, "public.change_requests where message like 'Won: Win %'")).toBe(1);
      // An admin completes a handed-over setup once.
      const first = asked(lead, client.email);
      expect(await win(db, admin, first)).toBe("granted");
      expect(await win(db, admin, first)).toBe("known");
      expect(await refusal(db, admin, WIN, asked(lead, client.email))).toMatchObject({
        code: "PT409",
        message: "Win was already set up as a client",
      });
      expect(await count(db, "public.retainers where client_id = $1", [client.id])).toBe(1);
      expect((await refusal(db, sales, "select public.win_lead($1, $2)", [randomUUID(), lead])).code).toBe("PT409");
    });
  });

  test("is handed over under the best available name, even if that is only an address", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales, { email: "only@win.example" });
      expect(await win(db, sales, asked(lead))).toBe("handed_over");
      expect(await count(db, "public.change_requests where business_name = 'only@win.example'")).toBe(1);
    });
  });

  test("prepares the account once, and is removed when the win is undone or reverted", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const prepared = () => count(db, "public.retainers where client_id is null and retainer_name = 'Ads'");
      const accounts = () => count(db, "public.accounts");
      const lead = await addLeadRow(db, admin);
      const first = asked(lead, "once@win.example");
      expect(await win(db, admin, first)).toBe("invited");
      expect((await refusal(db, admin, WIN, asked(lead, "once@win.example"))).code).toBe("PT409");
      // Another lead of a person who was invited and has not joined yet becomes the same account.
      const made = await accounts();
      expect(await win(db, admin, asked(await addLeadRow(db, admin), "once@win.example"))).toBe("invited");
      expect([await prepared(), await accounts()]).toEqual([2, made]);
      await db.run("delete from public.retainers where client_id is null");
      const again = await addLeadRow(db, admin);
      const batch = asked(again, "again@win.example");
      await win(db, admin, batch);
      // Its account and the invitation stay, and the admin learns of it.
      const account = (await readLead(db, again))["client_account_id"];
      expect(await undoBatch(db, admin, String(batch[0]))).toMatchObject({
        ...{ restored: 1, kept: 0, accounts: [{ id: account, is_invited: true }] },
      });
      expect([await prepared(), (await readLead(db, again)).stage]).toEqual([0, "new"]);
      expect(await win(db, admin, asked(again, "again@win.example"))).toBe("invited");
      await changeLeads(db, admin, [again], { stage: "proposal" });
      expect(await prepared()).toBe(0);
    });
  });

  test("deletes the draft retainer when the win is undone, unless somebody changed it", async () => {
    const { db, world } = given();
    const { admin, "new client": client } = world.people;
    await rolledBack(db, async () => {
      const drafts = () => count(db, "public.retainers where client_id = $1", [client.id]);
      const before = await drafts();
      const batch = asked(await addLeadRow(db, admin), client.email);
      expect(await win(db, admin, batch)).toBe("granted");
      expect(await drafts()).toBe(before + 1);
      await undoBatch(db, admin, String(batch[0]));
      expect(await drafts()).toBe(before);
      const taken = asked(await addLeadRow(db, admin), client.email);
      await win(db, admin, taken);
      await db.run(
        // Inside one transaction, all times are equal, so the draft gets an earlier time.
        "update public.retainers set retainer_name = 'Agreed', created_at = now() - interval '1 minute' where client_id = $1 and status = 'pending'",
        [client.id],
      );
      await undoBatch(db, admin, String(taken[0]));
      expect(await drafts()).toBe(before + 1);
    });
  });

  test("is refused for a lead that was merged", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const away = await addLeadRow(db, sales);
      await mergeLeads(db, sales, await addLeadRow(db, sales), away);
      expect(await refusal(db, sales, WIN, asked(away))).toMatchObject({ code: "PT409" });
    });
  });
});
