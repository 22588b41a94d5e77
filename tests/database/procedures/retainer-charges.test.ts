import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDayRange } from "../../../domain/format-date.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

/** Moves the agency's calendar. All billing code uses private.agency_day. */
const setDay = (db: Session, day: string) =>
  db.run(`create or replace function private.agency_day(moment timestamptz default now()) returns date
    language sql stable set search_path = '' as $$ select date '${day}' $$`);
const issue = (db: Session) => db.run("select private.issue_retainer_invoices()");
const dayAfter = (start: string, days: number) =>
  new Date(Date.parse(start) + days * 86_400_000).toISOString().slice(0, 10);

const START = "2026-01-31";
async function newRetainer(db: Session, client: string | null, more = "") {
  const { rows } = await db.run<{ id: string }>(
    `insert into public.retainers (client_id, retainer_name, monthly_amount, start_date, charges_from ${more && ", duration_months"})
     values ($1, 'Ads', 90000, '${START}', '${START}' ${more}) returning id`,
    [client],
  );
  return rows[0]?.id ?? "";
}
const charged = async (db: Session, id: string) =>
  (
    await db.run<{ day: string; invoice_number: string; status: string; amount: number }>(
      `select charge.charge_date::text as day, invoice.invoice_number, invoice.status, invoice.amount
       from public.retainer_charges as charge join public.invoices as invoice on invoice.id = charge.invoice_id
       where charge.retainer_id = $1 order by 1`,
      [id],
    )
  ).rows;

