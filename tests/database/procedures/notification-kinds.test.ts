import { expect, test } from "vitest";
import { NOTIFICATION_KINDS, notificationKindsOf } from "../../../domain/notification-kinds.ts";
import type { Role } from "../../../domain/roles.ts";
import { createClientAccount } from "../../support/client-accounts.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

type Mail = { template: string; to: string };

/** Two leads of the agency, one of them owned by an admin, and one of a client, with all emails about their clocks. */
async function writeLeadMails(db: Session, accounts: { account: string; owner: string | null }[]): Promise<Mail[]> {
  await db.run("delete from private.outbox where kind = 'mail'");
  for (const [at, { account, owner }] of accounts.entries()) {
    const { rows } = await db.run<{ id: string }>(
      "insert into public.leads (account_id, first_name, email, user_id) values ($1, 'Ann', $2, $3) returning id",
      [account, `ann-${at}-${account}@visitor.example`, owner],
    );
    const id = rows[0]?.id;
    await db.run("select private.notify_lead_arrival($1, true, gen_random_uuid()::text)", [id]);
    for (const template of ["lead-clock-warning", "lead-clock-breached"])
      await db.run(
        "select private.notify_users(case when $3::uuid is null then private.team_of($2) else array[$3::uuid] end, $4, $1, '{}')",
        [id, account, owner, template],
      );
    await db.run(
      "select private.enqueue_form_mails('landing', gen_random_uuid(), 'ann@visitor.example', 'Ann', '{\"name\": \"Ann\"}', $1)",
      [account],
    );
  }
  const { rows } = await db.run<Mail>(
    `select payload ->> 'template' as template, payload ->> 'to' as to from private.outbox
     where kind = 'mail' and private.notification_kind(payload ->> 'template') is not null`,
  );
  return rows;
}

onEveryDatabase("An email that can be turned off", (given) => {
  test("has the same choice in the database as in the settings", async () => {
    for (const { kind, templates } of NOTIFICATION_KINDS)
      for (const template of templates) {
        const { rows } = await given().db.run("select private.notification_kind($1) as kind", [template]);
        expect([template, rows]).toEqual([template, [{ kind }]]);
      }
  });

  test("about leads has its switch for everyone who gets it, and the switch stops it", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const account = await createClientAccount(db, "Switches");
      const [sales, admin] = [await createPerson(db, "active sales"), await createPerson(db, "admin")];
      const agency = (await db.run<{ id: string }>("select private.agency_account() as id")).rows[0]?.id ?? "";
      const scenes = [
        { account: agency, owner: null },
        { account: agency, owner: admin.id },
        { account: account.id, owner: null },
      ];
      const people: [Person, Role, boolean][] = [
        [sales, "sales", true],
        [admin, "admin", true],
        [account.owner, "client", true],
        [account.member, "client", true],
        [account.billing, "client", false],
      ];
      const before = await writeLeadMails(db, scenes);
      for (const [person, role, seesLeads] of people) {
        const got = new Set(before.filter(({ to }) => to === person.email).map(({ template }) => template));
        const kinds = notificationKindsOf(role, {
          leads: seesLeads,
          bills: true,
          receipts: true,
          plan: true,
          people: true,
        });
        const switches = kinds.flatMap(({ templates }) => templates);
        expect([role, seesLeads, got.size > 0]).toEqual([role, seesLeads, seesLeads]);
        for (const template of got) expect([role, switches]).toEqual([role, expect.arrayContaining([template])]);
        for (const { kind } of kinds)
          await db.run(
            "insert into public.notification_choices (user_id, kind, wanted) values ($1, $2, false) on conflict do nothing",
            [person.id, kind],
          );
      }
      const after = await writeLeadMails(db, scenes);
      expect(after.filter(({ to }) => people.some(([person]) => person.email === to))).toEqual([]);
    }));
});
