import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { addEvent, addMeetingType, book, bookingJobs, cancel, moveTo, openTasks } from "../../support/booked-calls.ts";
import { outcomeAs, refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { ALWAYS, ledgerWords, logActivity, readMails, setHours, startClock } from "../../support/lead-clocks.ts";
import { addLeadRow } from "../../support/lead-rows.ts";

onEveryDatabase("A booked call", (given) => {
  let unowned = "";
  let ofSales = "";
  beforeAll(async () => {
    const { rows } = await given().db.run<{ id: string; first_name: string }>(
      "select id, first_name from public.leads",
    );
    const named = (name: string) => rows.find(({ first_name }) => first_name === `Lead of ${name}`)?.id ?? "";
    unowned = named("nobody");
    ofSales = named("sales");
  });
  const always = (work: (db: TestDatabase, host: string) => Promise<void>) => async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await setHours(db, ALWAYS);
      await work(db, world.people["active sales"].id ?? "");
    });
  };
  const leadOf = async (db: TestDatabase, id: string) =>
    (
      await db.run<{
        stage: string;
        user_id: string | null;
        clock_due_at: string | null;
        response_seconds: number | null;
      }>("select stage, user_id, clock_due_at, response_seconds from public.leads where id = $1", [id])
    ).rows[0];
  const history = async (db: TestDatabase, lead: string) =>
    (
      await db.run<{ event: string }>(
        "select payload ->> 'event' as event from public.lead_activities where lead_id = $1 and kind = 'booking' order by payload ->> 'event'",
        [lead],
      )
    ).rows.map(({ event }) => event);
  const runJob = async (db: TestDatabase, id: string, event: string, minutes: number | null = null, sequence = 0) =>
    (
      await runAs<{ did: boolean }>(db, "service", "select public.run_booking_event($1, $2, $3, $4) as did", [
        id,
        sequence,
        event,
        minutes,
      ])
    ).did;
  const outcome = async (db: TestDatabase, id: string, what: string, who = given().world.people["active sales"]) =>
    (
      await runAs<{ answer: { state: string; again: boolean; was_told: boolean } }>(
        db,
        who,
        "select public.set_booking_outcome($1, $2) as answer",
        [id, what],
      )
    ).answer;

  test(
    "ends the clock as booked, moves the lead on, gives it to the host and plans the call",
    always(async (db, host) => {
      await startClock(db, unowned, 30);
      await book(db, { lead: unowned, hosts: [host], in: 2000 });
      expect(await leadOf(db, unowned)).toMatchObject({
        stage: "call_booked",
        user_id: host,
        clock_due_at: null,
        response_seconds: null,
      });
      expect(await ledgerWords(db, unowned)).toEqual(["started", "booked"]);
      expect(await openTasks(db, unowned)).toEqual(["call: Strategy call in 2000"]);
      expect(await history(db, unowned)).toEqual(["booked"]);
      const stats = await runAs(db, given().world.people.admin, "select * from public.response_stats_today()");
      expect(stats).toMatchObject({ leads: 0, answered: 0, booked: 1, median_seconds: null, within: null });
    }),
  );

  test(
    "sends no warning about a clock that it ended, and later work answers nothing",
    always(async (db, host) => {
      const clock = await startClock(db, unowned, 299);
      await book(db, { lead: unowned, hosts: [host], in: 2000 });
      for (const event of ["warned", "breached", "escalated"])
        expect(await runAs(db, "service", "select public.run_clock_event($1, $2) as did", [clock, event])).toEqual({
          did: false,
        });
      await logActivity(db, given().world.people["active sales"], unowned, "call");
      expect(await leadOf(db, unowned)).toMatchObject({ response_seconds: null });
      expect((await readMails(db)).filter((line) => line.startsWith("lead-clock"))).toEqual([]);
    }),
  );

  test(
    "that a colleague books leaves the clock, because it is no answer of the lead",
    always(async (db, host) => {
      await startClock(db, unowned, 30);
      await book(db, { lead: unowned, hosts: [host], in: 2000, actor: host });
      expect(await ledgerWords(db, unowned)).toEqual(["started"]);
    }),
  );

  test.each([
    ["new", "call_booked"],
    ["qualified", "call_booked"],
    ["call_booked", "call_booked"],
    ["proposal", "proposal"],
    ["won", "won"],
    ["lost", "lost"],
  ])("moves a lead from %s to %s, only forward", (from, to) =>
    always(async (db, host) => {
      await db.run(
        `update public.leads set stage = $2, lost_reason_id = case when $2 = 'lost' then (select id from public.lost_reasons limit 1) end where id = $1`,
        [ofSales, from],
      );
      await book(db, { lead: ofSales, hosts: [host], in: 2000 });
      expect(await leadOf(db, ofSales)).toMatchObject({ stage: to });
    })(),
  );

  test(
    "leaves a lead with its owner, and takes it from one who has left",
    always(async (db) => {
      const { "other active sales": other, inactive } = given().world.people;
      await book(db, { lead: ofSales, hosts: [other.id], in: 2000 });
      expect(await leadOf(db, ofSales)).toMatchObject({ user_id: given().world.people["active sales"].id });
      await db.run("update public.leads set user_id = $2 where id = $1", [unowned, inactive.id]);
      await book(db, { lead: unowned, hosts: [other.id], in: 3000 });
      expect(await leadOf(db, unowned)).toMatchObject({ user_id: other.id });
    }),
  );

  test(
    "moves its task and its jobs with it",
    always(async (db, host) => {
      const type = await addMeetingType(db, "moved", [host]);
      const id = await book(db, { lead: ofSales, hosts: [host], in: 2000, location: "video", type });
      expect(await openTasks(db, ofSales)).toEqual(["meeting: Strategy call in 2000"]);
      expect(await bookingJobs(db, id)).toEqual([
        "0 reminder 1440 in 560",
        "0 reminder 60 in 1940",
        "0 reminder 15 in 1985",
        "0 outcome in 2040",
      ]);
      // Within the last day there is no reminder a day ahead.
      await moveTo(db, id, 1000);
      expect(await openTasks(db, ofSales)).toEqual(["meeting: Strategy call in 1000"]);
      expect((await bookingJobs(db, id)).filter((line) => line.startsWith("1 "))).toEqual([
        "1 reminder 60 in 940",
        "1 reminder 15 in 985",
        "1 outcome in 1040",
      ]);
      expect(await history(db, ofSales)).toEqual(["booked", "rescheduled"]);
    }),
  );

  test(
    "that is canceled asks to offer a new time, and its jobs do nothing",
    always(async (db, host) => {
      const id = await book(db, { lead: ofSales, hosts: [host], in: 60 });
      await cancel(db, id);
      expect(await openTasks(db, ofSales)).toEqual(["call: Offer a new time in 60"]);
      await db.run("update public.bookings set starts_at = now() + interval '59 minutes' where id = $1", [id]);
      expect(await runJob(db, id, "reminder", 60, 0)).toBe(false);
      expect(await runJob(db, id, "reminder", 60, 1)).toBe(false);
      expect(await runJob(db, id, "outcome", null, 0)).toBe(false);
      expect((await readMails(db)).filter((line) => line.startsWith("booking-reminder"))).toEqual([]);
    }),
  );

  test(
    "finishes the calls and texts that it replaces, its history says so, and only its undo opens them again",
    always(async (db, host) => {
      const plan = (kind: string, title: string, minutes: number) =>
        db.run(
          `insert into public.lead_tasks (lead_id, kind, title, due_at) values ($1, $2, $3, now() + make_interval(mins => $4::int))`,
          [ofSales, kind, title, minutes],
        );
      await plan("sms", "Ask for a good time to talk", 60);
      await plan("email", "Send the proposal", 60);
      await plan("call", "Talk about next year", 9000);
      const kept = ["email: Send the proposal in 60", "call: Talk about next year in 9000"];
      const open = async () =>
        (
          await db.run<{ line: string }>(
            `select format('%s: %s in %s', kind, title, round(extract(epoch from due_at - now()) / 60)) as line
             from public.lead_tasks where lead_id = $1 and done_at is null`,
            [ofSales],
          )
        ).rows
          .map(({ line }) => line)
          .toSorted();
      const undone = await book(db, { lead: ofSales, hosts: [host], in: 1000, actor: host });
      expect(await open()).toEqual([...kept, "call: Strategy call in 1000"].toSorted());
      const finished = async (booking: string) =>
        (
          await db.run<{ titles: string }>(
            `select jsonb_path_query_array(payload, '$.finished[*].title')::text as titles from public.lead_activities
             where payload ->> 'booking_id' = $1 and payload ->> 'event' = 'booked'`,
            [booking],
          )
        ).rows[0]?.titles;
      expect(await finished(undone)).toBe('["Ask for a good time to talk"]');
      await db.run("update public.bookings set state = 'cancelled' where id = $1", [undone]);
      await addEvent(db, undone, "cancelled", { undone: true }, host);
      expect(await open()).toEqual([...kept, "sms: Ask for a good time to talk in 60"].toSorted());
      // The lead cancels and books again: the new call is the new time.
      const canceled = await book(db, { lead: ofSales, hosts: [host], in: 2000 });
      await cancel(db, canceled);
      expect(await open()).toEqual([...kept, "call: Offer a new time in 60"].toSorted());
      const again = await book(db, { lead: ofSales, hosts: [host], in: 3000 });
      expect(await open()).toEqual([...kept, "call: Strategy call in 3000"].toSorted());
      expect(await finished(again)).toBe('["Offer a new time"]');
    }),
  );

  test(
    "reminds once, not for an old time, not too early, and not once it has begun",
    always(async (db, host) => {
      const id = await book(db, { lead: ofSales, hosts: [host], in: 60 });
      const reminders = async () => (await readMails(db)).filter((line) => line.startsWith("booking-reminder"));
      expect(await runJob(db, id, "reminder", 15)).toBe(false);
      expect(await runJob(db, id, "reminder", 60)).toBe(true);
      await runJob(db, id, "reminder", 60);
      expect(await reminders()).toEqual(["booking-reminder → ann@visitor.example"]);
      await moveTo(db, id, 55);
      expect(await runJob(db, id, "reminder", 60, 0)).toBe(false);
      expect(await runJob(db, id, "reminder", 60, 1)).toBe(true);
      expect(await reminders()).toHaveLength(2);
      await moveTo(db, id, -1);
      expect(await runJob(db, id, "reminder", 15, 2)).toBe(false);
      expect(await reminders()).toHaveLength(2);
    }),
  );

  test(
    "drops a queued reminder after a change, right before it is sent",
    always(async (db, host) => {
      const id = await book(db, { lead: ofSales, hosts: [host], in: 60 });
      await runJob(db, id, "reminder", 60);
      const prepare = async () =>
        (
          await db.run<{ data: Record<string, string> | null }>(
            "select public.prepare_booking_mail(id) as data from private.outbox where payload ->> 'template' = 'booking-reminder'",
          )
        ).rows[0]?.data;
      expect(await prepare()).toMatchObject({ title: "Strategy call", minutes: "60", timeZone: "Pacific/Auckland" });
      await moveTo(db, id, 500);
      expect(await prepare()).toBeNull();
    }),
  );

  test(
    "in person has the hours of its place for everyone, and other calls each reader's own",
    always(async (db, host) => {
      await db.run(
        `insert into public.rotas (account_id, user_id, time_zone, hours) select id, $1, 'Asia/Tokyo', working_hours from public.accounts where kind = 'agency'
         on conflict (account_id, user_id) do update set time_zone = 'Asia/Tokyo'`,
        [host],
      );
      await db.run("update public.agency_settings set time_zone = 'America/Chicago'");
      for (const [location, visitors, hosts] of [
        ["place", "America/Chicago", "America/Chicago"],
        ["video", "Pacific/Auckland", "Asia/Tokyo"],
      ] as const) {
        const id = await book(db, { lead: ofSales, hosts: [host], in: 90, location });
        await db.run("select private.send_booking_mails($1, 'booked')", [id]);
        await runJob(db, id, "reminder", 60);
        const { rows } = await db.run<{ zones: string[] }>(
          `select array_agg(payload -> 'data' ->> 'timeZone' order by payload ->> 'template') as zones
           from private.outbox where payload -> 'data' ->> 'bookingId' = $1 and kind = 'mail'`,
          [id],
        );
        expect(rows[0]?.zones, location).toEqual([visitors, hosts]);
        const { rows: shown } = await db.run<{ page: string; team: string }>(
          `select public.managed_booking(manage_key) -> 'booking' ->> 'timeZone' as page, private.call_json(booking) ->> 'time_zone' as team
           from public.bookings as booking where id = $1`,
          [id],
        );
        expect(shown, location).toEqual([{ page: visitors, team: visitors }]);
        await cancel(db, id);
      }
    }),
  );

  test(
    "asks for its outcome, and held moves the lead on until it is undone",
    always(async (db, host) => {
      const id = await book(db, { lead: ofSales, hosts: [host], in: -45 });
      expect(await runJob(db, id, "outcome")).toBe(true);
      expect(await openTasks(db, ofSales)).toEqual(["other: Did the Strategy call take place? in -5"]);
      const progress = async () =>
        (await db.run("select stage, stage_entered_at, reached from public.leads where id = $1", [ofSales])).rows[0];
      const before = await progress();
      expect(await outcome(db, id, "held")).toEqual({
        state: "held",
        again: false,
        was_told: false,
        stage: "proposal",
      });
      expect(await outcome(db, id, "held")).toEqual({ state: "held", again: true, was_told: false });
      expect(await leadOf(db, ofSales)).toMatchObject({ stage: "proposal" });
      expect(await openTasks(db, ofSales)).toEqual([]);
      expect(
        await refusal(db, given().world.people["active sales"], "select public.set_booking_outcome($1, 'no_show')", [
          id,
        ]),
      ).toMatchObject({
        code: "PT409",
      });
      expect(await outcome(db, id, "reopened")).toEqual({ state: "booked", again: false, was_told: false });
      expect(await progress()).toEqual(before);
      expect(await leadOf(db, ofSales)).toMatchObject({ stage: "call_booked" });
      expect(await openTasks(db, ofSales)).toEqual(["other: Did the Strategy call take place? in -5"]);
      expect(await history(db, ofSales)).toEqual(["booked", "held", "reopened"]);
    }),
  );

  test(
    "with a wrong outcome gets another one in one step, unless it has another one by now",
    always(async (db, host) => {
      const { "active sales": sales } = given().world.people;
      const id = await book(db, { lead: ofSales, hosts: [host], in: -45 });
      const replace = (what: string, seen: string) =>
        runAs<{ state: string }>(db, sales, "select public.set_booking_outcome($1, $2, $3) ->> 'state' as state", [
          id,
          what,
          seen,
        ]);
      const statement = "select public.set_booking_outcome($1, $2, $3)";
      await outcome(db, id, "held");
      expect(await leadOf(db, ofSales)).toMatchObject({ stage: "proposal" });
      for (const seen of ["no_show", "booked", "cancelled", "HELD", ""])
        expect(await refusal(db, sales, statement, [id, "no_show", seen]), seen).toMatchObject({ code: "PT409" });
      expect(await leadOf(db, ofSales)).toMatchObject({ stage: "proposal" });
      expect(await replace("no_show", "held")).toEqual({ state: "no_show" });
      expect(await leadOf(db, ofSales)).toMatchObject({ stage: "call_booked" });
      expect(await openTasks(db, ofSales)).toEqual(["call: Offer a new time in 1440"]);
      // Sent twice, nothing more happens.
      expect(await replace("no_show", "held")).toEqual({ state: "no_show" });
      expect(await replace("rescheduled", "no_show")).toEqual({ state: "cancelled" });
      expect(await replace("held", "cancelled")).toEqual({ state: "held" });
      expect(await leadOf(db, ofSales)).toMatchObject({ stage: "proposal" });
      // The visitor's own cancellation is no wrong outcome.
      const ahead = await book(db, { lead: ofSales, hosts: [host], in: 60 });
      await cancel(db, ahead);
      expect(await refusal(db, sales, statement, [ahead, "held", "cancelled"])).toMatchObject({ code: "PT409" });
    }),
  );

  test(
    "undone keeps the stage that a person chose in the meantime",
    always(async (db, host) => {
      const id = await book(db, { lead: ofSales, hosts: [host], in: -45 });
      await outcome(db, id, "held");
      await db.run("update public.leads set stage = 'won' where id = $1", [ofSales]);
      await outcome(db, id, "reopened");
      expect(await leadOf(db, ofSales)).toMatchObject({ stage: "won" });
    }),
  );

  test.each([
    ["no_show", "no_show", "booking-missed"],
    ["rescheduled", "cancelled", "booking-rebook"],
  ])(
    "with the outcome %s invites the visitor to choose a new time, unless it is undone before",
    (what, state, template) =>
      always(async (db, host) => {
        const id = await book(db, { lead: ofSales, hosts: [host], in: -45 });
        expect(await outcome(db, id, what)).toEqual({ state, again: false, was_told: false });
        expect(await openTasks(db, ofSales)).toEqual(["call: Offer a new time in 1440"]);
        const prepared = async () =>
          (
            await db.run<{ data: object | null }>(
              "select public.prepare_booking_mail(id) as data from private.outbox where payload ->> 'template' = $1 order by created_at desc limit 1",
              [template],
            )
          ).rows[0]?.data;
        expect(await prepared()).toMatchObject({ title: "Strategy call" });
        // It waits as long as Undo is offered, and Undo withdraws it.
        const mails = async () =>
          (
            await db.run<{ status: string; waits: boolean }>(
              "select status, run_at > now() + interval '9 seconds' as waits from private.outbox where payload ->> 'template' = $1 order by dedupe_key",
              [template],
            )
          ).rows;
        expect(await mails()).toEqual([{ status: "queued", waits: true }]);
        expect(await outcome(db, id, "reopened")).toEqual({ state: "booked", again: false, was_told: false });
        expect(await mails()).toEqual([]);
        // One that has left stays, and the undo says so.
        await outcome(db, id, what);
        await db.run("update private.outbox set status = 'running', attempts = 1 where payload ->> 'template' = $1", [
          template,
        ]);
        expect(await outcome(db, id, "reopened")).toEqual({ state: "booked", again: false, was_told: true });
        expect(await outcome(db, id, "reopened")).toEqual({ state: "booked", again: true, was_told: false });
        expect(await mails()).toEqual([{ status: "running", waits: true }]);
        expect(await prepared()).toBeNull();
        // An outcome that replaces it says it, too.
        await outcome(db, id, what);
        expect(await mails()).toHaveLength(2);
        await db.run("update private.outbox set status = 'done', attempts = 1 where payload ->> 'template' = $1", [
          template,
        ]);
        const replaced = "select public.set_booking_outcome($1, 'held', $2) as answer";
        expect(await runAs(db, given().world.people["active sales"], replaced, [id, state])).toEqual({
          answer: { state: "held", again: false, was_told: true, stage: "proposal" },
        });
        await outcome(db, id, "reopened");
        await outcome(db, id, what);
        // They have booked again themselves.
        await book(db, { lead: ofSales, hosts: [host], in: 5000 });
        expect(await prepared()).toBeNull();
      })(),
  );

  test.each([
    ["no_show", "no_show", "booking-missed"],
    ["rescheduled", "cancelled", "booking-rebook"],
  ])(
    "with the outcome %s comes back exactly when its correction is undone, without the same email again",
    (what, state, template) =>
      always(async (db, host) => {
        const { "active sales": sales } = given().world.people;
        const id = await book(db, { lead: ofSales, hosts: [host], in: -45 });
        const note = (outcome: string, seen: string | null = null) =>
          runAs<{ answer: object }>(db, sales, "select public.set_booking_outcome($1, $2, $3) as answer", [
            id,
            outcome,
            seen,
          ]);
        const mails = async () =>
          (
            await db.run<{ id: string; status: string }>(
              "select id, status from private.outbox where payload ->> 'template' = $1 order by created_at, dedupe_key",
              [template],
            )
          ).rows;
        await note(what);
        const [mail] = await mails();
        const tasks = await openTasks(db, ofSales);
        await db.run(
          "update private.outbox set status = 'done', attempts = 1, result = '{\"subject\": \"Sent\"}' where id = $1",
          [mail?.id],
        );
        await note("held", state);
        expect(await note(what, "held")).toEqual({ answer: { state, again: false, was_told: false, has_link: true } });
        expect(await openTasks(db, ofSales)).toEqual(tasks);
        expect(await mails()).toEqual([{ id: mail?.id, status: "done" }]);
        // The history says once that they got the link.
        const { rows } = await db.run(
          "select from public.lead_activities where lead_id = $1 and kind = 'booking' and payload ->> 'sends_link' = 'true'",
          [ofSales],
        );
        expect(rows).toHaveLength(1);
        // An email that was not true any more when its turn came has not been sent.
        await db.run('update private.outbox set result = \'{"skipped": "outdated"}\' where id = $1', [mail?.id]);
        await note("held", state);
        expect(await note(what, "held")).toEqual({ answer: { state, again: false, was_told: false } });
        expect((await mails()).map(({ status }) => status).toSorted()).toEqual(["done", "queued"]);
      })(),
  );

  test(
    "that finished a step says so itself, so the history has no entry of its own about the step",
    always(async (db, host) => {
      await db.run(
        "insert into public.lead_tasks (lead_id, kind, title, due_at) values ($1, 'call', 'Call back', now() + interval '1 hour')",
        [ofSales],
      );
      await book(db, { lead: ofSales, hosts: [host], in: 5000 });
      const { answer } = await runAs<{ answer: { rows: { kind: string; payload: Record<string, unknown> }[] } }>(
        db,
        given().world.people["active sales"],
        "select public.lead_timeline($1) as answer",
        [ofSales],
      );
      const told = answer.rows.filter(({ kind, payload }) => kind === "task" || "finished" in payload);
      expect(told).toMatchObject([{ kind: "booking", payload: { finished: [{ title: "Call back" }] } }]);
    }),
  );

  test.each([
    ["booking-missed", "no_show"],
    ["booking-rebook", "rescheduled"],
  ])("about which %s waits gets it only with the outcome %s", (template, right) =>
    always(async (db, host) => {
      const { "active sales": sales } = given().world.people;
      for (const [place, now] of ["held", "no_show", "rescheduled"].entries()) {
        const id = await book(db, { lead: ofSales, hosts: [host], in: -45 - place * 60 });
        await outcome(db, id, right);
        const { rows } = await db.run<{ id: string }>(
          "update private.outbox set attempts = 1 where payload ->> 'template' = $1 and payload -> 'data' ->> 'bookingId' = $2 returning id",
          [template, id],
        );
        const state = right === "rescheduled" ? "cancelled" : right;
        await runAs(db, sales, "select public.set_booking_outcome($1, $2, $3)", [id, now, state]);
        const prepared = await db.run<{ data: object | null }>("select public.prepare_booking_mail($1) as data", [
          rows[0]?.id,
        ]);
        expect(prepared.rows[0]?.data !== null, now).toBe(now === right);
      }
    })(),
  );

  test.each(["no_show", "rescheduled"])(
    "with the outcome %s sends no link and plans no task while the lead has another call ahead, and Undo restores it",
    (what) =>
      always(async (db, host) => {
        const id = await book(db, { lead: ofSales, hosts: [host], in: -45 });
        await runJob(db, id, "outcome");
        const before = await openTasks(db, ofSales);
        const next = await book(db, { lead: ofSales, hosts: [host], in: 5000 });
        const { rows } = await db.run<{ at: string }>(
          "select to_jsonb(starts_at) as at from public.bookings where id = $1",
          [next],
        );
        expect(await outcome(db, id, what)).toMatchObject({ again: false, call_ahead: rows[0]?.at });
        expect(await openTasks(db, ofSales)).toEqual(["call: Strategy call in 5000"]);
        const { rows: mails } = await db.run(
          "select from private.outbox where payload ->> 'template' in ('booking-missed', 'booking-rebook')",
        );
        expect(mails).toEqual([]);
        // The history doesn't claim an invitation either.
        const { rows: invited } = await db.run(
          "select from public.lead_activities where lead_id = $1 and kind = 'booking' and payload ->> 'invited' = 'true'",
          [ofSales],
        );
        expect(invited).toEqual([]);
        expect(await outcome(db, id, "reopened")).toEqual({ state: "booked", again: false, was_told: false });
        expect(await openTasks(db, ofSales)).toEqual([...before, "call: Strategy call in 5000"]);
        // Once the other call is canceled, the link is true again.
        await cancel(db, next);
        expect(await outcome(db, id, what)).not.toHaveProperty("call_ahead");
      })(),
  );

  test(
    "has no outcome before it begins, and its cancellation by the visitor can't be undone",
    always(async (db, host) => {
      const { "active sales": sales } = given().world.people;
      const id = await book(db, { lead: ofSales, hosts: [host], in: 60 });
      expect(await refusal(db, sales, "select public.set_booking_outcome($1, 'held')", [id])).toMatchObject({
        code: "22023",
      });
      await cancel(db, id);
      expect(await refusal(db, sales, "select public.set_booking_outcome($1, 'reopened')", [id])).toMatchObject({
        code: "PT409",
      });
      expect(await refusal(db, sales, "select public.set_booking_outcome($1, 'maybe')", [id])).toMatchObject({
        code: "22023",
      });
    }),
  );

  test(
    "belongs to the people who see its lead or hold it",
    always(async (db, host) => {
      const { "other active sales": other, "active sales": sales, admin } = given().world.people;
      const id = await book(db, { lead: ofSales, hosts: [host], in: -45 });
      const attempt = (who: typeof sales) => refusal(db, who, "select public.set_booking_outcome($1, 'held')", [id]);
      expect(await attempt(other)).toMatchObject({ code: "PT404" });
      expect(await attempt(given().world.people.owner)).toMatchObject({ code: "42501" });
      expect(await attempt(given().world.people.inactive)).toMatchObject({ code: "42501" });
      const held = await book(db, { lead: ofSales, hosts: [other.id], in: -145 });
      expect((await outcomeAs(db, other, "select id from public.bookings where id = $1", [held])).count).toBe(1);
      expect((await outcomeAs(db, other, "select id from public.bookings where id = $1", [id])).count).toBe(0);
      const listed = async (who: typeof sales, everyone: boolean) =>
        (
          await runAs<{ answer: { calls: { id: string; can_open: boolean }[] } }>(
            db,
            who,
            "select public.list_calls(now() - interval '1 day', now() + interval '1 day', null, $1) as answer",
            [everyone],
          )
        ).answer.calls.map(({ id: call, can_open }) => [call, can_open]);
      expect(await listed(other, true)).toEqual([[held, false]]);
      expect(await listed(sales, true)).toEqual([[id, true]]);
      expect(await listed(admin, true)).toEqual([
        [held, true],
        [id, true],
      ]);
      expect(await outcome(db, held, "held", other)).toMatchObject({ state: "held" });
    }),
  );

  test(
    "tells a host who can't open its lead what they need to prepare, and only them and only before it",
    always(async (db) => {
      const { "other active sales": other, "active sales": sales, admin } = given().world.people;
      const lead = await addLeadRow(db, sales, {
        first_name: "Cleo",
        company: "Vance Dental",
        email: "cleo@lead.example",
      });
      const log = (body: string, kind = "note", id = randomUUID()) =>
        runAs(db, sales, "select public.log_activity(p_id => $1, p_lead_id => $2, p_kind => $3, p_body => $4)", [
          id,
          lead,
          kind,
          body,
        ]);
      const mistake = randomUUID();
      await log("Prefers mornings");
      await log("Said something else", "call");
      await log("Wrong lead", "note", mistake);
      await runAs(db, sales, "select public.undo_log_activity($1)", [mistake]);
      const earlier = await book(db, { lead, hosts: [sales.id], in: -3000 });
      const held = await book(db, { lead, hosts: [other.id], in: 60 });
      const answer = (id: string, answers: object) =>
        db.run("update public.bookings set answers = $2::text::jsonb where id = $1", [id, JSON.stringify(answers)]);
      await answer(earlier, { Budget: "2,000", "Which tooth?": "Left" });
      await answer(held, { "Which tooth?": "Right" });
      const briefs = async (who: typeof sales) =>
        (
          await runAs<{ answer: { calls: { id: string; brief: object | null }[] } }>(
            db,
            who,
            "select public.list_calls(now() - interval '9 days', now() + interval '1 day', null, true) as answer",
          )
        ).answer.calls.map(({ brief }) => brief);
      expect(await briefs(other)).toEqual([
        {
          owner: (await db.run<{ name: string }>("select private.owner_name($1) as name", [sales.id])).rows[0]?.name,
          company: "Vance Dental",
          note: "Prefers mornings",
          answers: { Budget: "2,000" },
        },
      ]);
      // People who can open the lead read it there.
      expect(await briefs(sales)).toEqual([null]);
      expect(await briefs(admin)).toEqual([null, null]);
      await db.run("update public.bookings set state = 'cancelled' where id = $1", [held]);
      expect(await briefs(other)).toEqual([null]);
    }),
  );

  test(
    "is counted when its host is marked as away over it",
    always(async (db) => {
      const { "active sales": sales } = given().world.people;
      const lead = await addLeadRow(db, sales, { email: "away@lead.example" });
      for (const days of [2, 3, 6]) await book(db, { lead, hosts: [sales.id], in: 60 * 24 * days });
      await cancel(db, await book(db, { lead, hosts: [sales.id], in: 60 * 24 * 2 + 120 }));
      const { answer } = await runAs<{ answer: object }>(
        db,
        sales,
        "select public.add_absence($1, $2, (now() + interval '4 days')::date) as answer",
        [randomUUID(), sales.id],
      );
      expect(answer).toMatchObject({ calls: 2, first_call: expect.any(String) });
      // The team's screen says so as long as the absence lasts.
      const { people } = await runAs<{ people: { user_id: string; absences: object[] }[] }>(
        db,
        sales,
        "select public.team_shifts() -> 'people' as people",
      );
      expect(people.find(({ user_id }) => user_id === sales.id)?.absences).toMatchObject([{ calls: 2 }]);
    }),
  );

  test(
    "is on the Today of its host, not of the lead's owner, until it has an outcome",
    always(async (db) => {
      const { "other active sales": other, "active sales": sales, admin } = given().world.people;
      const lead = await addLeadRow(db, sales, { email: "cleo@lead.example" });
      const own = await addLeadRow(db, other, { email: "own@lead.example" });
      const ended = await book(db, { lead, hosts: [other.id], in: -60 });
      await book(db, { lead, hosts: [other.id], in: -60 * 24 * 8 });
      await book(db, { lead, hosts: [other.id], in: 60 * 24 * 2 });
      await book(db, { lead: own, hosts: [other.id], in: -120 });
      const calls = async (who: typeof sales, scope = "mine") =>
        (
          await runAs<{ answer: { calls: { id: string; owner: string }[] } }>(
            db,
            who,
            "select public.crm_today($1) as answer",
            [scope],
          )
        ).answer.calls.map(({ id }) => id);
      expect(await calls(other)).toEqual([ended]);
      expect([await calls(sales), await calls(admin), await calls(admin, "all")]).toEqual([[], [], []]);
      await outcome(db, ended, "held", other);
      expect(await calls(other)).toEqual([]);
      // Whoever takes the lead over has it in their own sections.
      await outcome(db, ended, "reopened", other);
      await db.run("update public.leads set user_id = $2 where id = $1", [lead, other.id]);
      expect(await calls(other)).toEqual([]);
    }),
  );

  test(
    "that is booked and begins after a period is the period's next call, for its hosts",
    always(async (db, host) => {
      const { "other active sales": other, "active sales": sales, admin } = given().world.people;
      const next = async (who: typeof sales, days: number) =>
        (
          await runAs<{ next: string | null }>(
            db,
            who,
            `select public.list_calls(now() - interval '9 days', now() + $1 * interval '1 day', null, true) ->> 'next' as next`,
            [days],
          )
        ).next;
      expect(await next(admin, 1)).toBeNull();
      const minute = 1 / 1440;
      const soon = await book(db, { lead: ofSales, hosts: [host], in: 60 });
      const later = await book(db, { lead: ofSales, hosts: [host], in: 3000 });
      const at = async (id: string) =>
        (
          await db.run<{ at: string }>("select to_jsonb(starts_at) #>> '{}' as at from public.bookings where id = $1", [
            id,
          ])
        ).rows[0]?.at;
      // A period that is over has the next call from now on.
      expect(await next(admin, -1)).toBe(await at(soon));
      expect(await next(admin, 30 * minute)).toBe(await at(soon));
      expect(await next(sales, 30 * minute)).toBe(await at(soon));
      expect(await next(sales, 90 * minute)).toBe(await at(later));
      expect(await next(sales, 3)).toBeNull();
      expect(await next(other, 1)).toBeNull();
      await db.run("update public.bookings set state = 'cancelled' where id = $1", [later]);
      expect(await next(admin, 90 * minute)).toBeNull();
    }),
  );

  test(
    "of an erased person changes nothing",
    always(async (db, host) => {
      const id = await book(db, { lead: unowned, hosts: [host], in: -45 });
      await db.run(
        `update public.leads set first_name = 'Erased', last_name = 'person', email = null, phone = null, last_touch = null,
           next_task_kind = null, next_task_title = null, consent_at = null, consent_text = null, goals = null, erased_at = now() where id = $1`,
        [unowned],
      );
      expect(await runJob(db, id, "outcome")).toBe(false);
      await addEvent(db, id, "rescheduled");
      expect(await history(db, unowned)).toEqual(["booked"]);
    }),
  );
});
