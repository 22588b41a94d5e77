import { randomUUID } from "node:crypto";
import { boardAnswer } from "../../../app/features/crm/board/api.ts";
import { callsAnswer, meetingTypesAnswer, typePreview } from "../../../app/features/crm/calls/api.ts";
import { stageMedians, timelinePage } from "../../../app/features/crm/lead/api.ts";
import {
  callTakers,
  callTimes,
  claimedLead,
  finishedTask,
  moveTimes,
  newCall,
  undoneBooking,
} from "../../../app/features/crm/lead-actions/api.ts";
import { leadsPage } from "../../../app/features/crm/leads/api.ts";
import { sentEmail } from "../../../app/features/crm/lib/api.ts";
import { outcomeAnswer } from "../../../app/features/crm/lib/calls.ts";
import { changedLeads, undoneChange } from "../../../app/features/crm/lib/change-leads.ts";
import { changedTask } from "../../../app/features/crm/lib/change-task.ts";
import { leadDetail, leadPage, undoResult } from "../../../app/features/crm/lib/lead-types.ts";
import { loggedActivity } from "../../../app/features/crm/lib/log-activity.ts";
import { pulse } from "../../../app/features/crm/lib/pulse.ts";
import { knownLead } from "../../../app/features/crm/new-lead/api.ts";
import { simulation, teamShifts } from "../../../app/features/crm/shifts/api.ts";
import { addMeetingType, book } from "../../support/booked-calls.ts";
import { dayAt } from "../../support/bookings.ts";
import { checkAnswers } from "../../support/check-answers.ts";
import { addCrmRows } from "../../support/crm-rows.ts";
import { runAs } from "../../support/database-calls.ts";
import type { Session } from "../../support/database-session.ts";
import type { World } from "../../support/database-world.ts";
import { startClock } from "../../support/lead-clocks.ts";
import { addLeadRow, changeLeads, mergeLeads, type Row } from "../../support/lead-rows.ts";

const TASK = JSON.stringify({ id: randomUUID(), kind: "call", title: "Call again", due_at: "2100-01-01T10:00Z" });

/** A lead with everything: a clock, a task, a pin, changes of stage and owner, and a merged lead. */
async function addFullLead({ people }: World, db: Session): Promise<string> {
  const sales = people["active sales"];
  const [lead, other] = [
    await addLeadRow(db, null, {
      first_name: "Ada",
      email: "ada@example.com",
      consent_at: "2026-01-01",
      goals: "Grow",
    }),
    await addLeadRow(db, sales, { first_name: "Ada", company: "Acme" }),
  ];
  await addCrmRows(db);
  await changeLeads(db, sales, [lead], { user_id: sales.id, stage: "attempting", tags: ["hot"] });
  await runAs(db, sales, "select public.log_activity(p_id => $1, p_lead_id => $2, p_kind => 'note', p_body => 'Hi')", [
    randomUUID(),
    lead,
  ]);
  await mergeLeads(db, sales, lead, other);
  return lead;
}

async function addTask(world: World, db: Session): Promise<string> {
  const lead = await addLeadRow(db, world.people["active sales"]);
  const { rows } = await db.run<{ id: string }>(
    "insert into public.lead_tasks (lead_id, title, due_at) values ($1, 'Call', now()) returning id",
    [lead],
  );
  return rows[0]?.id ?? "";
}

/** A kind of call that a sales person holds at any time, with a question. */
async function addOfferedType(db: Session, { people: { "active sales": sales } }: World): Promise<string> {
  const type = await addMeetingType(db, "offered-call", [sales.id]);
  await db.run(
    `update public.meeting_types set questions = '[{"id": "a", "label": "What do you sell?", "kind": "text", "required": true}]' where id = $1`,
    [type],
  );
  await db.run(
    `insert into public.rotas (account_id, user_id, time_zone, hours)
     select private.agency_account(), $1, 'UTC', jsonb_object_agg(day, '[["00:00", "24:00"]]'::jsonb)
     from unnest(array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']) as day`,
    [sales.id],
  );
  return type;
}

const unowned = (db: Session, fields = {}) => addLeadRow(db, null, { first_name: "Una", ...fields });

