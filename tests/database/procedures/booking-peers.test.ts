import { expect, test } from "vitest";
import { readBusyTimes } from "../../../supabase/functions/_shared/calendars/busy-times.ts";
import { addMeetingType, bookMeeting, dayAt, readBooking } from "../../support/bookings.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

// What other booking products get wrong: hours around clock changes, all-day events that block nothing, and a pool that begins again when
// it changes. Buffers at the edges of days are in bookings.test.ts.

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const everyDay = (from: string, to: string) => Object.fromEntries(DAYS.map((day) => [day, [[from, to]]]));

async function localTimes(db: Session, type: string, zone: string, from: string, to: string): Promise<string[]> {
  const { rows } = await db.run<{ local: string }>(
    `select to_char(starts_at at time zone $2, 'YYYY-MM-DD HH24:MI') as local
     from private.free_times($1, $3::timestamptz, $4::timestamptz, $3::timestamptz - interval '1 hour')`,
    [type, zone, from, to],
  );
  return rows.map(({ local }) => local);
}

onEveryDatabase("What others get wrong", (given) => {
  test.each([
    ["America/New_York", "2027-03-12T05:00Z", "2027-03-17T04:00Z"],
    ["America/New_York", "2027-11-05T04:00Z", "2027-11-10T05:00Z"],
    ["Europe/Berlin", "2027-03-26T23:00Z", "2027-03-30T22:00Z"],
    ["Pacific/Auckland", "2027-04-02T11:00Z", "2027-04-06T12:00Z"],
    ["Australia/Lord_Howe", "2027-10-01T13:30Z", "2027-10-05T13:00Z"],
  ])(
    "hours from 9 to 5 in %s stay 9 to 5 from %s to %s, while clocks change, for an account in Portland",
    async (zone, from, to) => {
      const { db, world } = given();
      await rolledBack(db, async () => {
        await db.run("update public.agency_settings set time_zone = 'America/Los_Angeles'");
        const host = world.people["active sales"].id;
        const { id } = await addMeetingType(
          db,
          [host],
          { horizon_days: 365, step_minutes: 30 },
          everyDay("09:00", "17:00"),
        );
        await db.run("update public.rotas set time_zone = $2 where user_id = $1", [host, zone]);
        const found = await localTimes(db, id, zone, from, to);
        const days = new Set(found.map((local) => local.slice(0, 10)));
        expect(days.size).toBeGreaterThanOrEqual(4);
        // Sixteen half hours on each day: none before 9, none that ends after 5, and none missing.
        for (const day of days) {
          const times = found.filter((local) => local.startsWith(day)).map((local) => local.slice(11));
          expect([times.length, times[0], times.at(-1)], day).toEqual([16, "09:00", "16:30"]);
        }
      });
    },
  );

  test("an all-day event of a subscribed calendar blocks the whole day of its person, and no minute more", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const host = world.people["active sales"].id;
      const { id } = await addMeetingType(
        db,
        [host],
        { horizon_days: 365, step_minutes: 30 },
        everyDay("00:00", "24:00"),
      );
      const zone = "Pacific/Auckland";
      await db.run("update public.rotas set time_zone = $2 where user_id = $1", [host, zone]);
      const file = [
        ...[
          "BEGIN:VCALENDAR",
          "VERSION:2.0",
          "PRODID:-//Test//EN",
          "BEGIN:VEVENT",
          "UID:1@test",
          "DTSTAMP:20260101T000000Z",
        ],
        ...[
          "DTSTART;VALUE=DATE:20270310",
          "DTEND;VALUE=DATE:20270311",
          "SUMMARY:Away",
          "END:VEVENT",
          "END:VCALENDAR",
          "",
        ],
      ].join("\r\n");
      const [from, to] = ["2027-03-08T11:00Z", "2027-03-12T11:00Z"];
      const { rows } = await db.run<{ id: string }>(
        "insert into public.calendar_subscriptions (user_id, address) values ($1, 'https://calendar.example/a') returning id",
        [host],
      );
      for (const busy of readBusyTimes(file, zone, Date.parse(from), Date.parse(to)))
        await db.run(
          "insert into private.calendar_busy (subscription_id, user_id, during) values ($1, $2, tstzrange($3, $4))",
          [rows[0]?.id, host, ...busy.map((moment) => new Date(moment))],
        );
      const found = await localTimes(db, id, zone, from, to);
      const on = (day: string) => found.filter((local) => local.startsWith(day)).length;
      expect([on("2027-03-09"), on("2027-03-10"), on("2027-03-11")]).toEqual([48, 0, 48]);
    });
  });

  test("a person who joins or leaves a pool does not give the others a second turn", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const people: string[] = [];
      for (let number = 0; number < 5; number += 1) people.push((await createPerson(db, "active sales")).id ?? "");
      const first = people.slice(0, 4).toSorted();
      const { id, slug } = await addMeetingType(db, first);
      let hour = 0;
      const next = async () => {
        hour += 1;
        return (await readBooking(db, await bookMeeting(db, slug, { starts_at: dayAt(4, hour) })))?.hosts[0] ?? "";
      };
      const begun = [await next(), await next()];
      await db.run(
        "insert into public.meeting_hosts (meeting_type_id, user_id, account_id) select $1, $2, account_id from public.meeting_types where id = $1",
        [id, people[4]],
      );
      await db.run(
        "insert into public.rotas (account_id, user_id, time_zone, hours) select account_id, $1, time_zone, hours from public.rotas where user_id = $2",
        [people[4], first[0]],
      );
      const waiting = first.filter((person) => !begun.includes(person));
      await db.run("delete from public.meeting_hosts where meeting_type_id = $1 and user_id = $2", [id, waiting[0]]);
      expect(await next()).toBe(waiting[1]);
      expect(begun).not.toContain(await next());
    });
  });
});