onEveryDatabase("A retainer's invoices", (given) => {
  test("are created once for each period, even if the job misses days or runs repeatedly", async () => {
    const { db, world } = given();
    const gaps = fc.array(fc.integer({ min: 0, max: 70 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(gaps, async (days) => {
        await rolledBack(db, async () => {
          await db.run("delete from public.retainer_charges");
          await db.run("delete from public.retainers");
          const id = await newRetainer(db, world.people.owner.id);
          let today = START;
          for (const gap of days) {
            today = dayAfter(today, gap);
            await setDay(db, today);
            await issue(db);
            await issue(db);
          }
          const { rows } = await db.run<{ day: string }>(
            "select day::text from private.charge_dates($1, null, null, $1, $2) as charge (day)",
            [START, today],
          );
          const found = await charged(db, id);
          expect(found.map(({ day }) => day)).toEqual(rows.map(({ day }) => day));
          expect(new Set(found.map((row) => row.invoice_number)).size).toBe(found.length);
          expect(found.every(({ status, amount }) => status === "pending" && amount === 90_000)).toBe(true);
          const mails = await db.run("select from private.outbox where payload ->> 'template' = 'invoice-issued'");
          expect(mails.rows.length).toBe(found.length);
        });
      }),
      { numRuns: 25 },
    );
  });

  test("write their period as the agency's region and the rest of the invoice do", async () => {
    const { db } = given();
    const periods = [
      ["2026-11-28", "2026-12-27"],
      ["2026-11-01", "2026-11-30"],
      ["2026-12-09", "2027-01-08"],
    ] as const;
    await rolledBack(db, async () => {
      for (const locale of ["en-US", "en-GB", "de-DE", "fr-CA", "en-PH", "ja-JP", "sv-SE"]) {
        await db.run("update public.agency_settings set locale = $1", [locale]);
        for (const [from, until] of periods) {
          const { rows } = await db.run<{ text: string }>("select private.day_range_text($1, $2) as text", [
            from,
            until,
          ]);
          // Regions differ in the spaces around the dash.
          const written = formatDayRange(from, until, { locale }).replace(/\s*–\s*/, " – ");
          expect([locale, rows[0]?.text]).toEqual([locale, written]);
        }
      }
    });
  });

  test("have periods that neither overlap nor leave a day out, whatever the first day", async () => {
    const { db } = given();
    // Every first day of four years, with its next 15 charges.
    const { rows } = await db.run<{ starts: number; wrong: string | null }>(
      `with periods as (
         select start.day::date as start, charge.day as first, private.charge_period_end(start.day::date, charge.day) as last,
           lead(charge.day) over (partition by start.day order by charge.day) as next
         from generate_series(date '2027-01-01', date '2030-12-31', interval '1 day') as start (day)
         cross join lateral private.charge_dates(start.day::date, null, 15, start.day::date, start.day::date + 500) as charge (day)
       )
       select count(distinct start)::int as starts, min(first::text) filter (where next <> last + 1 or last < first) as wrong from periods`,
    );
    expect(rows[0]).toEqual({ starts: 1461, wrong: null });
  });

  test("bill every day of a retainer that starts on the 31st", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const id = await newRetainer(db, world.people.owner.id);
      await setDay(db, "2026-04-30");
      await issue(db);
      const { rows } = await db.run<{ period: string; description: string }>(
        `select invoice.service_from || ' ' || invoice.service_until as period, invoice.description from public.invoices as invoice
         join public.retainer_charges as charge on charge.invoice_id = invoice.id where charge.retainer_id = $1 order by 1`,
        [id],
      );
      expect(rows.map(({ period }) => period)).toEqual([
        "2026-01-31 2026-02-27",
        "2026-02-28 2026-03-30",
        "2026-03-31 2026-04-29",
        "2026-04-30 2026-05-30",
      ]);
      expect(rows[1]?.description).toBe("Ads, Feb 28 – Mar 30, 2026");
    });
  });

  test("are not duplicated when the job runs a thousand times", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const id = await newRetainer(db, world.people.owner.id);
      await setDay(db, "2026-03-31");
      await db.run("do $$ begin for turn in 1..1000 loop perform private.issue_retainer_invoices(); end loop; end $$");
      expect((await charged(db, id)).map(({ day }) => day)).toEqual(["2026-01-31", "2026-02-28", "2026-03-31"]);
    });
  });

  test("are not duplicated when two workers run at once", async () => {
    const { db, world } = given();
    if (!db.connect) return;
    const id = await newRetainer(db, world.people.owner.id);
    const workers = await Promise.all([db.connect(), db.connect(), db.connect(), db.connect()]);
    try {
      await Promise.all(workers.map((worker) => issue(worker)));
    } finally {
      for (const worker of workers) worker.release();
    }
    const found = await charged(db, id);
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ day }) => day)).size).toBe(found.length);
    const { rows } = await db.run<{ invoices: number; numbers: number }>(
      "select count(*)::integer as invoices, count(distinct invoice_number)::integer as numbers from public.invoices where description like 'Ads, %'",
    );
    expect(rows[0]).toEqual({ invoices: found.length, numbers: found.length });
  });

  test("end with the term, and the retainer is completed", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const id = await newRetainer(db, world.people.owner.id, ", 2");
      await setDay(db, "2026-07-01");
      await issue(db);
      expect((await charged(db, id)).map(({ day }) => day)).toEqual(["2026-01-31", "2026-02-28"]);
      const { rows } = await db.run("select status from public.retainers where id = $1", [id]);
      expect(rows).toEqual([{ status: "completed" }]);
    });
  });

  test("are not created for the time before the retainer was added, nor for clients who cannot read them", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run("delete from public.retainer_charges");
      await db.run(`delete from public.retainers where charges_from = '${START}'`);
      await db.run("update public.retainers set start_date = private.agency_day() - 100");
      await issue(db);
      expect((await db.run("select from public.retainer_charges")).rows).toEqual([]);
      const id = await newRetainer(db, world.people.inactive.id);
      await setDay(db, "2026-03-31");
      await issue(db);
      expect(await charged(db, id)).toEqual([]);
    });
  });
});

