import { testRights } from "../../support/database-matrix.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const TYPE = "'d1d1d1d1-0000-4000-8000-000000000001'";
const CALL = "'d1d1d1d1-0000-4000-8000-000000000002'";
const FUTURE_CALL = "'d1d1d1d1-0000-4000-8000-000000000003'";
const LEAD = "'d1d1d1d1-0000-4000-8000-000000000004'";

/**
 * A meeting type of the agency with every sales person as host, a call that has ended and one ahead, and calendars. One sales person holds
 * the calls, and owns their lead therefore, so that the other one sees nothing of them.
 */
async function addCalls(db: TestDatabase): Promise<void> {
  await db.run(
    `insert into public.meeting_types (id, account_id, slug, name) values (${TYPE}, private.agency_account(), 'rights', 'Rights call')`,
  );
  await db.run(`insert into public.meeting_hosts (meeting_type_id, user_id, account_id)
    select ${TYPE}, held.user_id, private.agency_account() from public.user_roles as held where held.role = 'sales' and held.status = 'active'`);
  await db.run(`with lead as (
      insert into public.leads (id, account_id, email) values (${LEAD}, private.agency_account(), 'rights@visitor.example') returning id
    )
    insert into public.bookings (id, account_id, meeting_type_id, lead_id, starts_at, ends_at, name, email, time_zone, title, location, submission_id)
    select at.id::uuid, private.agency_account(), ${TYPE}, lead.id, now() + at.begins, now() + at.begins + interval '30 minutes', 'Ann', 'rights@visitor.example',
      'UTC', 'Rights call', 'video', gen_random_uuid()
    from lead, (values (${CALL}, interval '-2 hours'), (${FUTURE_CALL}, interval '30 hours')) as at (id, begins)`);
  await db.run(`insert into public.booking_hosts (booking_id, user_id, account_id, during)
    select booking.id, (select person.id from auth.users as person where person.email like 'other-active-sales-%'),
      booking.account_id, tstzrange(booking.starts_at, booking.ends_at) from public.bookings as booking where booking.title = 'Rights call'`);
  await db.run(
    "insert into public.booking_events (booking_id, account_id, event) select id, account_id, 'booked' from public.bookings where title = 'Rights call'",
  );
  await db.run(
    "insert into public.calendar_subscriptions (user_id, address) select distinct user_id, 'https://calendar.example.com/' || user_id from public.user_roles",
  );
}

const COLUMNS =
  "| anon | no role | new client | owner | other client | pending sales | active sales | other active sales | inactive | admin";
const refused = "| refused | refused | refused | refused | refused | refused | refused | refused | refused | refused";

testRights(
  "booked calls",
  {
    "read types": "select id from public.meeting_types",
    "read hosts": "select user_id from public.meeting_hosts",
    "read calls": "select id from public.bookings",
    "read who holds them": "select booking_id from public.booking_hosts",
    "read what happened": "select id from public.booking_events",
    "read calendars": "select id from public.calendar_subscriptions",
    "read the key of a visitor": "select manage_key from public.bookings",
    "write a type": `insert into public.meeting_types (slug, name) values ('mine', 'Mine')`,
    "change a type": "update public.meeting_types set is_active = false",
    "write a host": `insert into public.meeting_hosts (meeting_type_id, user_id, account_id) values (${TYPE}, {self}, private.agency_account())`,
    "change a call": "update public.bookings set state = 'held'",
    "delete a call": "delete from public.bookings",
    "free a host": "update public.booking_hosts set is_taken = false",
    "write history": `insert into public.booking_events (booking_id, account_id, event) values (${CALL}, private.agency_account(), 'held')`,
    "write a calendar":
      "insert into public.calendar_subscriptions (user_id, address) values ({self}, 'https://x.example/')",
  },
  `
    ${COLUMNS}
    read types | refused | 0 | 0 | 0 | 0 | 0 | 1 | 1 | 0 | 1
    read hosts | refused | 0 | 0 | 0 | 0 | 0 | 2 | 2 | 0 | 2
    read calls | refused | 0 | 0 | 0 | 0 | 0 | 0 | 2 | 0 | 2
    read who holds them | refused | 0 | 0 | 0 | 0 | 0 | 0 | 2 | 0 | 2
    read what happened | refused | 0 | 0 | 0 | 0 | 0 | 0 | 2 | 0 | 2
    read calendars | refused | 0 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1
    read the key of a visitor ${refused}
    write a type ${refused}
    change a type ${refused}
    write a host ${refused}
    change a call ${refused}
    delete a call ${refused}
    free a host ${refused}
    write history ${refused}
    write a calendar ${refused}
  `,
  addCalls,
);

const MINE = JSON.stringify({
  slug: "mine",
  name: "Mine",
  description: "",
  minutes: 30,
  buffer_before: 0,
  buffer_after: 0,
  step_minutes: 30,
  notice_minutes: 60,
  horizon_days: 30,
  daily_limit: null,
  location: "phone",
  location_details: "",
  questions: [],
  assignment: "pool",
  reminders: [60],
  is_active: true,
});
const UNKNOWN = "'d1d1d1d1-0000-4000-8000-00000000000f'";
const notTheirs =
  "| refused | refused | refused | refused | refused | refused | PT404: Call not found | 1 | refused | 1";
