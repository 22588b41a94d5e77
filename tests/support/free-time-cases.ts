import fc from "fast-check";
import type { Session } from "./database-session.ts";
import type { Call, FreeTimeCase, Pair, Range } from "./free-time-case.ts";
import { offsetAt } from "./free-times.ts";
import { ZONES } from "./working-calendars.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const zones = fc.constantFrom(...ZONES);
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
/** Whole days, nights of clock changes, office hours, and any minute. */
const pairs: fc.Arbitrary<Pair> = fc
  .tuple(
    fc.oneof(fc.constantFrom(0, 0, 60, 90, 120, 150, 540), fc.nat(1439)),
    fc.oneof(fc.constantFrom(1440, 1440, 150, 180, 185, 240, 1020), fc.nat(1440)),
  )
  .filter(([from, to]) => from < to)
  .map(([from, to]) => [clock(from), clock(to)] as const);
/** Most weeks have hours on every day. */
const week = <Value>(value: fc.Arbitrary<Value>) => {
  const days = Object.fromEntries(DAYS.map((day) => [day, value]));
  const weeks = fc.oneof({ weight: 3, arbitrary: fc.record(days) }, fc.record(days, { requiredKeys: [] }));
  return weeks as fc.Arbitrary<Partial<Record<string, Value>>>;
};

/** Moments at which clocks change in one of the zones from 2026 to 2029, and others. */
const CHANGES: number[] = ZONES.flatMap((zone) => {
  const found: number[] = [];
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2029, 0, 1); at += DAY)
    if (offsetAt(zone, at) !== offsetAt(zone, at + DAY)) found.push(at);
  return found;
});
const anchors = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...CHANGES) },
  { weight: 1, arbitrary: fc.nat(1000).map((day) => Date.UTC(2026, 0, 1) + day * DAY) },
);

const STEPS = [5, 10, 15, 20, 30, 60] as const;
/** Every day or some, the whole day or a part of it. */
const bookableDays = fc.oneof(
  { weight: 3, arbitrary: fc.constant<string[]>([...DAYS]) },
  { weight: 1, arbitrary: fc.subarray<string>([...DAYS], { minLength: 1 }) },
);
const types = fc.record({
  minutes: fc.oneof(fc.constantFrom(15, 30, 60, 45), fc.integer({ min: 5, max: 240 })),
  before: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 120 })),
  after: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 120 })),
  step: fc.constantFrom(...STEPS),
  notice: fc.constantFrom(0, 60, 1440, 37),
  horizon: fc.constantFrom(2, 5, 30, 365),
  dailyLimit: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(1, 2) }),
  assignment: fc.constantFrom("pool" as const, "together" as const),
  days: bookableDays,
  between: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: pairs }),
});
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
/** The database refuses hours in which no call fits. */
const fits = ({ minutes, between }: FreeTimeCase["type"]) =>
  between === null || minutesOf(between[1]) - minutesOf(between[0]) >= minutes;

function rangesNear(anchor: number): fc.Arbitrary<Range> {
  const any = fc
    .tuple(fc.integer({ min: -2000, max: 6000 }), fc.constantFrom(10, 30, 60, 95, 600))
    .map(([from, length]) => [anchor + from * MINUTE, anchor + (from + length) * MINUTE] as const);
  const wholeDays = fc
    .tuple(zones, fc.integer({ min: -1, max: 4 }), fc.integer({ min: 1, max: 2 }))
    .map(([zone, day, days]) => {
      const midnight = (at: number) => at - offsetAt(zone, at);
      return [midnight(anchor + day * DAY), midnight(anchor + (day + days) * DAY)] as const;
    });
  return fc.oneof(any, wholeDays);
}

