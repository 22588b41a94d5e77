import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { retainerOutlook } from "../../../app/features/billing/ledger/retainers-api.ts";
import { formatDay, formatDayRange } from "../../../domain/format-date.ts";
import { startProblem, termEnd, termProblem } from "../../../domain/retainer-days.ts";
import { type ChargedMonth, outlookText, type RetainerOutlook } from "../../../domain/retainer-outlook.ts";
import { databases } from "../../support/database.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import { inTurn } from "../../support/in-turn.ts";

/** Moves the agency's calendar. All billing code uses private.agency_day. */
const setDay = (db: Session, day: string) =>
  db.run(`create or replace function private.agency_day(moment timestamptz default now()) returns date
    language sql stable set search_path = '' as $$ select date '${day}' $$`);
const issue = (db: Session) => db.run("select private.issue_retainer_invoices()");
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Months after a day, as a person counts them. */
function monthsAfter(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10);
}

const billed = async (db: Session, id: string) =>
  (
    await db.run<ChargedMonth>(
      `select invoice.service_from::text as from, invoice.service_until::text as until
       from public.retainer_charges as charge join public.invoices as invoice on invoice.id = charge.invoice_id
       where charge.retainer_id = $1 and invoice.status = 'pending' order by charge.charge_date`,
      [id],
    )
  ).rows;
const added = (before: ChargedMonth[], after: ChargedMonth[]) =>
  after.filter(({ from }) => before.every((month) => month.from !== from));

type Saved = { start: string; months: number | null; status: "active" | "paused"; bill: string | null };
type Asked = Saved & { id: string | null; client: string };

const asAdmin = async <Answer>(db: Session, admin: Person, run: () => Promise<Answer>) => {
  await become(db, admin);
  const answer = await run();
  await becomeOwner(db);
  return answer;
};
async function look(db: Session, { id, client, start, months, status, bill }: Asked): Promise<RetainerOutlook | null> {
  const { rows } = await db.run<{ outlook: unknown }>(
    "select public.retainer_outlook($1, $2, $3::public.retainer_status, $4, $5, $6) as outlook",
    [start, months, status, id, client, bill],
  );
  return retainerOutlook.parse(rows[0]?.outlook);
}
const create = (db: Session, id: string, client: string, { start, months, bill }: Saved) =>
  db.run("select public.create_retainer($1, 'Ads', null, 20000, 'usd', $2, $3, $4, null, $5)", [
    client,
    start,
    months,
    id,
    bill,
  ]);
const update = (db: Session, id: string, { start, months, status, bill }: Saved) =>
  db.run(
    `select public.update_retainer(id, updated_at, 'Ads', null, 20000, $2, $3, $4::public.retainer_status, $5)
     from public.retainers where id = $1`,
    [id, start, months, status, bill],
  );

const step = fc.record({
  days: fc.integer({ min: 0, max: 45 }),
  status: fc.constantFrom("active" as const, "active" as const, "paused" as const),
  bills: fc.boolean(),
  months: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 2 }),
  runs: fc.boolean(),
});
const history = fc.record({
  start: fc.integer({ min: -70, max: 40 }),
  today: fc.integer({ min: 0, max: 800 }).map((days) => dayAfter("2026-01-01", days)),
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
});

