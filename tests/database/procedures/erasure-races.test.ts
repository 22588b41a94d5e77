import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import { become, createPerson, type Person } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import { inTurn } from "../../support/in-turn.ts";
import { addLeadRow } from "../../support/lead-rows.ts";

const ERASE = "select public.erase_person($1, $2, $3) as answer";

/** Parallel transactions need a server. */
const servers = databases().filter(({ overlapping }) => overlapping);

test.skipIf(servers.length === 0)(
  "Changes that run in parallel with an erasure are neither lost nor left behind",
  async () => {
    const db = await (servers[0] as (typeof servers)[number]).open();
    try {
      const admin = await createPerson(db, "admin");
      const second = await createPerson(db, "admin");
      const sales = await createPerson(db, "active sales");
      const as = (who: Person, text: string, parameters: unknown[]) => async (session: Session) => {
        await become(session, who);
        return session.run(text, parameters);
      };
      const newLead = () =>
        addLeadRow(db, sales, { first_name: "Ann", email: `${randomUUID().slice(0, 8)}@race.example` });
      const address = async (id: string) =>
        (await db.run<{ email: string }>("select email from public.leads where id = $1", [id])).rows[0]?.email ?? "";

      // Two admins erase the same person. The second one is refused.
      const twice = await newLead();
      const eraseIt = as(admin, ERASE, ["lead", twice, await address(twice)]);
      expect(await inTurn(db, eraseIt, as(second, ERASE, ["lead", twice, await address(twice)]))).toBe("PT409");

      // A colleague logs a call on a lead that is being erased. The call is not stored on the tombstone.
      for (const [text, parameters] of [
        [
          "insert into public.lead_activities (lead_id, kind, body, actor_id) values ($1, 'note', 'Ann called', $2)",
          [sales.id],
        ],
        ["insert into public.lead_tasks (lead_id, title, due_at) values ($1, 'Call Ann', now())", []],
      ] as const) {
        const noted = await newLead();
        const outcome = await inTurn(
          db,
          as(admin, ERASE, ["lead", noted, await address(noted)]),
          as(sales, text, [noted, ...parameters]),
        );
        expect(["PT409", "23514"]).toContain(outcome);
      }

      // A form arrives while its sender is erased. It creates a new lead.
      const writer = await newLead();
      const email = await address(writer);
      const form = async (session: Session) => {
        await session.run("select set_config('role', 'service_role', true)");
        return session.run("select public.submit_contact($1::text::jsonb)", [
          JSON.stringify({ submission_id: randomUUID(), first_name: "Ann", last_name: "Lee", email, goals: "More" }),
        ]);
      };
      expect(await inTurn(db, as(admin, ERASE, ["lead", writer, email]), form)).toBe("done");
      const { rows } = await db.run<{ id: string }>("select id from public.leads where email = $1", [email]);
      expect(rows).toHaveLength(1);
      expect(rows[0]?.id).not.toBe(writer);

      // Two admins erase each other. One of them stays.
      const outcome = await inTurn(
        db,
        as(admin, ERASE, ["account", second.id, second.email]),
        as(second, ERASE, ["account", admin.id, admin.email]),
      );
      expect(outcome).toBe("42501");
      const held = await db.run("select from public.user_roles where role = 'admin' and status = 'active'");
      expect(held.count).toBe(1);
    } finally {
      await db.close();
    }
  },
);
