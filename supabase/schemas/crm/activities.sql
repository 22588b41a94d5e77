-- The history of a lead. Rows are only added. Not even the service role changes or deletes one; they go when their lead is
-- deleted.

create table public.lead_activities (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z][a-z_]{0,39}$'),
  body text check (char_length(body) <= 10000),
  actor_id uuid references auth.users (id) on delete set null,
  occurred_at timestamptz not null default now(),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 20000),
  created_at timestamptz not null default now(),
  account_id uuid not null default private.agency_account() references public.accounts (id),
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
comment on column public.lead_activities.payload is 'More facts, depending on the kind.';
comment on column public.lead_activities.created_at is 'When it was written down.';
comment on column public.lead_activities.account_id is 'The lead''s account.';

-- An import's own entries have their account. The setting exists inside of private.write_import_rows only.
create trigger take_account_of_lead before insert on public.lead_activities
for each row when (new.kind <> 'import' or current_setting('upfunnel.importing', true) is distinct from 'on')
execute function private.take_account_of_lead();

create index lead_activities_lead_id_occurred_at_idx on public.lead_activities (lead_id, occurred_at desc);
create index lead_activities_actor_id_idx on public.lead_activities (actor_id, occurred_at desc);

alter table public.lead_activities enable row level security;

call private.require_sufficient_sessions('public.lead_activities');

grant select, insert on public.lead_activities to service_role;
grant select, insert (lead_id, kind, body, actor_id, occurred_at, payload) on public.lead_activities to authenticated;

-- This policy reads public.leads, whose own policies decide which leads the caller sees.
create policy "People read the activities of leads they see" on public.lead_activities
for select to authenticated
using (account_id = (select private.workspace()) and exists (select from public.leads as lead where lead.id = lead_id));

-- The database writes all other kinds.
create function private.is_human_activity(p_kind text) returns boolean
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return p_kind in ('call', 'email', 'sms', 'meeting', 'note');
end
$$;

comment on function private.is_human_activity(text) is
'Whether people log this kind. All of these but note are a response and stop the clock.';

-- The policy lists the kinds itself, because a function would be called for each row.
create policy "People log what they did with leads they see" on public.lead_activities
for insert to authenticated
with check (
  actor_id = (select auth.uid()) and kind in ('call', 'email', 'sms', 'meeting', 'note') and occurred_at <= now() + interval '1 minute'
  and account_id = (select private.workspace()) and (select private.is_premium_workspace())
  -- An entry about a merged lead would show in the history of the kept lead, which may belong to somebody else.
  and exists (select from public.leads as lead where lead.id = lead_id and lead.merged_into is null)
);

grant insert (id) on public.lead_activities to authenticated;

create function private.record_lead_activity() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Thousands of rows at once come from an import and have one kind, so each kind is checked once.
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

comment on function private.record_lead_activity() is 'Trigger: keeps leads.last_activity_at.';

create trigger record_lead_activity after insert on public.lead_activities
referencing new table as new_activities for each statement execute function private.record_lead_activity();

create index lead_activities_stage_changes_idx on public.lead_activities (account_id, occurred_at) where kind = 'stage_change';

create table public.lead_pins (
  activity_id uuid primary key references public.lead_activities (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  pinned_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  account_id uuid not null default private.agency_account() references public.accounts (id)
);

comment on table public.lead_pins is 'Activities that stay on top of their lead''s history.';
comment on column public.lead_pins.activity_id is 'The activity.';
comment on column public.lead_pins.lead_id is 'Its lead.';
comment on column public.lead_pins.pinned_by is 'Who pinned it.';
comment on column public.lead_pins.created_at is 'When.';
comment on column public.lead_pins.account_id is 'The lead''s account.';

create index lead_pins_account_id_idx on public.lead_pins (account_id);

create trigger take_account_of_lead before insert on public.lead_pins
for each row execute function private.take_account_of_lead();

create index lead_pins_lead_id_idx on public.lead_pins (lead_id);
create index lead_pins_pinned_by_idx on public.lead_pins (pinned_by);

alter table public.lead_pins enable row level security;

call private.require_sufficient_sessions('public.lead_pins');

grant select, insert, update, delete on public.lead_pins to service_role;
grant select, insert (activity_id, lead_id), delete on public.lead_pins to authenticated;

-- These policies read leads and activities, whose own policies decide what the caller sees.
create policy "People read the pins of leads they see" on public.lead_pins
for select to authenticated
using (
  account_id = (select private.workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create policy "People pin activities of leads they see" on public.lead_pins
for insert to authenticated
with check (
  account_id = (select private.workspace()) and (select private.is_premium_workspace())
  and exists (
    select from public.lead_activities as activity where activity.id = activity_id and activity.lead_id = lead_pins.lead_id
  )
  -- The page of the kept lead shows a merged lead's history, so pinning needs access to the kept lead.
  and exists (
    select from public.leads as lead where lead.id = lead_pins.lead_id
      and (lead.merged_into is null or exists (select from public.leads as kept where kept.id = lead.merged_into))
  )
);

create policy "People take pins off leads they see" on public.lead_pins
for delete to authenticated
using (
  account_id = (select private.workspace()) and (select private.is_premium_workspace())
  and exists (
    select from public.leads as lead where lead.id = lead_pins.lead_id
      and (lead.merged_into is null or exists (select from public.leads as kept where kept.id = lead.merged_into))
  )
);

create table public.lead_retractions (
  activity_id uuid primary key references public.lead_activities (id) on delete cascade,
  lead_id uuid not null references public.leads (id) on delete cascade,
  retracted_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  account_id uuid not null default private.agency_account() references public.accounts (id)
);

comment on table public.lead_retractions is
'Activities that were undone. They stay in the history and count nowhere. Only undo_log_activity and the undo of imports write here.';
comment on column public.lead_retractions.activity_id is 'The activity.';
comment on column public.lead_retractions.lead_id is 'Its lead.';
comment on column public.lead_retractions.retracted_by is 'The person who undid it: of a log, the person who logged it.';
comment on column public.lead_retractions.created_at is 'When.';
comment on column public.lead_retractions.account_id is 'The lead''s account.';

create index lead_retractions_account_id_idx on public.lead_retractions (account_id);

create trigger take_account_of_lead before insert on public.lead_retractions
for each row execute function private.take_account_of_lead();

create index lead_retractions_lead_id_idx on public.lead_retractions (lead_id);
create index lead_retractions_retracted_by_idx on public.lead_retractions (retracted_by);

alter table public.lead_retractions enable row level security;

call private.require_sufficient_sessions('public.lead_retractions');

grant select, insert on public.lead_retractions to service_role;
grant select on public.lead_retractions to authenticated;

-- This policy reads public.leads, whose own policies decide which leads the caller sees.
create policy "People read what was taken back of leads they see" on public.lead_retractions
for select to authenticated
using (
  account_id = (select private.workspace())
  and exists (select from public.leads as lead where lead.id = lead_id)
);

create function private.is_retracted(p_activity_id uuid) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (select from public.lead_retractions as taken where taken.activity_id = p_activity_id);
end
$$;

comment on function private.is_retracted(uuid) is 'Whether an activity was undone and counts nowhere.';