onEveryDatabase("What the form of a retainer says", (given) => {
  test("is what saving then does, whatever its start, term, pauses and charged months", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    const client = owner.id ?? "";
    await fc.assert(
      fc.asyncProperty(history, async ({ start: shift, today: firstDay, steps }) => {
        await rolledBack(db, async () => {
          const id = randomUUID();
          let today = firstDay;
          const start = dayAfter(today, shift);
          for (const [number, { days, status, bills, months, runs }] of steps.entries()) {
            if (number > 0) today = dayAfter(today, days);
            await setDay(db, today);
            if (runs) await issue(db);
            const { rows } = await db.run<{ status: string; months: number | null }>(
              "select status, duration_months as months from public.retainers where id = $1",
              [id],
            );
            const held = rows[0] ? { start, ...rows[0] } : null;
            if (held?.status === "completed") return;
            const isNew = held === null;
            const asked: Asked = {
              id: isNew ? null : id,
              client,
              start,
              months,
              status: isNew ? "active" : status,
              bill: null,
            };
            const open = await asAdmin(db, admin, () => look(db, asked));
            // A term that has ended is refused, by the rule of the form.
            if (termProblem(asked, held, today)) {
              expect(open).toBeNull();
              await db.run("savepoint before_refusal");
              await become(db, admin);
              const saving = isNew ? create(db, id, client, asked) : update(db, id, asked);
              await expect(saving).rejects.toMatchObject({ hint: "term_ended", detail: "term_months" });
              await db.run("rollback to before_refusal");
              await becomeOwner(db);
              if (isNew) return;
              continue;
            }
            const saved = { ...asked, bill: (bills && open?.running?.from) || null };
            const outlook = saved.bill ? await asAdmin(db, admin, () => look(db, saved)) : open;
            const before = await billed(db, id);
            await asAdmin(db, admin, () => (isNew ? create(db, id, client, saved) : update(db, id, saved)));
            const after = await billed(db, id);
            const sent = added(before, after);
            expect(sent).toEqual(outlook?.due ?? []);
            if (saved.status === "paused") {
              expect(outlook).toBeNull();
              continue;
            }
            if (!outlook) throw new Error("An active retainer has an outlook");
            expect(outlook.is_first).toBe(before.length === 0);

            // The month that runs now, by the calendar.
            const numbers = [...Array(months ?? 40).keys()];
            const all = numbers.map((n) => ({
              from: monthsAfter(start, n),
              until: dayAfter(monthsAfter(start, n + 1), -1),
            }));
            const now = all.find(({ from, until }) => from <= today && today <= until);
            const isBilled = now && after.some(({ from }) => from === now.from);
            expect(saved.bill ?? outlook.running?.from ?? null).toBe(
              now && (!isBilled || saved.bill) ? now.from : null,
            );
            expect(outlook.ended_on).toBeNull();

            // What the job does until a year after its end.
            await db.run("savepoint now");
            await setDay(db, dayAfter([today, start].sort().at(-1) ?? "", 500));
            await issue(db);
            const later = added(after, await billed(db, id));
            await db.run("rollback to now");
            expect(outlook.next).toEqual(later[0] ?? null);
            expect(outlook.others).toBe(months === null ? null : Math.max(0, later.length - 1));
            expect(outlook.last_charge).toBe(months === null ? null : (later.at(-1)?.from ?? null));

            // And the words name it.
            const text = outlookText(outlook, "$200.00", { client: "Ann", to: "Ann" }, isNew);
            expect(text.now === null).toBe(sent.length === 0);
            for (const { from, until } of sent) expect(text.now).toContain(formatDayRange(from, until));
            if (sent.length === 0 && later[0]) expect(text.rest).toContain(`on ${formatDay(later[0].from)}.`);
            expect(/follow automatically|follows automatically/.test(text.rest)).toBe(
              later.length > (sent.length > 0 ? 0 : 1),
            );
            if (now && !isBilled) expect(text.rest).toContain(`${formatDayRange(now.from, now.until)}, isn't billed`);
          }
        });
      }),
      { numRuns: 20 },
    );
  });

  test("bills the month that runs now only by choice, and no other month that began", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    const client = owner.id ?? "";
    await rolledBack(db, async () => {
      await setDay(db, "2026-11-30");
      const values = { start: "2026-11-15", months: 1, status: "active", bill: null } as const;
      const [quiet, chosen] = [randomUUID(), randomUUID()];
      await asAdmin(db, admin, () => create(db, quiet, client, values));
      await asAdmin(db, admin, () => create(db, chosen, client, { ...values, bill: "2026-11-15" }));
      // A repeated request sends nothing more.
      await asAdmin(db, admin, () => create(db, chosen, client, { ...values, bill: "2026-11-15" }));
      await issue(db);
      expect(await billed(db, quiet)).toEqual([]);
      const month = { from: "2026-11-15", until: "2026-12-14" };
      expect(await billed(db, chosen)).toEqual([month]);
      // It can be chosen later, too, once.
      for (const _ of [1, 2]) await asAdmin(db, admin, () => update(db, quiet, { ...values, bill: "2026-11-15" }));
      expect(await billed(db, quiet)).toEqual([month]);
      // Only the month that runs now can be chosen.
      for (const [bill, status] of [
        ["2026-10-15", "active"],
        ["2026-12-15", "active"],
        ["2026-11-15", "paused"],
      ] as const) {
        await db.run("savepoint before");
        await become(db, admin);
        await expect(update(db, quiet, { ...values, months: 3, status, bill })).rejects.toMatchObject({
          code: "PT409",
          hint: expect.stringContaining("month_not_running"),
        });
        await db.run("rollback to before");
        await becomeOwner(db);
      }
    });
  });

  test("waits for a client who can't see invoices, and keeps the choice until they can", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    const client = owner.id ?? "";
    await rolledBack(db, async () => {
      await setDay(db, "2026-11-30");
      const id = randomUUID();
      const values: Saved = { start: "2026-11-15", months: 1, status: "active", bill: null };
      await asAdmin(db, admin, () => create(db, id, client, values));
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [client]);
      const chosen = { ...values, bill: "2026-11-15", id, client };
      const outlook = await asAdmin(db, admin, () => look(db, chosen));
      expect(outlook).toMatchObject({ client_status: "inactive", due: [{ from: "2026-11-15" }] });
      await asAdmin(db, admin, () => update(db, id, chosen));
      expect(await billed(db, id)).toEqual([]);
      await db.run("update public.user_roles set status = 'active' where user_id = $1", [client]);
      await issue(db);
      expect((await billed(db, id)).map(({ from }) => from)).toEqual(["2026-11-15"]);
    });
  });

  test("and its form know the same last day of a term, and the same farthest days", async () => {
    const { db, world } = given();
    for (const start of ["2026-01-31", "2028-02-29", "2026-08-31", "2026-12-01", "2026-03-15"])
      for (const months of [1, 6, 11, 12, 37]) {
        const { rows } = await db.run<{ end: string }>("select private.term_end($1::date, $2)::text as end", [
          start,
          months,
        ]);
        expect([start, months, termEnd(start, months)]).toEqual([start, months, rows[0]?.end]);
      }
    await rolledBack(db, async () => {
      await setDay(db, "2026-11-20");
      await become(db, world.people.admin);
      for (const [day, hint] of [
        ["2036-11-20", null],
        ["2036-11-21", "date_too_far"],
        ["2016-11-20", null],
        ["2016-11-19", "date_too_old"],
      ] as const) {
        expect(startProblem(day, null, "2026-11-20") === null).toBe(hint === null);
        await db.run("savepoint before_create");
        const created = db.run("select public.create_retainer($1, 'Care', null, 9000, 'usd', $2::date)", [
          world.people.owner.id,
          day,
        ]);
        if (hint) await expect(created).rejects.toMatchObject({ code: "22023", hint, detail: "start_date" });
        else await created;
        await db.run("rollback to savepoint before_create");
      }
    });
  });

  test("refuses a term that has ended for ongoing retainers, and leaves a paused one its own", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    const client = owner.id ?? "";
    await rolledBack(db, async () => {
      await setDay(db, "2026-09-05");
      const id = randomUUID();
      const values: Saved = { start: "2026-09-05", months: 4, status: "active", bill: null };
      await asAdmin(db, admin, () => create(db, id, client, values));
      await setDay(db, "2026-12-01");
      const refused = async (more: Partial<Saved>) => {
        await db.run("savepoint before_refusal");
        await become(db, admin);
        await expect(update(db, id, { ...values, ...more })).rejects.toMatchObject({ hint: "term_ended" });
        await db.run("rollback to before_refusal");
        await becomeOwner(db);
      };
      await refused({ months: 1 });
      await refused({ months: 1, status: "paused" });
      await asAdmin(db, admin, () => update(db, id, { ...values, status: "paused" }));
      await setDay(db, "2027-02-01");
      // Its other fields can change, but it can't be resumed.
      await asAdmin(db, admin, () => update(db, id, { ...values, status: "paused" }));
      await refused({ months: 3, status: "paused" });
      await refused({});
      await asAdmin(db, admin, () => update(db, id, { ...values, months: 12 }));
    });
  });

  test("is nothing for values that saving refuses, and for a retainer that has ended", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    const client = owner.id ?? "";
    await rolledBack(db, async () => {
      await setDay(db, "2026-11-30");
      const id = randomUUID();
      const values: Saved = { start: "2026-12-05", months: null, status: "active", bill: null };
      await asAdmin(db, admin, () => create(db, id, client, values));
      const asks = (more: Partial<Asked>) => asAdmin(db, admin, () => look(db, { ...values, id, client, ...more }));
      expect(await asks({})).toMatchObject({ next: { from: "2026-12-05" } });
      expect(await asks({ start: "2026-11-29" })).toBeNull();
      expect(await asks({ months: 0 })).toBeNull();
      expect(await asks({ id: null, start: "1999-01-01" })).toBeNull();
      await asAdmin(db, admin, () =>
        db.run(
          "select public.end_retainer(id, updated_at, public.agency_today()) from public.retainers where id = $1",
          [id],
        ),
      );
      expect(await asks({})).toBeNull();
    });
  });
});