onEveryDatabase("An admin", (given) => {
  const one = async (db: Session, text: string, parameters: unknown[]) => {
    const { rows } = await db.run<{ id: string; seen: string }>(text, parameters);
    return rows[0] as { id: string; seen: string };
  };
  const seen = (db: Session, id: string) =>
    one(db, "select id, updated_at::text as seen from public.retainers where id = $1", [id]);
  const agree = (db: Session, client: string | null, start: string) =>
    one(
      db,
      `select public.create_retainer($1, 'Pro Funnel', null, 80000, 'usd', public.agency_today() + $2::integer, null) as id`,
      [client, start],
    );
  const change = async (db: Session, id: string, status: string) =>
    db.run(
      `select public.update_retainer($1, $2::timestamptz, 'Pro Funnel', null, 70000, start_date, null, $3::public.retainer_status)
       from public.retainers where id = $1`,
      [id, (await seen(db, id)).seen, status],
    );

  test("starts a retainer today: its first invoice is sent at once, and earlier months are not charged", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await become(db, world.people.admin);
      const today = await agree(db, world.people.owner.id, "0");
      const past = await agree(db, world.people.owner.id, "-45");
      const later = await agree(db, world.people.owner.id, "5");
      await becomeOwner(db);
      expect(await charged(db, today.id)).toHaveLength(1);
      expect((await charged(db, past.id)).length + (await charged(db, later.id)).length).toBe(0);
      // Its invoice has the amount from its first entry of the audit log on.
      const { rows } = await db.run<{ before: number | null; after: number }>(
        `select (before ->> 'amount')::integer as before, (after ->> 'amount')::integer as after from public.audit_log
         where table_name = 'invoices' and row_id = (select invoice_id::text from public.retainer_charges where retainer_id = $1) order by id`,
        [today.id],
      );
      expect(rows[0]).toEqual({ before: null, after: 80000 });
      expect(rows.slice(1).every(({ before, after }) => before === after)).toBe(true);
    });
  });

  test("doesn't start a draft after its term, which can be longer then", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const { id } = await one(
        db,
        `insert into public.retainers (client_id, status, retainer_name, monthly_amount, currency, start_date, duration_months, charges_from)
         values ($1, 'pending', 'Care', 1000, 'usd', private.agency_day() - 40, 1, private.agency_day() - 40) returning id`,
        [world.people.owner.id],
      );
      await become(db, world.people.admin);
      const begin = async (months: number) =>
        db.run(
          `select public.update_retainer(id, updated_at, 'Care', null, 1000, start_date, $2, 'active') from public.retainers where id = $1`,
          [id, months],
        );
      await db.run("savepoint draft");
      await expect(begin(1)).rejects.toMatchObject({ hint: "term_ended", detail: "term_months" });
      await db.run("rollback to draft");
      await begin(3);
    });
  });

  test("pauses and resumes a retainer: the time between is not charged", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await setDay(db, "2026-02-10");
      const id = await newRetainer(db, world.people.owner.id);
      await issue(db);
      await become(db, world.people.admin);
      await change(db, id, "paused");
      await becomeOwner(db);
      await setDay(db, "2026-05-15");
      await issue(db);
      await become(db, world.people.admin);
      await change(db, id, "active");
      await becomeOwner(db);
      await setDay(db, "2026-05-31");
      await issue(db);
      expect((await charged(db, id)).map(({ day, amount }) => [day, amount])).toEqual([
        ["2026-01-31", 90_000],
        ["2026-05-31", 70_000],
      ]);
    });
  });

  test("sees a retainer that was not started as a draft, and counts it as one", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run("delete from public.retainer_charges");
      await db.run("delete from public.retainers");
      const states = ["pending", "active", "paused", "completed", "canceled"];
      for (const state of states)
        await db.run(
          `insert into public.retainers (client_id, retainer_name, status, monthly_amount, start_date)
           values ($1, $2::text, ($2::text)::public.retainer_status, 100, private.agency_day())`,
          [world.people.owner.id, state],
        );
      await become(db, world.people.admin);
      const search = async (filter: string) => {
        const { rows } = await db.run<{ found: { rows: { status: string }[]; counts: Record<string, number> } }>(
          "select public.search_retainers(p_status => $1) as found",
          [filter],
        );
        return rows[0]?.found;
      };
      expect((await search("all"))?.counts).toEqual({ all: 5, active: 1, draft: 1, paused: 1, ended: 2 });
      expect((await search("draft"))?.rows.map(({ status }) => status)).toEqual(["pending"]);
      expect((await search("paused"))?.rows.map(({ status }) => status)).toEqual(["paused"]);
    });
  });

  test("and the client see the same next charge, which the job then issues", async () => {
    const { db, world } = given();
    const { owner, admin } = world.people;
    const shift = fc.integer({ min: -70, max: 20 });
    await fc.assert(
      fc.asyncProperty(shift, shift, fc.boolean(), async (start, from, isIssued) => {
        await rolledBack(db, async () => {
          await db.run("delete from public.retainer_charges");
          await db.run("delete from public.retainers");
          const { rows: made } = await db.run<{ id: string }>(
            `insert into public.retainers (client_id, retainer_name, monthly_amount, start_date, charges_from)
             values ($1, 'Ads', 90000, private.agency_day() + $2::integer, private.agency_day() + $3::integer) returning id`,
            [owner.id, start, from],
          );
          const id = made[0]?.id ?? "";
          if (isIssued) await issue(db);
          await become(db, owner);
          const own = await db.run<{ day: string }>(
            "select charge_date::text as day from public.list_upcoming_charges(100)",
          );
          await becomeOwner(db);
          await become(db, admin);
          const listed = await db.run<{ day: string }>(
            "select public.search_retainers() #>> '{rows,0,next_charge}' as day",
          );
          await becomeOwner(db);
          const next = own.rows[0]?.day ?? "";
          expect(listed.rows[0]?.day).toBe(next);
          const before = (await charged(db, id)).map(({ day }) => day);
          expect(before).not.toContain(next);
          await setDay(db, next);
          await issue(db);
          expect((await charged(db, id)).map(({ day }) => day).at(-1)).toBe(next);
        });
      }),
      { numRuns: 25 },
    );
  });

  test("ends a retainer on a future date, and nothing is charged after it", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await setDay(db, "2026-02-10");
      const id = await newRetainer(db, world.people.owner.id);
      await become(db, world.people.admin);
      await db.run("savepoint before");
      const end = async (day: string) =>
        db.run("select public.end_retainer($1, $2::timestamptz, $3)", [id, (await seen(db, id)).seen, day]);
      await expect(end("2026-02-09")).rejects.toMatchObject({ code: "22023" });
      await db.run("rollback to before");
      await end("2026-03-30");
      await becomeOwner(db);
      await setDay(db, "2026-09-01");
      await issue(db);
      expect((await charged(db, id)).map(({ day }) => day)).toEqual(["2026-01-31", "2026-02-28"]);
      await become(db, world.people.admin);
      await expect(change(db, id, "active")).rejects.toMatchObject({
        code: "PT409",
        message: "This retainer has ended",
      });
    });
  });

  test.each(["infinity", "5874897-12-31", "99999-12-31", "2036-09-01"])(
    "without a term doesn't end on %s, more than ten years ahead",
    async (day) => {
      const { db, world } = given();
      await rolledBack(db, async () => {
        await setDay(db, "2026-02-10");
        const id = await newRetainer(db, world.people.owner.id);
        await become(db, world.people.admin);
        const version = (await seen(db, id)).seen;
        await expect(
          db.run("select public.end_retainer($1, $2::timestamptz, $3)", [id, version, day]),
        ).rejects.toMatchObject({ code: "22023", hint: "date_too_far", detail: "end_date" });
      });
    },
  );

  test("ends with its term at the latest", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await setDay(db, "2026-02-10");
      // The term of three months that began on January 31.
      const id = await newRetainer(db, world.people.owner.id, ", 3");
      await become(db, world.people.admin);
      const end = async (day: string) =>
        db.run("select public.end_retainer($1, $2::timestamptz, $3)", [id, (await seen(db, id)).seen, day]);
      const ending = async () =>
        (await db.run("select end_date::text as day, status from public.retainers where id = $1", [id])).rows[0];
      await db.run("savepoint before");
      for (const day of ["2026-04-30", "2027-06-15"]) {
        await expect(end(day)).rejects.toMatchObject({ code: "22023", hint: "end_after_term", detail: "end_date" });
        await db.run("rollback to before");
      }
      await end("2026-03-01");
      await end("2026-04-29");
      expect(await ending()).toEqual({ day: "2026-04-29", status: "active" });
      // A term that is over leaves today, so that the retainer can be ended.
      await becomeOwner(db);
      await db.run("update public.retainers set status = 'paused' where id = $1", [id]);
      await setDay(db, "2026-08-01");
      await become(db, world.people.admin);
      await db.run("savepoint later");
      await expect(end("2026-08-02")).rejects.toMatchObject({ hint: "end_after_term" });
      await db.run("rollback to later");
      await end("2026-08-01");
      expect(await ending()).toEqual({ day: "2026-04-29", status: "completed" });
    });
  });
});
