-- The response clock: how long an inbound lead waits for a person, in the agency's working hours. There is one row for each
-- time that somebody asks for an answer, and a ledger of everything that happens to it.

create table public.lead_clocks (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  arrived_at timestamptz not null,
  started_at timestamptz,
  target_seconds integer not null check (target_seconds > 0),
  warn_at timestamptz,
  due_at timestamptz,
  escalate_at timestamptz,
  state text not null default 'running' check (state in ('running', 'warned', 'breached', 'escalated', 'answered', 'dropped')),
  owner_id uuid references auth.users (id) on delete set null,
  escalated_to uuid references auth.users (id) on delete set null,
  answered_at timestamptz,
  answered_by uuid references auth.users (id) on delete set null,
  response_seconds integer check (response_seconds >= 0),
  source public.lead_source not null,
  created_at timestamptz not null default now(),
  account_id uuid not null default private.agency_account() references public.accounts (id),
  offer_at timestamptz,
  booked_at timestamptz,
  closed_at timestamptz,
  constraint lead_clocks_booked check (booked_at is null or state = 'dropped'),
  constraint lead_clocks_closed check (closed_at is null or state = 'dropped'),
  check ((state = 'answered') = (answered_at is not null and response_seconds is not null))
);

comment on table public.lead_clocks is 'How long inbound leads wait for a person, in working time. A lead has at most one open clock.';
comment on column public.lead_clocks.id is 'The clock.';
comment on column public.lead_clocks.lead_id is 'The lead.';
comment on column public.lead_clocks.arrived_at is 'When they wrote.';
comment on column public.lead_clocks.started_at is
'When it starts to count: on arrival, or at the next opening. Null without working hours.';
comment on column public.lead_clocks.target_seconds is 'The response time in working seconds that was promised when they wrote.';
comment on column public.lead_clocks.warn_at is 'When 60 % of the target has passed.';
comment on column public.lead_clocks.due_at is 'When the target has passed.';
comment on column public.lead_clocks.escalate_at is 'When twice the target has passed.';
comment on column public.lead_clocks.state is
'What has happened so far. A clock is dropped when nobody has to answer any more (merged, spam, archived, booked, won or lost).';
comment on column public.lead_clocks.owner_id is 'The owner of the lead when it was answered, or the last one.';
comment on column public.lead_clocks.escalated_to is 'The sales person whom the escalation asked.';
comment on column public.lead_clocks.answered_at is 'When a person first responded.';
comment on column public.lead_clocks.answered_by is 'The person who responded.';
comment on column public.lead_clocks.response_seconds is 'Working seconds from arrival to response.';
comment on column public.lead_clocks.source is 'Where the lead came from.';
comment on column public.lead_clocks.created_at is 'When the row was written.';
comment on column public.lead_clocks.account_id is 'The lead''s account, whose working hours and target count.';
comment on column public.lead_clocks.offer_at is 'When a routed lead goes to the next person of its pool; null for never.';
comment on column public.lead_clocks.booked_at is
'When the lead booked a call itself, which ended the clock. Figures count it as booked, not as a response.';
comment on column public.lead_clocks.closed_at is
'When the lead was won or lost while it waited, which ended the clock. Figures leave it out, unless an earlier response is logged later.';

create trigger take_account_of_lead before insert on public.lead_clocks
for each row execute function private.take_account_of_lead();

create unique index lead_clocks_open_idx on public.lead_clocks (lead_id) where state not in ('answered', 'dropped');
create index lead_clocks_lead_id_idx on public.lead_clocks (lead_id, arrived_at desc);
create index lead_clocks_due_at_idx on public.lead_clocks (account_id, due_at, id) where state not in ('answered', 'dropped');
create index lead_clocks_arrived_at_idx on public.lead_clocks (account_id, arrived_at);
create index lead_clocks_owner_id_idx on public.lead_clocks (owner_id, arrived_at);
create index lead_clocks_escalated_to_idx on public.lead_clocks (escalated_to);
create index lead_clocks_answered_by_idx on public.lead_clocks (answered_by, answered_at);

create table public.lead_clock_events (
  id bigint generated always as identity primary key,
  clock_id uuid not null references public.lead_clocks (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  event text not null check (event in ('started', 'warned', 'breached', 'escalated', 'answered', 'corrected', 'moved', 'dropped', 'routed', 'offered', 'booked')),
  happened_at timestamptz not null,
  actor_id uuid references auth.users (id) on delete set null,
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 4000),
  created_at timestamptz not null default clock_timestamp(),
  account_id uuid not null default private.agency_account() references public.accounts (id)
);

comment on table public.lead_clock_events is 'Everything that happened to clocks. Rows are only added.';
comment on column public.lead_clock_events.id is 'In the order of writing.';
comment on column public.lead_clock_events.clock_id is 'The clock.';
comment on column public.lead_clock_events.lead_id is 'Its lead.';
comment on column public.lead_clock_events.event is
'What happened. moved: to other working hours or to another lead. corrected: an earlier answer was logged later. routed: rules gave the lead to someone. offered: it went to the next of the pool.';
comment on column public.lead_clock_events.happened_at is 'When it happened.';
comment on column public.lead_clock_events.actor_id is 'Who did it; null for the product itself.';
comment on column public.lead_clock_events.payload is 'More facts, depending on the event.';
comment on column public.lead_clock_events.created_at is 'When it was written down.';
comment on column public.lead_clock_events.account_id is 'The lead''s account.';

create index lead_clock_events_account_id_idx on public.lead_clock_events (account_id, id desc);

create trigger take_account_of_lead before insert on public.lead_clock_events
for each row execute function private.take_account_of_lead();

-- Each of these happens to a clock once, even when a job is delivered twice.
create unique index lead_clock_events_once_idx on public.lead_clock_events (clock_id, event)
where event in ('started', 'warned', 'breached', 'escalated', 'answered', 'dropped', 'offered');
create index lead_clock_events_lead_id_idx on public.lead_clock_events (lead_id, happened_at desc);
create index lead_clock_events_actor_id_idx on public.lead_clock_events (actor_id);

create function private.refuse_ledger_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and private.is_erasing() then return new; end if;
  -- Entries are deleted only together with their clock.
  if tg_op = 'DELETE' and not exists (select from public.lead_clocks as clock where clock.id = old.clock_id) then return old; end if;
  perform private.refuse('append_only', '42501', 'The ledger of the clock is only added to');
end
$$;

comment on function private.refuse_ledger_change() is 'Trigger: refuses changes to the ledger of clocks.';

create trigger refuse_ledger_change before update or delete on public.lead_clock_events
for each row execute function private.refuse_ledger_change();

alter table public.lead_clocks enable row level security;

call private.require_sufficient_sessions('public.lead_clocks');

alter table public.lead_clock_events enable row level security;

call private.require_sufficient_sessions('public.lead_clock_events');

grant select, insert, update, delete on public.lead_clocks to service_role;
grant select, insert on public.lead_clock_events to service_role;
grant select on public.lead_clocks, public.lead_clock_events to authenticated;

-- These policies read public.leads, whose own policies decide which leads the caller sees.
create policy "People read the clocks of leads they see" on public.lead_clocks
for select to authenticated
using (
  account_id = (select private.workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create policy "People read what happened to the clocks of leads they see" on public.lead_clock_events
for select to authenticated
using (
  account_id = (select private.workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);
