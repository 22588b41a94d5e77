import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addMeetingType, bookMeeting, codeOf, dayAt, readBooking, sentBy, type Wish } from "../../support/bookings.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

const BOOK = "select public.book_meeting('agency', $1, $2::text::jsonb) as answer";
const MOVE = "select public.move_own_booking($1, $2) as answer";
const CANCEL = "select public.cancel_own_booking($1) as answer";
const book = (db: Session, slug: string, wish: Wish) => codeOf(db, BOOK, [slug, JSON.stringify(sentBy(wish))]);

onEveryDatabase("A booked call", (given) => {
  test("is one lead with a clock, one host, one event, and emails to both", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      await db.run("delete from private.outbox");
      const { slug } = await addMeetingType(db, [sales.id]);
      const key = await bookMeeting(db, slug, { starts_at: dayAt(3), email: "ann@booked.example" });
      const booking = await readBooking(db, key);
      expect(booking).toMatchObject({
        state: "booked",
        sequence: 0,
        hosts: [sales.id],
        taken: [true],
        events: ["booked"],
      });
      expect(Date.parse(booking?.ends_at ?? "") - Date.parse(booking?.starts_at ?? "")).toBe(30 * 60_000);
      const { rows: leads } = await db.run("select first_name, last_name, source from public.leads where email = $1", [
        "ann@booked.example",
      ]);
      expect(leads).toEqual([{ first_name: "Ann", last_name: "Lee", source: "website_form" }]);
      const { rows: mails } = await db.run<{ to: string; template: string }>(
        "select payload ->> 'to' as to, payload ->> 'template' as template from private.outbox where payload ->> 'template' like 'booking-%' order by 2",
      );
      expect(mails).toEqual([
        { to: "ann@booked.example", template: "booking-booked" },
        { to: sales.email, template: "booking-host-booked" },
      ]);
    });
  });

  test("is offered while someone takes it, and its page says how to reach the account", async () => {
    const { db, world } = given();
    const { "active sales": sales, inactive } = world.people;
    await rolledBack(db, async () => {
      const [taken, left] = [await addMeetingType(db, [sales.id]), await addMeetingType(db, [inactive.id])];
      await db.run("update public.agency_settings set email = 'hello@agency.example', phone = '(503) 555-0100'");
      const { rows } = await db.run<{ page: { account: object; types: { slug: string }[] } }>(
        "select public.booking_types('agency') as page",
      );
      const slugs = rows[0]?.page.types.map(({ slug }) => slug);
      expect(slugs).toContain(taken.slug);
      expect(slugs).not.toContain(left.slug);
      expect(rows[0]?.page.account).toMatchObject({ email: "hello@agency.example", phone: "(503) 555-0100" });
      // A client's pages have its own address, which it shows on its landing pages, or none.
      const account = await db.run<{ id: string }>(
        "insert into public.accounts (name, slug) values ('Reached', 'reached-' || left(md5(random()::text), 8)) returning id",
      );
      const reached = async () =>
        (await db.run<{ account: object }>("select private.booking_account_json($1) as account", [account.rows[0]?.id]))
          .rows[0]?.account;
      expect(await reached()).toMatchObject({ name: "Reached", email: null, phone: null });
      await db.run("insert into public.landing_brands (account_id, email) values ($1, 'hello@reached.example')", [
        account.rows[0]?.id,
      ]);
      expect(await reached()).toMatchObject({ email: "hello@reached.example", phone: null });
    });
  });

  test("is offered in the confirmation of a form while the agency takes calls, and a canceled one leads to the calendar", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const confirmation = async (form: string) => {
        const email = `${randomUUID()}@form.example`;
        await db.run("select private.enqueue_form_mails($1, gen_random_uuid(), $2, 'Ann', '{}')", [form, email]);
        return lastMail(email);
      };
      const lastMail = async (to: string) => {
        const { rows } = await db.run<{ data: Record<string, unknown> }>(
          "select payload -> 'data' as data from private.outbox where payload ->> 'to' = $1 order by created_at desc, payload ->> 'template' desc limit 1",
          [to],
        );
        return rows[0]?.data;
      };
      await db.run("update public.meeting_types set is_active = false");
      expect(await confirmation("contact")).not.toHaveProperty("callsAt");
      const { slug } = await addMeetingType(db, [world.people["active sales"].id]);
      expect(await confirmation("contact")).toMatchObject({ callsAt: "/book/agency" });
      expect(await confirmation("landing")).not.toHaveProperty("callsAt");
      const key = await bookMeeting(db, slug, { starts_at: dayAt(3), email: "ann@booked.example" });
      expect(await lastMail("ann@booked.example")).toMatchObject({ reminders: "1440,60,15", typeSlug: slug });
      await codeOf(db, CANCEL, [key]);
      expect(await lastMail("ann@booked.example")).toMatchObject({ typeSlug: slug, accountSlug: "agency" });
    });
  });

  test("sent twice is booked once, and the second answer is the same", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const { slug, id } = await addMeetingType(db, [world.people["active sales"].id]);
      const wish = { starts_at: dayAt(3), submission_id: randomUUID(), email: "twice@booked.example" };
      const first = await bookMeeting(db, slug, wish);
      expect(await bookMeeting(db, slug, wish)).toBe(first);
      const { count } = await db.run("select from public.bookings where meeting_type_id = $1", [id]);
      expect(count).toBe(1);
    });
  });

  test("is the only one of its person at that time, whoever is free, and its key is only for a browser that has it", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      const pool = await addMeetingType(db, [sales.id, other.id], { step_minutes: 15 });
      const alone = await addMeetingType(db, [sales.id], { step_minutes: 15, minutes: 60 });
      const mine = { starts_at: dayAt(3), email: "Once@booked.example", phone: "+15035550161" };
      const key = await bookMeeting(db, pool.slug, mine);
      const stored = async () =>
        (
          await db.run(
            `select (select count(*) from public.bookings) as calls, (select count(*) from public.booking_events) as events,
               (select count(*) from private.outbox) as mails, (select count(*) from public.lead_activities) as entries,
               (select count(*) from public.lead_clock_events) as ticks, (select jsonb_agg(lead) from public.leads as lead) as leads`,
          )
        ).rows;
      const before = await stored();
      // Also half an hour of overlap, another type, another spelling, and a phone number from another address.
      for (const [slug, wish] of [
        [pool.slug, mine],
        [alone.slug, { ...mine, starts_at: dayAt(3, 11, 30) }],
        [pool.slug, { ...mine, starts_at: dayAt(3, 12, 15), email: "once@BOOKED.example" }],
        [pool.slug, { ...mine, email: "new@booked.example", phone: "(503) 555-0161" }],
      ] as const) {
        expect(await book(db, slug, wish)).toBe("already_booked");
        expect(await book(db, slug, { ...wish, booked_key: randomUUID() })).toBe("already_booked");
        expect(await book(db, slug, { ...wish, booked_key: key })).toBe(key);
      }
      expect(await stored()).toEqual(before);
      // Before and after it they may have others, and a canceled call holds no time.
      expect(await book(db, pool.slug, { ...mine, starts_at: dayAt(3, 11, 30) })).toMatch(/-/);
      expect(await book(db, pool.slug, { ...mine, starts_at: dayAt(3, 12, 30), booked_key: key })).toMatch(/-/);
      expect(await codeOf(db, CANCEL, [key])).toBe("true");
      const again = await book(db, pool.slug, { ...mine, booked_key: key });
      expect([again, again === key]).toEqual([expect.stringMatching(/-/), false]);
    });
  });

  test("takes its time with both buffers, to the minute, also at the edges of a day", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const { slug } = await addMeetingType(db, [world.people["active sales"].id], {
        buffer_before: 10,
        buffer_after: 20,
        step_minutes: 10,
      });
      await bookMeeting(db, slug, { starts_at: dayAt(3, 0, 0) });
      // 00:00 to 00:30, with buffers 23:50 to 00:50. The next one needs 10 minutes before.
      expect(await book(db, slug, { starts_at: dayAt(3, 0, 50) })).toBe("slot_taken");
      expect(await book(db, slug, { starts_at: dayAt(2, 23, 10) })).toBe("slot_taken");
      expect(await book(db, slug, { starts_at: dayAt(3, 1, 0) })).toMatch(/^[0-9a-f-]{36}$/);
      expect(await book(db, slug, { starts_at: dayAt(2, 23, 0) })).toMatch(/^[0-9a-f-]{36}$/);
    });
  });

  test("is refused outside of the hours, off the grid, too soon, too late, and above the daily limit", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const hours = Object.fromEntries(
        ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [day, [["09:00", "17:00"]]]),
      );
      const { slug } = await addMeetingType(
        db,
        [world.people["active sales"].id],
        { daily_limit: 1, horizon_days: 10, notice_minutes: 120 },
        hours,
      );
      expect(await book(db, slug, { starts_at: dayAt(3, 8, 30) })).toBe("slot_not_free");
      expect(await book(db, slug, { starts_at: dayAt(3, 17, 0) })).toBe("slot_not_free");
      expect(await book(db, slug, { starts_at: dayAt(3, 10, 15) })).toBe("slot_not_free");
      expect(await book(db, slug, { starts_at: dayAt(20, 10) })).toBe("slot_not_free");
      expect(await book(db, slug, { starts_at: dayAt(-1, 10) })).toBe("slot_passed");
      expect(await book(db, slug, { starts_at: new Date(Date.now() + 60 * 60_000) })).toBe("slot_passed");
      expect(await book(db, slug, { starts_at: "infinity" })).toBe("slot_not_free");
      expect(await book(db, slug, { starts_at: dayAt(3, 16, 30) })).toMatch(/-/);
      expect(await book(db, slug, { starts_at: dayAt(3, 12) })).toBe("slot_not_free");
      expect(await book(db, slug, { starts_at: dayAt(4, 12) })).toMatch(/-/);
    });
  });

  test("says which field is wrong, and asks what the type asks", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const questions = JSON.stringify([
        { id: "a", label: "What do you sell?", kind: "text", required: true },
        { id: "b", label: "Team size", kind: "select", required: false, options: ["1", "2"] },
      ]);
      const { slug } = await addMeetingType(db, [world.people["active sales"].id], { questions, location: "phone" });
      const starts_at = dayAt(3);
      const answers = { a: "Shoes", b: "3", c: "unasked" };
      expect(await book(db, slug, { starts_at })).toBe("required");
      expect(await book(db, slug, { starts_at, answers, name: " " })).toBe("required");
      expect(await book(db, slug, { starts_at, answers, email: "nobody" })).toBe("email_invalid");
      expect(await book(db, slug, { starts_at, answers })).toBe("required");
      const key = await book(db, slug, { starts_at, answers, phone: "+15035550148" });
      const { rows } = await db.run("select answers, phone from public.bookings where manage_key = $1", [key]);
      expect(rows).toEqual([{ answers: { "What do you sell?": "Shoes" }, phone: "+15035550148" }]);
    });
  });

  test("goes to the lead's owner if they are free, and to everybody for a call together", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      await db.run("insert into public.leads (user_id, email) values ($1, 'owned@booked.example')", [other.id]);
      const pool = await addMeetingType(db, [sales.id, other.id]);
      await db.run("insert into public.leads (user_id, email) values ($1, 'second@booked.example')", [other.id]);
      const hostsOf = async (email: string) =>
        (await readBooking(db, await bookMeeting(db, pool.slug, { starts_at: dayAt(3), email })))?.hosts;
      expect(await hostsOf("owned@booked.example")).toEqual([other.id]);
      // The owner is taken now, so the other one gets it.
      expect(await hostsOf("second@booked.example")).toEqual([sales.id]);
      expect(await book(db, pool.slug, { starts_at: dayAt(3) })).toBe("slot_taken");
      const both = await addMeetingType(db, [sales.id, other.id], { assignment: "together" });
      expect(await book(db, both.slug, { starts_at: dayAt(3) })).toBe("slot_taken");
      const key = await bookMeeting(db, both.slug, { starts_at: dayAt(3, 14) });
      expect((await readBooking(db, key))?.hosts).toEqual([sales.id, other.id].sort());
    });
  });

  test("does not go to a host who left, is absent, or is busy all day in another calendar", async () => {
    const { db, world } = given();
    const { "active sales": sales, inactive } = world.people;
    await rolledBack(db, async () => {
      const gone = await addMeetingType(db, [inactive.id]);
      expect(await book(db, gone.slug, { starts_at: dayAt(3) })).toBe("slot_not_free");
      const { slug } = await addMeetingType(db, [sales.id]);
      await db.run("insert into public.absences (user_id, starts_at, ends_at, created_by) values ($1, $2, $3, $1)", [
        sales.id,
        dayAt(3, 0),
        dayAt(4, 0),
      ]);
      expect(await book(db, slug, { starts_at: dayAt(3, 23, 30) })).toBe("slot_not_free");
      const { rows } = await db.run<{ id: string }>(
        "insert into public.calendar_subscriptions (user_id, address) values ($1, 'https://calendar.example/a') returning id",
        [sales.id],
      );
      await db.run(
        "insert into private.calendar_busy (subscription_id, user_id, during) values ($1, $2, tstzrange($3, $4))",
        [rows[0]?.id, sales.id, dayAt(5, 0), dayAt(6, 0)],
      );
      expect(await book(db, slug, { starts_at: dayAt(5, 12) })).toBe("slot_not_free");
      expect(await book(db, slug, { starts_at: dayAt(6, 0) })).toMatch(/-/);
    });
  });

  test("is moved and cancelled with its key, once for each request, and the key stays", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const { slug } = await addMeetingType(db, [world.people["active sales"].id]);
      const key = await bookMeeting(db, slug, { starts_at: dayAt(3) });
      const other = await bookMeeting(db, slug, { starts_at: dayAt(3, 15) });
      // Half an hour later overlaps its own old time, which is free for itself.
      expect(await codeOf(db, MOVE, [key, dayAt(3, 12, 30)])).toBe("true");
      expect(await codeOf(db, MOVE, [key, dayAt(3, 12, 30)])).toBe("false");
      expect(await codeOf(db, MOVE, [key, dayAt(3, 15)])).toBe("slot_taken");
      expect(await codeOf(db, MOVE, [key, dayAt(3, 12, 10)])).toBe("slot_not_free");
      expect(await codeOf(db, MOVE, [key, dayAt(-1)])).toBe("slot_passed");
      expect(await codeOf(db, MOVE, [randomUUID(), dayAt(3)])).toBe("booking_not_found");
      expect(await readBooking(db, key)).toMatchObject({ sequence: 1, events: ["booked", "rescheduled"] });
      expect(await book(db, slug, { starts_at: dayAt(3) })).toMatch(/-/);
      expect(await codeOf(db, CANCEL, [other])).toBe("true");
      expect(await codeOf(db, CANCEL, [other])).toBe("false");
      expect(await codeOf(db, MOVE, [other, dayAt(4)])).toBe("booking_cancelled");
      expect(await readBooking(db, other)).toMatchObject({ state: "cancelled", sequence: 1, taken: [false] });
      expect(await book(db, slug, { starts_at: dayAt(3, 15) })).toMatch(/-/);
    });
  });

  test("that began can't be moved or cancelled by its visitor, and one of a deleted type can only be cancelled", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const { slug, id } = await addMeetingType(db, [world.people["active sales"].id]);
      const past = await bookMeeting(db, slug, { starts_at: dayAt(3) });
      await db.run(
        "update public.bookings set starts_at = now() - interval '1 minute', ends_at = now() + interval '1 hour' where manage_key = $1",
        [past],
      );
      expect(await codeOf(db, MOVE, [past, dayAt(4)])).toBe("booking_over");
      expect(await codeOf(db, CANCEL, [past])).toBe("booking_over");
      const key = await bookMeeting(db, slug, { starts_at: dayAt(5) });
      await db.run("delete from public.meeting_types where id = $1", [id]);
      expect(await codeOf(db, MOVE, [key, dayAt(6)])).toBe("slot_not_free");
      expect(await codeOf(db, CANCEL, [key])).toBe("true");
    });
  });

  test("can be moved by the team outside of its hours, but not onto another call", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const { slug } = await addMeetingType(db, [sales.id]);
      const key = await bookMeeting(db, slug, { starts_at: dayAt(3) });
      await bookMeeting(db, slug, { starts_at: dayAt(3, 15) });
      await db.run("update public.rotas set hours = '{}' where user_id = $1", [sales.id]);
      const { id } = (await readBooking(db, key)) ?? {};
      const move = "select private.move_booking($1, $2, $3) as answer";
      await db.run("grant usage on schema private to service_role");
      await db.run("grant execute on function private.move_booking(uuid, timestamptz, uuid, bigint) to service_role");
      expect(await codeOf(db, move, [id, dayAt(3, 15, 10), sales.id])).toBe("slot_taken");
      expect(await codeOf(db, move, [id, dayAt(-3), sales.id])).toBe("slot_passed");
      expect(await codeOf(db, move, [id, dayAt(3, 22, 7), sales.id])).toBe("true");
      expect(Date.parse((await readBooking(db, key))?.starts_at ?? "")).toBe(dayAt(3, 22, 7).getTime());
    });
  });

  test("ends when its visitor is erased, without emails, and its key is worthless", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const { slug } = await addMeetingType(db, [sales.id]);
      const key = await bookMeeting(db, slug, { starts_at: dayAt(3), email: "erased@booked.example" });
      await db.run("delete from private.outbox");
      await db.run(
        "update public.bookings set name = 'Erased person', email = '', phone = null, answers = '{}' where manage_key = $1",
        [key],
      );
      expect(await readBooking(db, key)).toMatchObject({ state: "cancelled", taken: [false] });
      expect(await codeOf(db, CANCEL, [key])).toBe("booking_not_found");
      expect((await db.run("select from private.outbox")).count).toBe(0);
      expect(await book(db, slug, { starts_at: dayAt(3) })).toMatch(/-/);
    });
  });
});