onEveryDatabase("Undo of a retainer's change", (given) => {
  const undo = (db: Session, id: string) =>
    db.run("select public.undo_retainer_change(id, updated_at) from public.retainers where id = $1", [id]);
  const state = async (db: Session, id: string) =>
    (
      await db.run(
        "select status, end_date::text, charges_from::text, duration_months, retainer_name from public.retainers where id = $1",
        [id],
      )
    ).rows[0];

  test("returns a retainer as it was before it was paused, resumed or ended, and keeps its invoices", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    const client = owner.id ?? "";
    await rolledBack(db, async () => {
      await setDay(db, "2026-11-15");
      const id = randomUUID();
      const values: Saved = { start: "2026-11-15", months: 6, status: "active", bill: null };
      await asAdmin(db, admin, () => create(db, id, client, values));
      const active = await state(db, id);
      await asAdmin(db, admin, () => update(db, id, { ...values, status: "paused" }));
      const paused = await state(db, id);
      await asAdmin(db, admin, () => undo(db, id));
      expect(await state(db, id)).toEqual(active);
      await asAdmin(db, admin, () =>
        db.run(
          "select public.end_retainer(id, updated_at, public.agency_today()) from public.retainers where id = $1",
          [id],
        ),
      );
      expect(await state(db, id)).toMatchObject({ status: "completed", end_date: "2026-11-15" });
      await asAdmin(db, admin, () => undo(db, id));
      expect(await state(db, id)).toEqual(active);
      await asAdmin(db, admin, () => update(db, id, { ...values, status: "paused" }));
      // Its invoice stays, and its month isn't billed again.
      await setDay(db, "2026-12-20");
      await asAdmin(db, admin, () => update(db, id, { ...values, bill: "2026-12-15" }));
      expect(await billed(db, id)).toHaveLength(2);
      await asAdmin(db, admin, () => undo(db, id));
      expect(await state(db, id)).toEqual(paused);
      await asAdmin(db, admin, () => update(db, id, values));
      await issue(db);
      expect((await billed(db, id)).map(({ from }) => from)).toEqual(["2026-11-15", "2026-12-15"]);
    });
  });

  test("is refused after another change, and without a change", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    await rolledBack(db, async () => {
      await setDay(db, "2026-11-15");
      const id = randomUUID();
      await asAdmin(db, admin, () =>
        create(db, id, owner.id ?? "", { start: "2026-11-15", months: 6, status: "active", bill: null }),
      );
      await become(db, admin);
      await db.run("savepoint before");
      await expect(undo(db, id)).rejects.toMatchObject({ code: "PT404" });
      await db.run("rollback to before");
      await expect(
        db.run("select public.undo_retainer_change($1, now() - interval '1 minute')", [id]),
      ).rejects.toMatchObject({ code: "PT409" });
    });
  });
});

