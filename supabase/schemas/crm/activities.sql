-- What happened with a lead. Rows are added and never changed or removed, not even by the service role; they go only
-- together with their lead.

create table public.lead_activities (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z][a-z_]{0,39}$'),
  body text check (char_length(body) <= 10000),
  actor_id uuid references auth.users (id) on delete set null,
  occurred_at timestamptz not null default now(),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 20000),
  created_at timestamptz not null default now(),
  constraint lead_activities_moments check (
    occurred_at between timestamptz '1970-01-01T00:00Z' and timestamptz '2200-01-01T00:00Z'
  )
);

comment on table public.lead_activities is 'The append-only history of a lead.';
comment on column public.lead_activities.id is 'The activity.';
comment on column public.lead_activities.lead_id is 'The lead.';
comment on column public.lead_activities.kind is 'What happened, such as form, call, email, sms, note, stage_change or assignment.';
comment on column public.lead_activities.body is 'What a person wrote about it.';
comment on column public.lead_activities.actor_id is 'Who did it; null for the product itself, or a deleted account.';
comment on column public.lead_activities.occurred_at is 'When it happened.';
comment on column public.lead_activities.payload is 'What else belongs to this kind of activity.';
comment on column public.lead_activities.created_at is 'When it was written down.';

create index lead_activities_lead_id_occurred_at_idx on public.lead_activities (lead_id, occurred_at desc);
create index lead_activities_actor_id_idx on public.lead_activities (actor_id, occurred_at desc);

alter table public.lead_activities enable row level security;

call private.require_sufficient_sessions('public.lead_activities');

grant select, insert on public.lead_activities to service_role;
grant select, insert (lead_id, kind, body, actor_id, occurred_at, payload) on public.lead_activities to authenticated;

-- Inside these policies the policies of leads decide which leads there are.
create policy "Sales people read the activities of leads they see" on public.lead_activities
for select to authenticated
using ((select private.has_active_role('sales')) and exists (select from public.leads as lead where lead.id = lead_id));

create policy "Admins read all activities" on public.lead_activities
for select to authenticated using ((select private.has_active_role('admin')));

-- What people may write into a lead's history, and what they keep on top of it.

-- Everything else in the history is written by the database itself.
create function private.is_human_activity(p_kind text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select p_kind in ('call', 'email', 'sms', 'meeting', 'note')
$$;

comment on function private.is_human_activity(text) is 'Kinds that a person logs. All but note are a response and stop the clock.';

-- The kinds stand in the policies themselves: a function would be called for each row.
create policy "Sales people log what they did with leads they see" on public.lead_activities
for insert to authenticated
with check (
  actor_id = (select auth.uid()) and kind in ('call', 'email', 'sms', 'meeting', 'note') and occurred_at <= now() + interval '1 minute'
  and (select private.has_active_role('sales'))
  -- What is written about a merged lead would stand in the kept one's history, whoever that belongs to.
  and exists (select from public.leads as lead where lead.id = lead_id and lead.merged_into is null)
);

create policy "Admins log what they did with any lead" on public.lead_activities
for insert to authenticated
with check (
  actor_id = (select auth.uid()) and kind in ('call', 'email', 'sms', 'meeting', 'note') and occurred_at <= now() + interval '1 minute'
  and (select private.has_active_role('admin'))
  and exists (select from public.leads as lead where lead.id = lead_id and lead.merged_into is null)
);

grant insert (id) on public.lead_activities to authenticated;

create function private.record_lead_activity() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Thousands at once are an import's, and of one kind: each kind is looked at once.
  if not exists (
    select from (select distinct added.kind from new_activities as added where added.actor_id is not null) as added
    where private.is_human_activity(added.kind)
  ) then
    return null;
  end if;
  update public.leads as lead set last_activity_at = greatest(lead.last_activity_at, latest.at)
  from (
    select added.lead_id, max(added.occurred_at) as at from new_activities as added
    where private.is_human_activity(added.kind) and added.actor_id is not null group by added.lead_id
  ) as latest
  where lead.id = latest.lead_id and (lead.last_activity_at is null or lead.last_activity_at < latest.at);
  return null;
end
$$;

comment on function private.record_lead_activity() is 'Trigger: a lead knows when a person last did something with it.';

create trigger record_lead_activity after insert on public.lead_activities
referencing new table as new_activities for each statement execute function private.record_lead_activity();

create index lead_activities_stage_changes_idx on public.lead_activities (occurred_at) where kind = 'stage_change';

create table public.lead_pins (
  activity_id uuid primary key references public.lead_activities (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  pinned_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);

comment on table public.lead_pins is 'Activities that stay on top of their lead''s history.';
comment on column public.lead_pins.activity_id is 'The activity.';
comment on column public.lead_pins.lead_id is 'Its lead.';
comment on column public.lead_pins.pinned_by is 'Who pinned it.';
comment on column public.lead_pins.created_at is 'When.';

create index lead_pins_lead_id_idx on public.lead_pins (lead_id);
create index lead_pins_pinned_by_idx on public.lead_pins (pinned_by);

alter table public.lead_pins enable row level security;

call private.require_sufficient_sessions('public.lead_pins');

grant select, insert, update, delete on public.lead_pins to service_role;
grant select, insert (activity_id, lead_id), delete on public.lead_pins to authenticated;

-- Inside these policies the policies of leads and activities decide which there are.
create policy "The team reads the pins of leads it sees" on public.lead_pins
for select to authenticated
using (
  ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create policy "The team pins activities of leads it sees" on public.lead_pins
for insert to authenticated
with check (
  ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
  and exists (
    select from public.lead_activities as activity where activity.id = activity_id and activity.lead_id = lead_pins.lead_id
  )
  -- A merged lead's history is shown with the kept one: whoever does not see that one does not pin there.
  and exists (
    select from public.leads as lead where lead.id = lead_pins.lead_id
      and (lead.merged_into is null or exists (select from public.leads as kept where kept.id = lead.merged_into))
  )
);

create policy "The team takes pins off leads it sees" on public.lead_pins
for delete to authenticated
using (
  ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
  and exists (
    select from public.leads as lead where lead.id = lead_pins.lead_id
      and (lead.merged_into is null or exists (select from public.leads as kept where kept.id = lead.merged_into))
  )
);

create table public.lead_retractions (
  activity_id uuid primary key references public.lead_activities (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  retracted_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);

comment on table public.lead_retractions is 'What was logged by mistake: it stays in the history and counts nowhere. Written by undo_log_activity only.';
comment on column public.lead_retractions.activity_id is 'The activity.';
comment on column public.lead_retractions.lead_id is 'Its lead.';
comment on column public.lead_retractions.retracted_by is 'Who took it back: who had logged it.';
comment on column public.lead_retractions.created_at is 'When.';

create index lead_retractions_lead_id_idx on public.lead_retractions (lead_id);
create index lead_retractions_retracted_by_idx on public.lead_retractions (retracted_by);

alter table public.lead_retractions enable row level security;

call private.require_sufficient_sessions('public.lead_retractions');

grant select, insert on public.lead_retractions to service_role;
grant select on public.lead_retractions to authenticated;

-- Inside this policy the policies of leads decide which there are.
create policy "The team reads what was taken back of leads it sees" on public.lead_retractions
for select to authenticated
using (
  ((select private.has_active_role('sales')) or (select private.has_active_role('admin')))
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create function private.is_retracted(p_activity_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from public.lead_retractions as taken where taken.activity_id = p_activity_id)
$$;

comment on function private.is_retracted(uuid) is 'Whether an activity was logged by mistake and counts nowhere.';