export const freeTimeCases: fc.Arbitrary<FreeTimeCase> = anchors.chain((anchor) => {
  const hosts = fc.array(
    fc.record({
      rota: fc.option(
        fc.record({
          zone: zones,
          hours: week(fc.array(pairs, { minLength: 1, maxLength: 2 })),
          weight: fc.constantFrom(1, 2, 0),
        }),
        { freq: 4 },
      ),
      absences: fc.array(rangesNear(anchor), { maxLength: 1 }),
      busy: fc.array(rangesNear(anchor), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  );
  return fc
    .record({
      zone: zones,
      hours: week(pairs),
      holidays: fc.array(
        fc.integer({ min: -1, max: 4 }).map((day) => new Date(anchor + day * DAY).toISOString().slice(0, 10)),
        { maxLength: 1 },
      ),
      type: types.map((type) => (fits(type) ? type : { ...type, between: null })),
      hosts,
      calls: fc.array(
        fc.record({
          host: fc.nat(2),
          at: fc.integer({ min: -200, max: 900 }).map((part) => anchor + part * 5 * MINUTE),
          minutes: fc.constantFrom(15, 30, 60),
          before: fc.constantFrom(0, 0, 15),
          after: fc.constantFrom(0, 0, 20),
          isTaken: fc.boolean(),
          isSameType: fc.boolean(),
        }),
        { maxLength: 4 },
      ),
      isMoved: fc.constantFrom(false, false, true),
      from: fc.integer({ min: -1500, max: 1500 }).map((part) => anchor + part * MINUTE),
      length: fc.constantFrom(360, 1440, 2881),
      until: fc.constantFrom(0, 60, 3000),
    })
    .map(({ calls: wanted, isMoved, length, until, ...rest }) => {
      const calls: Call[] = [];
      for (const call of wanted) {
        const begins = ({ at, before }: Call) => at - before * MINUTE;
        const ends = ({ at, minutes, after }: Call) => at + (minutes + after) * MINUTE;
        const clashes = calls.some(
          (other) => other.host === call.host && begins(other) < ends(call) && begins(call) < ends(other),
        );
        if (call.host < rest.hosts.length && !clashes) calls.push(call);
      }
      const moved = isMoved ? calls.findIndex(({ isTaken, isSameType }) => isTaken && isSameType) : -1;
      return {
        ...rest,
        calls,
        moved: moved < 0 ? null : moved,
        now: rest.from - until * MINUTE,
        to: rest.from + length * MINUTE,
      };
    });
});

/** A function of this session that replaces all rows of the case before and asks private.free_times. */
const FREE_CASE = `create function pg_temp.free_case(p_people uuid[], p jsonb) returns text[] language plpgsql as $$
declare
  kind constant uuid := '00000000-0000-4000-8000-00000000f4ee';
  agency constant uuid := private.agency_account();
  call jsonb;
  place integer := 0;
  moved uuid;
  booking uuid;
begin
  delete from public.booking_hosts; delete from public.bookings; delete from public.absences; delete from public.rotas;
  delete from private.calendar_busy; delete from public.meeting_hosts; delete from public.meeting_types;
  update public.accounts set time_zone = p ->> 'zone', working_hours = p -> 'hours',
    holidays = array(select day::date from jsonb_array_elements_text(p -> 'holidays') as day) where id = agency;
  insert into public.meeting_types (id, account_id, slug, name, minutes, buffer_before, buffer_after, step_minutes, notice_minutes, horizon_days, daily_limit, assignment,
    bookable_days, bookable_from, bookable_until)
  select kind, agency, 'free', 'Free', minutes, before, after, step, notice, horizon, "dailyLimit", assignment::public.meeting_assignment,
    days, (between ->> 0)::time, (between ->> 1)::time
  from jsonb_to_record(p -> 'type') as t (minutes integer, before integer, after integer, step integer, notice integer, horizon integer, "dailyLimit" integer, assignment text, days text[], between jsonb);
  insert into public.meeting_hosts (meeting_type_id, user_id, account_id)
  select kind, p_people[at], agency from generate_series(1, jsonb_array_length(p -> 'hosts')) as at;
  insert into public.rotas (account_id, user_id, time_zone, hours, weight)
  select agency, p_people[at], host -> 'rota' ->> 'zone', host -> 'rota' -> 'hours', (host -> 'rota' ->> 'weight')::integer
  from jsonb_array_elements(p -> 'hosts') with ordinality as each (host, at) where host ->> 'rota' is not null;
  insert into public.absences (user_id, starts_at, ends_at)
  select p_people[at], to_timestamp((away ->> 0)::numeric / 1000), to_timestamp((away ->> 1)::numeric / 1000)
  from jsonb_array_elements(p -> 'hosts') with ordinality as each (host, at), jsonb_array_elements(host -> 'absences') as away;
  insert into private.calendar_busy (subscription_id, user_id, during)
  select p_people[at], p_people[at], tstzrange(to_timestamp((busy ->> 0)::numeric / 1000), to_timestamp((busy ->> 1)::numeric / 1000))
  from jsonb_array_elements(p -> 'hosts') with ordinality as each (host, at), jsonb_array_elements(host -> 'busy') as busy on conflict do nothing;
  for call in select value from jsonb_array_elements(p -> 'calls') loop
    booking := gen_random_uuid();
    if place = (p ->> 'moved')::integer then moved := booking; end if;
    place := place + 1;
    insert into public.bookings (id, account_id, meeting_type_id, lead_id, state, starts_at, ends_at, name, email, time_zone, title, location, submission_id)
    values (booking, agency, case when (call ->> 'isSameType')::boolean then kind end, booking,
      case when (call ->> 'isTaken')::boolean then 'booked' else 'cancelled' end::public.booking_state,
      to_timestamp((call ->> 'at')::numeric / 1000), to_timestamp((call ->> 'at')::numeric / 1000) + make_interval(mins => (call ->> 'minutes')::integer),
      'A', 'a@example.com', 'UTC', 'A', 'video', booking);
    insert into public.booking_hosts (booking_id, user_id, account_id, during, is_taken)
    select held.id, p_people[(call ->> 'host')::integer + 1], agency,
      tstzrange(held.starts_at - make_interval(mins => (call ->> 'before')::integer), held.ends_at + make_interval(mins => (call ->> 'after')::integer)),
      (call ->> 'isTaken')::boolean
    from public.bookings as held where held.id = booking;
  end loop;
  return array(
    select extract(epoch from starts_at)::bigint || ' ' || (select string_agg((array_position(p_people, host) - 1)::text, ' ' order by array_position(p_people, host)) from unnest(hosts) as host)
    from private.free_times(kind, to_timestamp((p ->> 'from')::numeric / 1000), to_timestamp((p ->> 'to')::numeric / 1000), to_timestamp((p ->> 'now')::numeric / 1000), moved)
  );
end $$`;

/**
 * Prepares a session for cases: they run without triggers, because only the answer matters, and must be rolled back. The
 * people must be on the agency's team. Returns what asks the database.
 */
export async function openFreeTimes(
  db: Session,
  people: string[],
): Promise<(given: FreeTimeCase) => Promise<string[]>> {
  await db.run("set local session_replication_role = replica");
  await db.run(FREE_CASE);
  return async (given) => {
    const { rows } = await db.run<{ times: string[] }>("select pg_temp.free_case($1, $2::text::jsonb) as times", [
      people,
      JSON.stringify(given),
    ]);
    return rows[0]?.times ?? [];
  };
}