checkAnswers("CRM", [
  {
    name: "lead_page",
    schema: leadDetail,
    as: "active sales",
    args: async (world, db) => ({ p_lead_id: await addFullLead(world, db) }),
  },
  {
    name: "lead_timeline",
    schema: timelinePage,
    as: "active sales",
    args: async (world, db) => ({ p_lead_id: await addFullLead(world, db) }),
  },
  {
    name: "lead_timeline",
    schema: timelinePage,
    as: "active sales",
    args: async (world, db) => ({
      p_lead_id: await addFullLead(world, db),
      p_before: "2100-01-01",
      p_before_id: "x",
      p_limit: 1,
    }),
  },
  {
    name: "stage_medians",
    schema: stageMedians,
    as: "admin",
    args: async (world, db) => {
      await addFullLead(world, db);
      return {};
    },
  },
  {
    name: "crm_board",
    schema: boardAnswer,
    as: "admin",
    args: async (world, db) => {
      await addFullLead(world, db);
      return { p_limit: 1 };
    },
  },
  {
    name: "crm_board",
    schema: boardAnswer,
    as: "active sales",
    args: () => ({ p_filter: JSON.stringify({ op: "and", rules: [{ field: "company", is: "eq", value: "Acme" }] }) }),
  },
  { name: "crm_board_column", schema: leadPage, as: "admin", args: () => ({ p_stage: "new", p_limit: 2 }) },
  {
    name: "list_leads",
    schema: leadsPage,
    as: "admin",
    args: async (world, db) => {
      await addFullLead(world, db);
      return { p_limit: 3 };
    },
  },
  {
    name: "team_shifts",
    schema: teamShifts,
    as: "admin",
    prepare: async (db, { people: { "active sales": sales } }) => {
      await db.run(
        `insert into public.rotas (account_id, user_id, time_zone, hours, capacity)
         values (private.agency_account(), $1, 'UTC', '{"mon": [["09:00", "12:00"], ["13:00", "24:00"]]}', 3)`,
        [sales.id],
      );
      await db.run(
        "insert into public.absences (user_id, starts_at, ends_at) values ($1, now(), now() + interval '1 day')",
        [sales.id],
      );
    },
  },
  {
    name: "list_calls",
    schema: callsAnswer,
    as: "admin",
    args: async (world, db) => {
      const { sales } = { sales: world.people["active sales"].id };
      await book(db, { lead: await addFullLead(world, db), hosts: [sales], in: 60 });
      return {
        p_from: new Date().toISOString(),
        p_to: new Date(Date.now() + 7 * 86_400_000).toISOString(),
        p_host: sales,
      };
    },
  },
  {
    name: "list_meeting_types",
    schema: meetingTypesAnswer,
    as: "admin",
    prepare: async (db, { people: { "active sales": sales } }) => {
      await addMeetingType(db, "answers-call", [sales.id]);
    },
  },
  {
    name: "known_lead",
    schema: knownLead,
    as: "active sales",
    args: async (world, db) => {
      await addFullLead(world, db);
      return { p_email: "ada@example.com" };
    },
  },
  {
    name: "call_times",
    schema: callTimes,
    as: "active sales",
    prepare: addOfferedType,
    args: async (world, db) => {
      const lead = await addFullLead(world, db);
      await book(db, { lead, hosts: [world.people["active sales"].id], in: 60 });
      await db.run(`update public.bookings set answers = '{"What do you sell?": "Shoes"}'`);
      return { p_lead_id: lead };
    },
  },
  {
    name: "move_times",
    schema: moveTimes,
    as: "active sales",
    prepare: addOfferedType,
    args: async (world, db) => {
      const lead = await addFullLead(world, db);
      return { p_booking_id: await book(db, { lead, hosts: [world.people["active sales"].id], in: 60 }) };
    },
  },
  {
    name: "book_call",
    schema: newCall,
    as: "active sales",
    args: async (world, db) => ({
      p_id: randomUUID(),
      p_lead_id: await addFullLead(world, db),
      p_type_id: await addOfferedType(db, world),
      p_starts_at: dayAt(4, 18).toISOString(),
      p_sent: JSON.stringify({ phone: "(503) 555-0148", answers: { a: "Shoes" } }),
    }),
  },
  {
    name: "undo_book_call",
    schema: undoneBooking,
    as: "active sales",
    args: async (world, db) => {
      const sales = world.people["active sales"].id ?? null;
      const lead = await addFullLead(world, db);
      return { p_booking_id: await book(db, { lead, hosts: [sales], in: 60, actor: sales }) };
    },
  },
  {
    name: "call_takers",
    schema: callTakers,
    as: "active sales",
    args: async (world, db) => ({
      p_booking_id: await book(db, {
        lead: await addFullLead(world, db),
        hosts: [world.people["active sales"].id],
        in: 60,
      }),
    }),
  },
  {
    name: "undo_hand_over",
    schema: undoResult,
    as: "active sales",
    args: async (world, db) => {
      const { "active sales": sales, "other active sales": other } = world.people;
      const call = await book(db, { lead: await addFullLead(world, db), hosts: [sales.id], in: 60 });
      await runAs(db, sales, "select public.hand_over_call($1, $2, $3)", [call, sales.id, other.id]);
      return { p_booking_id: call };
    },
  },
  {
    name: "undo_call_change",
    schema: undoResult,
    as: "active sales",
    args: async (world, db) => {
      const sales = world.people["active sales"].id ?? null;
      const call = await book(db, { lead: await addFullLead(world, db), hosts: [sales], in: 60 });
      await db.run(
        "insert into public.booking_events (booking_id, account_id, event, actor_id) select id, account_id, 'cancelled', $2 from public.bookings where id = $1",
        [call, sales],
      );
      await db.run("update public.bookings set state = 'cancelled', decided_by = $2 where id = $1", [call, sales]);
      return { p_booking_id: call };
    },
  },
  {
    name: "preview_meeting_type",
    schema: typePreview,
    as: "admin",
    args: async ({ people: { "active sales": sales } }, db) => ({
      p_id: await addMeetingType(db, "previewed-call", [sales.id]),
      p_type: JSON.stringify({
        ...{ name: "Call", slug: "call", minutes: 30, buffer_before: 0, buffer_after: 0 },
        ...{ step_minutes: 30, notice_minutes: 60, horizon_days: 30 },
      }),
      p_hosts: [sales.id],
    }),
  },
  {
    name: "set_booking_outcome",
    schema: outcomeAnswer,
    as: "admin",
    args: async (world, db) => ({
      p_booking_id: await book(db, {
        lead: await addFullLead(world, db),
        hosts: [world.people["active sales"].id],
        in: -120,
      }),
      p_outcome: "held",
    }),
  },
  {
    name: "simulate_routing",
    schema: simulation,
    as: "admin",
    args: async (world, db) => {
      await startClock(db, await addFullLead(world, db));
      const id = randomUUID();
      return {
        p_routing: JSON.stringify({
          pools: [{ id, name: "Inbound", people: [world.people["active sales"].id] }],
          rules: [{ id, when: {}, to: { pool: id } }],
        }),
      };
    },
  },
  {
    name: "crm_pulse",
    schema: pulse,
    as: "admin",
    args: async (world, db) => {
      await addFullLead(world, db);
      return {};
    },
  },
  {
    name: "crm_pulse",
    schema: pulse,
    as: "admin",
    args: async (_, db) => {
      const { rows } = await db.run<{ seen: number }>("select last_value::int as seen from private.crm_change");
      return { p_seen: rows[0]?.seen };
    },
  },
  {
    name: "claim_lead",
    schema: claimedLead,
    as: "active sales",
    args: async (_, db) => ({ p_lead_id: await unowned(db) }),
  },
  {
    name: "change_leads",
    schema: changedLeads,
    as: "active sales",
    args: async (_, db) => ({
      p_batch_id: randomUUID(),
      p_lead_ids: [await unowned(db)],
      p_changes: JSON.stringify({ stage: "attempting" }),
    }),
  },
  {
    name: "undo_lead_batch",
    schema: undoneChange,
    as: "active sales",
    args: async ({ people }, db) => {
      const change = await changeLeads(db, people["active sales"], [await unowned(db)], { stage: "attempting" });
      return { p_batch_id: change.batch_id };
    },
  },
  {
    name: "undo_lead_merge",
    schema: undoResult,
    as: "active sales",
    args: async ({ people }, db) => {
      const sales = people["active sales"];
      return { p_batch_id: await mergeLeads(db, sales, await addLeadRow(db, sales), await addLeadRow(db, sales)) };
    },
  },
  {
    name: "log_activity",
    schema: loggedActivity,
    as: "active sales",
    args: async (world, db) => {
      const task = await addTask(world, db);
      const { rows } = await db.run<{ id: string }>("select lead_id as id from public.lead_tasks where id = $1", [
        task,
      ]);
      return { p_id: randomUUID(), p_lead_id: rows[0]?.id, p_kind: "call", p_outcome: "connected", p_next: TASK };
    },
  },
  {
    name: "undo_log_activity",
    schema: undoResult,
    as: "active sales",
    args: async ({ people }, db) => {
      const sales = people["active sales"];
      const id = randomUUID();
      await runAs(db, sales, "select public.log_activity(p_id => $1, p_lead_id => $2, p_kind => 'call')", [
        id,
        await addLeadRow(db, sales),
      ]);
      return { p_id: id };
    },
  },
  {
    name: "finish_task",
    schema: finishedTask,
    as: "active sales",
    args: async (world, db) => ({ p_task_id: await addTask(world, db), p_next: TASK }),
  },
  {
    name: "change_task",
    schema: changedTask,
    as: "active sales",
    args: async (world, db) => {
      const id = await addTask(world, db);
      const { rows } = await db.run<Row>("select kind, title, due_at from public.lead_tasks where id = $1", [id]);
      return { p_task_id: id, p_changes: { removed: true }, p_seen: rows[0] };
    },
  },
  {
    name: "reopen_task",
    schema: undoResult,
    as: "active sales",
    args: async (world, db) => ({ p_task_id: await addTask(world, db) }),
  },
  {
    name: "send_lead_email",
    schema: sentEmail,
    as: "active sales",
    args: async (_, db) => ({
      p_id: randomUUID(),
      p_lead_id: await unowned(db, { email: "una@example.com", consent_at: "2026-01-01" }),
      p_subject: "Hi",
      p_body: "Hello",
    }),
  },
]);