const leadNotTheirs =
  "| refused | refused | refused | refused | refused | refused | PT404: This lead was assigned to someone else or removed | 1 | refused | 1";
// A visitor booked it.
const nobodys =
  "| refused | refused | refused | refused | refused | refused | PT404: Only the person who booked this call can undo it | PT404: Only the person who booked this call can undo it | refused | PT404: Only the person who booked this call can undo it";
// No one moved or canceled it.
const unchanged =
  "| refused | refused | refused | refused | refused | refused | PT404: Call not found | PT404: Only the person who changed this call can undo it | refused | PT404: Only the person who changed this call can undo it";
// No one handed it over.
const notHandedOver =
  "| refused | refused | refused | refused | refused | refused | PT404: Only the person who handed over this call can undo it | PT404: Only the person who handed over this call can undo it | refused | PT404: Only the person who handed over this call can undo it";
const team = "| refused | refused | refused | refused | refused | refused | 1 | 1 | refused | 1";

testRights(
  "procedures of booked calls",
  {
    "list calls": "select public.list_calls(now() - interval '7 days', now() + interval '7 days')",
    "list types": "select public.list_meeting_types()",
    "save a type": `select public.save_meeting_type(${UNKNOWN}, '${MINE}', array(select user_id from public.meeting_hosts limit 1))`,
    "delete a type": `select public.delete_meeting_type(${TYPE})`,
    "note an outcome": `select public.set_booking_outcome(${CALL}, 'held')`,
    "move a call": `select public.move_call(${FUTURE_CALL}, now() + interval '50 hours')`,
    "read times for a move": `select public.move_times(${FUTURE_CALL})`,
    "cancel a call": `select public.cancel_call(${FUTURE_CALL})`,
    "read takers": `select public.call_takers(${FUTURE_CALL})`,
    "hand over a call": `select public.hand_over_call(${FUTURE_CALL},
      (select user_id from public.booking_hosts where booking_id = ${FUTURE_CALL}),
      (select host.user_id from public.meeting_hosts as host where host.user_id <> (
        select held.user_id from public.booking_hosts as held where held.booking_id = ${FUTURE_CALL}) limit 1))`,
    "undo a hand-over": `select public.undo_hand_over(${FUTURE_CALL})`,
    "read times for a lead": `select public.call_times(${LEAD})`,
    // On a Wednesday.
    "book for a lead": `select public.book_call(${UNKNOWN}, ${LEAD}, ${TYPE}, date_trunc('week', now(), 'UTC') + interval '9 days 18 hours', null, '{"phone": "(503) 555-0148"}')`,
    "undo a booking": `select public.undo_book_call(${FUTURE_CALL})`,
    "undo a change": `select public.undo_call_change(${FUTURE_CALL})`,
    "preview a type": `select public.preview_meeting_type(${UNKNOWN}, '${MINE}', array(select user_id from public.meeting_hosts limit 1))`,
    "read figures": "select public.crm_calls(current_date - 30, current_date)",
    "add a calendar": "select public.add_calendar('https://calendar.example.com/new.ics')",
    "make a feed": "select public.create_calendar_feed()",
    "read a feed": "select public.read_calendar_feed('x')",
    "read a calendar's address": `select public.calendar_to_read(${UNKNOWN})`,
    "store busy times": `select public.store_calendar(${UNKNOWN}, '[]', now())`,
    "run a reminder": `select public.run_booking_event(${CALL}, 0, 'reminder', 15)`,
    "prepare an email": `select public.prepare_booking_mail(${UNKNOWN})`,
  },
  `
    ${COLUMNS}
    list calls ${team}
    list types ${team}
    save a type | refused | refused | refused | refused | refused | refused | refused | refused | refused | 1
    delete a type | refused | refused | refused | refused | refused | refused | refused | refused | refused | 1
    note an outcome ${notTheirs}
    move a call ${notTheirs}
    read times for a move ${notTheirs}
    cancel a call ${notTheirs}
    read takers ${notTheirs}
    hand over a call ${notTheirs}
    undo a hand-over ${notHandedOver}
    read times for a lead ${leadNotTheirs}
    book for a lead ${leadNotTheirs}
    undo a booking ${nobodys}
    undo a change ${unchanged}
    preview a type | refused | refused | refused | refused | refused | refused | refused | refused | refused | 1
    read figures ${team}
    add a calendar | refused | refused | 1 | 1 | 1 | refused | 1 | 1 | refused | 1
    make a feed | refused | refused | 1 | 1 | 1 | refused | 1 | 1 | refused | 1
    read a feed ${refused}
    read a calendar's address ${refused}
    store busy times ${refused}
    run a reminder ${refused}
    prepare an email ${refused}
  `,
  addCalls,
);
