import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { AGENCY, addMeetingType, bookMeeting, codeOf, readBooking, sentBy } from "../../support/bookings.ts";
import { outcomeAs, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session, TestDatabase } from "../../support/database-session.ts";
import { addLeadRow } from "../../support/lead-rows.ts";

const ZONE = "America/New_York";
const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const OFFICE = { bookable_days: ["mon", "tue", "wed", "thu", "fri"], bookable_from: "09:00", bookable_until: "18:00" };
const BOOK = "select public.book_meeting('agency', $1, $2::text::jsonb) as answer";
const MOVE = "select public.move_own_booking($1, $2) as answer";
const SAVE =
  "select public.save_meeting_type($1, $2::text::jsonb, $3::uuid[], (select updated_at from public.meeting_types where id = $1)) as answer";

/** A local time of the account on a day of next week. */
async function at(db: Session, day: (typeof DAYS)[number], time: string): Promise<Date> {
  const { rows } = await db.run<{ at: string }>(
    "select (date_trunc('week', now() at time zone $1)::date + 7 + $2::integer + $3::time) at time zone $1 as at",
    [ZONE, DAYS.indexOf(day), time],
  );
  return new Date(rows[0]?.at ?? "");
}

onEveryDatabase("The bookable hours of a meeting type", (given) => {
  /** The agency is in New York. Its hosts work at any time. */
  const inside = (work: (db: TestDatabase) => Promise<void>) => () =>
    rolledBack(given().db, async () => {
      await given().db.run("update public.agency_settings set time_zone = $1", [ZONE]);
      await work(given().db);
    });
  const book = async (db: Session, slug: string, day: (typeof DAYS)[number], time: string) =>
    codeOf(db, BOOK, [slug, JSON.stringify(sentBy({ starts_at: await at(db, day, time) }))]);
  const host = (): Person => given().world.people["active sales"];

  test(
    "have the whole call of a visitor in them, on the account's clock, while buffers may lie outside",
    inside(async (db) => {
      const columns = { ...OFFICE, minutes: 45, buffer_before: 30, buffer_after: 30, step_minutes: 15 };
      const { slug } = await addMeetingType(db, [host().id], columns);
      expect(await book(db, slug, "mon", "08:45")).toBe("slot_not_free");
      expect(await book(db, slug, "mon", "17:30")).toBe("slot_not_free");
      expect(await book(db, slug, "sat", "12:00")).toBe("slot_not_free");
      expect(await book(db, slug, "sun", "12:00")).toBe("slot_not_free");
      expect(await book(db, slug, "mon", "09:00")).toMatch(/-/);
      expect(await book(db, slug, "mon", "17:15")).toMatch(/-/);
      expect(await book(db, slug, "fri", "12:00")).toMatch(/-/);
    }),
  );

  test(
    "without times are whole days, and a call may pass midnight between two of them",
    inside(async (db) => {
      const { slug } = await addMeetingType(db, [host().id], { bookable_days: ["thu", "fri"], minutes: 60 });
      expect(await book(db, slug, "wed", "23:30")).toBe("slot_not_free");
      expect(await book(db, slug, "fri", "23:30")).toBe("slot_not_free");
      expect(await book(db, slug, "thu", "00:00")).toMatch(/-/);
      expect(await book(db, slug, "thu", "23:30")).toMatch(/-/);
      expect(await book(db, slug, "fri", "23:00")).toMatch(/-/);
    }),
  );

  test.each([
    ["2027-03-12T05:00Z", "2027-03-17T04:00Z"],
    ["2027-11-05T04:00Z", "2027-11-10T05:00Z"],
  ])("stay 9 to 6 from %s to %s, while clocks change, for a host in Auckland", (from, to) =>
    inside(async (db) => {
      const { id } = await addMeetingType(db, [host().id], { ...OFFICE, bookable_days: DAYS, horizon_days: 365 });
      await db.run("update public.rotas set time_zone = 'Pacific/Auckland' where user_id = $1", [host().id]);
      const { rows } = await db.run<{ day: string; first: string; last: string; count: number }>(
        `select to_char(starts_at at time zone $2, 'YYYY-MM-DD') as day, to_char(min(starts_at at time zone $2), 'HH24:MI') as first,
             to_char(max(starts_at at time zone $2), 'HH24:MI') as last, count(*)::integer as count
           from private.free_times($1, $3::timestamptz, $4::timestamptz, $3::timestamptz - interval '1 hour') group by 1`,
        [id, ZONE, from, to],
      );
      expect(rows).toHaveLength(5);
      for (const row of rows) expect(row).toMatchObject({ first: "09:00", last: "17:30", count: 18 });
    })(),
  );

  test(
    "leave a booked call at its time, let its visitor move it into them only, and its host to any time",
    inside(async (db) => {
      const { id, slug } = await addMeetingType(db, [host().id]);
      const key = await bookMeeting(db, slug, { starts_at: await at(db, "sun", "03:00") });
      await db.run(
        "update public.meeting_types set bookable_days = $2, bookable_from = '09:00', bookable_until = '18:00' where id = $1",
        [id, OFFICE.bookable_days],
      );
      const move = async (day: (typeof DAYS)[number], time: string) => codeOf(db, MOVE, [key, await at(db, day, time)]);
      expect(await move("sun", "03:00")).toBe("false");
      expect(await move("sun", "04:00")).toBe("slot_not_free");
      expect(await move("fri", "18:00")).toBe("slot_not_free");
      expect(await readBooking(db, key)).toMatchObject({ state: "booked", sequence: 0 });
      expect(await move("fri", "17:30")).toBe("true");
      const booking = (await readBooking(db, key))?.id;
      const late = await at(db, "sat", "21:00");
      expect(await codeOf(db, "select public.move_call($1, $2) as answer", [booking, late], host())).not.toMatch(
        /slot_/,
      );
      expect(Date.parse((await readBooking(db, key))?.starts_at ?? "")).toBe(late.getTime());
    }),
  );

  test(
    "let a call outside of them go to a colleague when its host leaves",
    inside(async (db) => {
      const leaver = await createPerson(db, "active sales");
      const { id, slug } = await addMeetingType(db, [leaver.id]);
      const key = await bookMeeting(db, slug, { starts_at: await at(db, "sun", "03:00") });
      await db.run(
        "update public.meeting_types set bookable_days = '{mon}', bookable_from = '09:00', bookable_until = '10:00' where id = $1",
        [id],
      );
      const { id: other } = given().world.people["other active sales"];
      await addMeetingType(db, [other]);
      await db.run("insert into public.meeting_hosts (meeting_type_id, user_id, account_id) values ($1, $2, $3)", [
        id,
        other,
        AGENCY,
      ]);
      await outcomeAs(db, given().world.people.admin, "select public.deactivate_user($1, null, true)", [leaver.id]);
      const found = await readBooking(db, key);
      expect([found?.hosts, found?.starts_at && new Date(found.starts_at)]).toEqual([
        [other],
        await at(db, "sun", "03:00"),
      ]);
    }),
  );

  test(
    "hold for the team, too: it books the times that its screen offers and no others",
    inside(async (db) => {
      const { id } = await addMeetingType(db, [host().id], OFFICE);
      const lead = await addLeadRow(db, host(), { first_name: "Ann", email: "ann@hours.example" });
      const { answer } = await runAs<{ answer: { times: number[] } }>(
        db,
        host(),
        "select public.call_times($1, $2, null, $3, $4) as answer",
        [lead, id, await at(db, "fri", "00:00"), await at(db, "sun", "24:00")],
      );
      const [first, last] = [await at(db, "fri", "09:00"), await at(db, "fri", "17:30")];
      expect([answer.times[0], answer.times.at(-1), answer.times.length]).toEqual([+first / 1000, +last / 1000, 18]);
      const bookCall = (moment: Date) =>
        codeOf(db, "select public.book_call($1, $2, $3, $4) as answer", [randomUUID(), lead, id, moment], host());
      expect(await bookCall(await at(db, "fri", "18:00"))).toBe("slot_not_free");
      expect(await bookCall(await at(db, "sat", "12:00"))).toBe("slot_not_free");
      expect(await bookCall(last)).not.toMatch(/slot_/);
    }),
  );

  test(
    "are saved and listed as days in order and times, and stay open when they are left out",
    inside(async (db) => {
      const { admin } = given().world.people;
      const { id, slug } = await addMeetingType(db, [host().id]);
      type Listed = {
        id: string;
        bookable_days: string[];
        bookable_from: string | null;
        bookable_until: string | null;
      };
      const save = async (hours: object) => {
        const type = { slug, name: "Call", minutes: 30, buffer_before: 0, buffer_after: 0, step_minutes: 30 };
        const all = { ...type, notice_minutes: 0, horizon_days: 30, location: "phone", ...hours };
        await db.run("savepoint before_save");
        try {
          await runAs(db, admin, SAVE, [id, JSON.stringify(all), [host().id]]);
        } catch (error) {
          await db.run("rollback to savepoint before_save");
          const { hint, detail, message } = error as { hint?: string; detail?: string; message?: string };
          return [hint, detail, message];
        }
        const { answer } = await runAs<{ answer: { types: Listed[] } }>(
          db,
          admin,
          "select public.list_meeting_types() as answer",
        );
        const listed = answer.types.find((one) => one.id === id);
        return [listed?.bookable_days, listed?.bookable_from, listed?.bookable_until];
      };
      expect(await save({})).toEqual([DAYS, null, null]);
      expect(await save({ bookable_days: null, bookable_from: null, bookable_until: null })).toEqual([
        DAYS,
        null,
        null,
      ]);
      expect(
        await save({ bookable_days: ["sun", "mon", "sun"], bookable_from: "08:30", bookable_until: "24:00" }),
      ).toEqual([["mon", "sun"], "08:30", "24:00"]);
      expect(await save({ bookable_from: "17:00", bookable_until: "17:30" })).toEqual([DAYS, "17:00", "17:30"]);
      expect(await save({ bookable_days: [] })).toEqual(["required", "bookable_days", "Choose at least one day"]);
      for (const days of [["monday"], "mon", [null], [["mon"]], { mon: true }])
        expect((await save({ bookable_days: days })).slice(0, 2)).toEqual(["day_invalid", "bookable_days"]);
      const wrong = (from: string | null, until: string | null) => save({ bookable_from: from, bookable_until: until });
      for (const from of ["", null])
        expect(await wrong(from, "")).toEqual(["hours_invalid", "bookable_from", "Enter a start time"]);
      expect(await wrong("", "18:00")).toEqual(["hours_invalid", "bookable_from", "Enter a start time"]);
      expect(await wrong("9:00", "18:00")).toEqual(["hours_invalid", "bookable_from", "Enter a start time"]);
      expect(await wrong("09:00", null)).toEqual(["hours_invalid", "bookable_until", "Enter an end time"]);
      expect(await wrong("09:00", "24:01")).toEqual(["hours_invalid", "bookable_until", "Enter an end time"]);
      for (const until of ["09:00", "08:00"])
        expect(await wrong("09:00", until)).toEqual([
          "hours_invalid",
          "bookable_until",
          "The end must be after the start",
        ]);
      expect(await wrong("09:00", "09:29")).toEqual([
        "hours_invalid",
        "bookable_until",
        "A call of 30 minutes doesn't fit between these times",
      ]);
    }),
  );

  test(
    "are previewed as they are typed: the times of the saved type, without saving it",
    inside(async (db) => {
      const { "active sales": host, admin, "other active sales": colleague } = given().world.people;
      const { id } = await addMeetingType(db, [host.id], { notice_minutes: 90, step_minutes: 15, daily_limit: 1 });
      const stored = async () =>
        (
          await db.run<{ type: object }>(
            "select to_jsonb(type) as type from public.meeting_types as type where id = $1",
            [id],
          )
        ).rows[0]?.type ?? {};
      type Preview = { answer: { times: number[]; zone: string } };
      const preview = async (changes: object, hosts = [host.id], of: string | null = id) =>
        (
          await runAs<Preview>(db, admin, "select public.preview_meeting_type($1, $2::text::jsonb, $3) as answer", [
            of,
            JSON.stringify({
              ...(await stored()),
              location: "phone",
              bookable_from: null,
              bookable_until: null,
              ...changes,
            }),
            hosts,
          ])
        ).answer.times;
      const free = async () =>
        (
          await db.run<{ at: string }>(
            "select extract(epoch from starts_at)::bigint as at from private.free_times($1, now(), now() + interval '7 days') order by 1 limit 60",
            [id],
          )
        ).rows.map(({ at }) => Number(at));
      const before = await stored();
      expect(await preview({})).toEqual(await free());
      // A call of the type itself counts for its daily limit, and a new type has none yet.
      const [first = 0] = await preview({});
      expect((await preview({ daily_limit: null }, [host.id], null))[0]).toBe(first);
      expect(await preview({ minutes: 60, notice_minutes: 1440 })).not.toContain(first);
      expect(await preview({}, [])).toEqual([]);
      expect(await preview({ bookable_from: "17:00", bookable_until: "09:00" })).toEqual([]);
      expect(await stored()).toEqual(before);
      await db.run("update public.meeting_types set notice_minutes = 600, step_minutes = 60 where id = $1", [id]);
      expect(await preview({ notice_minutes: 600, step_minutes: 60 })).toEqual(await free());
      // No one learns when people work who can't be hosts.
      expect((await preview({}, [colleague.id])).length).toBeGreaterThan(0);
      expect(await preview({}, [given().world.people.owner.id])).toEqual([]);
    }),
  );
});