/** Parallel transactions need a server. */
const servers = databases().filter(({ overlapping }) => overlapping);

test.skipIf(servers.length === 0)("Two admins who bill the running month at the same moment bill it once", async () => {
  const db = await (servers[0] as (typeof servers)[number]).open();
  try {
    const admins = [await createPerson(db, "admin"), await createPerson(db, "admin")];
    const client = (await createPerson(db, "new client")).id ?? "";
    const { rows } = await db.run<{ start: string }>("select (private.agency_day() - 10)::text as start");
    const start = rows[0]?.start ?? "";
    const values: Saved = { start, months: 1, status: "active", bill: start };
    const id = randomUUID();
    const making = admins.map((admin) => async (session: Session) => {
      await become(session, admin);
      return create(session, id, client, values);
    });
    await inTurn(db, making[0] as (typeof making)[0], making[1] as (typeof making)[0]);
    expect(await billed(db, id)).toHaveLength(1);
    const other = randomUUID();
    await db.run("begin");
    await become(db, admins[0] as Person);
    await create(db, other, client, { ...values, bill: null });
    await db.run("commit");
    await becomeOwner(db);
    const seen = await db.run<{ seen: string }>("select updated_at::text as seen from public.retainers where id = $1", [
      other,
    ]);
    const saving = admins.map((admin) => async (session: Session) => {
      await become(session, admin);
      return session.run(
        "select public.update_retainer($1, $2::timestamptz, 'Ads', null, 20000, $3, 1, 'active', $3)",
        [other, seen.rows[0]?.seen, start],
      );
    });
    expect(await inTurn(db, saving[0] as (typeof saving)[0], saving[1] as (typeof saving)[0])).toBe("PT409");
    expect(await billed(db, other)).toHaveLength(1);
  } finally {
    await db.close();
  }
});
