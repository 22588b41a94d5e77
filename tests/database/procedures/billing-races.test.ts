import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import { become, createPerson, type Person } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import { inTurn } from "../../support/in-turn.ts";

/** Parallel transactions need a server. */
const servers = databases().filter(({ overlapping }) => overlapping);

test.skipIf(servers.length === 0)(
  "A client joins the team before or after someone bills them, never at the same moment",
  async () => {
    const db = await (servers[0] as (typeof servers)[number]).open();
    try {
      const [admin, second] = [await createPerson(db, "admin"), await createPerson(db, "admin")];
      const as = (who: Person, text: string, parameters: unknown[]) => async (session: Session) => {
        await become(session, who);
        return session.run(text, parameters);
      };
      const joinTeam = (client: Person) => as(second, "select public.change_user_role($1, 'sales')", [client.id]);
      /** What bills a client: a draft that is sent, and a retainer. */
      const billing = {
        send: async (client: Person) => {
          const id = randomUUID();
          const session = await db.connect?.();
          if (!session) throw new Error("Another connection is needed");
          try {
            await session.run("begin");
            await as(
              admin,
              `select public.create_invoice($1, 'Ads', public.agency_today() + 14, 'usd', '[{"description": "Ads", "quantity": 1, "unit_amount": 5000, "is_discount": false}]', $2)`,
              [client.id, id],
            )(session);
            await session.run("commit");
          } finally {
            session.release();
          }
          return as(
            admin,
            "select public.send_invoice(invoice.id, invoice.updated_at) from public.invoices as invoice where invoice.id = $1",
            [id],
          );
        },
        retainer: async (client: Person) =>
          as(admin, "select public.create_retainer($1, 'Ads', null, 5000, 'usd', public.agency_today())", [client.id]),
      };
      for (const prepare of Object.values(billing)) {
        const billed = await createPerson(db, "new client");
        expect(await inTurn(db, await prepare(billed), joinTeam(billed))).toBe("PT409");
        const joined = await createPerson(db, "new client");
        expect(await inTurn(db, joinTeam(joined), await prepare(joined))).toBe("22023");
        // No one on the team owes anything as a client.
        const { count } = await db.run(
          `select from public.user_roles as held where held.role = 'sales' and (
             exists (select from public.invoices as invoice where invoice.client_id = held.user_id and invoice.status <> 'draft')
             or exists (select from public.retainers as retainer where retainer.client_id = held.user_id))`,
        );
        expect(count).toBe(0);
      }
    } finally {
      await db.close();
    }
  },
);
