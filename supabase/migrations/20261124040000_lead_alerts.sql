-- Alerts about a lead are checked again when they are sent, and each person's notifications are read or unread.

create or replace function private.notify_lead_arrival(p_lead_id uuid, p_is_new boolean, p_key text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  owner_id uuid := (select lead.user_id from public.leads as lead where lead.id = p_lead_id);
  people uuid[] := private.active_users('sales');
begin
  -- Other reps could not open a colleague's lead.
  if owner_id = any (people || private.active_users('admin')) then people := array[owner_id]; end if;
  perform private.notify_users(people, 'lead-arrived', p_key, private.lead_mail_data(p_lead_id) || jsonb_strip_nulls(jsonb_build_object(
    'returning', case when not p_is_new then 'true' end,
    'clockId', (
      select clock.id from public.lead_clocks as clock where clock.lead_id = p_lead_id and clock.state not in ('answered', 'dropped')
    ),
    'target', (select (settings.speed_to_lead_minutes * 60)::text from public.agency_settings as settings)
  )));
end
$$;

comment on function private.notify_lead_arrival(uuid, boolean, text) is
'Emails the sales team about a new lead, or the owner about a lead that wrote again, once for each submission.';

create or replace function private.escalate_clock(p_clock public.lead_clocks, p_lead public.leads) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- A person who is answering right now keeps the lead.
  answering boolean := private.is_call_in_progress(p_lead.id, p_lead.user_id);
  rep uuid := case when not answering then private.next_available_rep(p_lead.user_id) end;
  facts jsonb := private.lead_mail_data(p_lead.id) || jsonb_strip_nulls(jsonb_build_object(
    'clockId', p_clock.id, 'target', p_clock.target_seconds::text, 'rep', case when rep is not null then private.owner_name(rep::text) end,
    'handedOver', case when rep is not null and p_lead.user_id is not null then 'true' end,
    'answering', case when answering then 'true' end
  ));
begin
  update public.lead_clocks as clock set escalated_to = rep where clock.id = p_clock.id;
  if rep is not null and p_lead.user_id is not null then
    update public.leads as lead set user_id = rep where lead.id = p_lead.id;
  end if;
  -- Each person gets one email. Its text is for the first of these parts that they have.
  perform private.notify_users(array[rep], 'lead-clock-escalated', p_clock.id::text, facts || '{"part": "rep"}');
  -- The owner may have left the team, and then may no longer read about the lead.
  if private.is_on_team(p_lead.user_id) then
    perform private.notify_users(array[p_lead.user_id], 'lead-clock-escalated', p_clock.id::text, facts || '{"part": "owner"}');
  end if;
  perform private.notify_users(private.active_users('admin'), 'lead-clock-escalated', p_clock.id::text, facts || '{"part": "admin"}');
end
$$;

comment on function private.escalate_clock(public.lead_clocks, public.leads) is
'Asks the next free rep, who also gets the lead when its owner let it wait, unless the owner is answering right now. Emails the former owner and the admins.';

create or replace function public.run_clock_event(p_clock_id uuid, p_event text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
  lead public.leads;
  moment timestamptz;
  people uuid[];
begin
  if p_event not in ('warned', 'breached', 'escalated') then
    perform private.refuse('unknown_clock_event', '22023', 'A clock is warned, breached or escalated');
  end if;
  -- Escalations take turns, so that each one sees which rep the one before asked.
  if p_event = 'escalated' then perform pg_advisory_xact_lock(hashtextextended('next free rep', 0)); end if;
  select found.* into lead from public.leads as found
  where found.id = (select held.lead_id from public.lead_clocks as held where held.id = p_clock_id) for no key update;
  select found.* into clock from public.lead_clocks as found where found.id = p_clock_id for update;
  if clock.id is null or clock.state in ('answered', 'dropped') then return false; end if;
  moment := case p_event when 'warned' then clock.warn_at when 'breached' then clock.due_at else clock.escalate_at end;
  if moment is null or moment > now() then
    -- The working hours changed after the job was queued.
    perform private.enqueue_clock_jobs(clock);
    return false;
  end if;
  if not private.record_clock_event(clock, p_event, moment, null, jsonb_build_object(
    'owner', case when p_event = 'escalated' then lead.user_id end
  )) then return false; end if;
  update public.lead_clocks as held set state = p_event
  where held.id = clock.id and array_position(array['running', 'warned', 'breached', 'escalated'], held.state)
    < array_position(array['running', 'warned', 'breached', 'escalated'], p_event);
  -- An erased lead still counts in the figures, but nobody gets an email about it.
  if lead.erased_at is not null then return true; end if;
  if p_event = 'escalated' then
    perform private.escalate_clock(clock, lead);
  elsif p_event = 'breached' or clock.due_at > now() then
    -- A warning that runs after the breach, because no host ran meanwhile, is not worth an email.
    people := case
      when lead.user_id = any (private.active_users('sales') || private.active_users('admin')) then array[lead.user_id]
      else private.active_users('sales')
    end;
    perform private.notify_users(people, case p_event when 'warned' then 'lead-clock-warning' else 'lead-clock-breached' end, clock.id::text,
      private.lead_mail_data(lead.id) || jsonb_build_object('clockId', clock.id, 'target', clock.target_seconds::text,
        'left', floor(private.working_seconds_between(now(), clock.due_at))::text));
  end if;
  return true;
end
$$;

comment on function public.run_clock_event(uuid, text) is
'Runs the job of a clock (warned, breached or escalated) once, if the lead still waits and the time has come. Returns whether it did.';

create or replace function public.prepare_lead_alert(p_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  letter jsonb := (select job.payload from private.outbox as job where job.id = p_id and job.kind = 'mail');
  template text := letter ->> 'template';
  facts jsonb := letter -> 'data';
  reader uuid := (select account.id from auth.users as account where lower(account.email) = lower(letter ->> 'to'));
  lead public.leads;
  clock public.lead_clocks;
begin
  select found.* into lead from public.leads as found where found.id = (facts ->> 'leadId')::uuid;
  select found.* into clock from public.lead_clocks as found where found.id = (facts ->> 'clockId')::uuid;
  -- Nobody needs to answer any more. A merged lead is archived.
  if lead.id is null or not private.is_live(lead) or lead.erased_at is not null or clock.state in ('answered', 'dropped') then return null; end if;
  if template = 'lead-clock-escalated' then
    if facts ->> 'part' = 'rep' and lead.user_id <> reader then return null; end if;
    -- These facts are about the moment of the escalation.
    return private.lead_mail_data(lead.id) - 'owner' || facts;
  end if;
  -- A colleague has claimed it.
  if private.is_on_team(lead.user_id) and lead.user_id is distinct from reader then return null; end if;
  -- The next email says more.
  if template = 'lead-clock-warning' and clock.due_at <= now() or template = 'lead-clock-breached' and clock.state = 'escalated' then
    return null;
  end if;
  return facts - 'owner' || private.lead_mail_data(lead.id) || jsonb_strip_nulls(jsonb_build_object(
    'mine', case when lead.user_id = reader then 'true' end,
    'left', case when template = 'lead-clock-warning' then floor(private.working_seconds_between(now(), clock.due_at))::text end
  ));
end
$$;

comment on function public.prepare_lead_alert(uuid) is
'The data of a queued alert about a lead as it is right now. Null when the alert is no longer true: the lead is answered, archived, spam, merged or erased, a colleague claimed it, or a later alert says more.';

grant execute on function public.prepare_lead_alert(uuid) to service_role;

create table private.read_notifications (
  user_id uuid not null references auth.users (id) on delete cascade,
  event_id bigint not null references public.lead_clock_events (id) on delete cascade,
  read_at timestamptz not null default now(),
  primary key (user_id, event_id)
);

comment on table private.read_notifications is 'Which notifications each person of the team has read. Others are unread.';

create index read_notifications_event_id_idx on private.read_notifications (event_id);

alter table private.read_notifications enable row level security;

create or replace function private.notifications_of(p_user_id uuid, p_everyone boolean)
returns table (
  id bigint, event text, at timestamptz, lead_id uuid, first_name text, last_name text, email text, company text, new_owner_name text
)
language sql stable security definer
set search_path = ''
as $$
  select event.id, event.event, event.happened_at, event.lead_id, lead.first_name, lead.last_name,
    case when seen.is_theirs then lead.email end, lead.company,
    -- An escalation may give the person's lead to a colleague. The person sees the event and the new owner, but not the lead.
    case when not seen.is_theirs then private.person_name(clock.escalated_to) end
  -- Reads only the latest events of the team. Older ones are in the history of each lead.
  from (
    select latest.* from public.lead_clock_events as latest order by latest.id desc limit 500
  ) as event
  join public.leads as lead on lead.id = event.lead_id
  join public.lead_clocks as clock on clock.id = event.clock_id
  cross join lateral (values (p_everyone or lead.user_id is null or lead.user_id = p_user_id)) as seen (is_theirs)
  where event.event in ('started', 'breached', 'escalated') and private.is_live(lead) and lead.erased_at is null
    and (seen.is_theirs or event.event = 'escalated' and event.payload ->> 'owner' = p_user_id::text and clock.escalated_to <> p_user_id)
  order by event.id desc limit 20
$$;

comment on function private.notifications_of(uuid, boolean) is 'The latest notifications of a person, newest first, at most 20.';

create or replace function public.crm_notifications() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
begin
  return coalesce((
    select jsonb_agg(to_jsonb(news) || jsonb_build_object('is_read', exists (
      select from private.read_notifications as seen where seen.user_id = caller and seen.event_id = news.id
    )) order by news.at desc, news.id desc)
    from private.notifications_of(caller, private.has_active_role('admin')) as news
  ), '[]');
end
$$;

comment on function public.crm_notifications() is
'The latest arrivals, breaches and escalations of leads that the caller sees, and the leads that escalations took from them (new_owner_name says who has them now), each with is_read, at most 20. 42501: not on the team.';

create or replace function public.mark_notifications_read(p_ids bigint[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
begin
  insert into private.read_notifications (user_id, event_id)
  select caller, news.id from private.notifications_of(caller, private.has_active_role('admin')) as news where news.id = any (p_ids)
  on conflict do nothing;
end
$$;

comment on function public.mark_notifications_read(bigint[]) is
'Marks notifications as read for the caller. Ids that crm_notifications does not list for them are ignored. 42501: not on the team.';

grant execute on function public.mark_notifications_read(bigint[]) to authenticated;

create or replace function public.search_email_log(
  p_query text default '', p_status text default null, p_limit integer default 50, p_offset integer default 0
) returns table (
  id uuid, recipient text, template text, subject text, status text, attempts integer, last_error text, created_at timestamptz,
  done_at timestamptz, total bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select job.id, job.payload ->> 'to', job.payload ->> 'template', job.result ->> 'subject', shown.status, job.attempts, job.last_error,
    job.created_at, job.done_at, count(*) over ()
  from private.outbox as job
  cross join lateral (values (case when job.result ? 'skipped' then 'skipped' else job.status end)) as shown (status)
  where job.kind = 'mail' and (p_status is null or shown.status = p_status)
    and (coalesce(p_query, '') = '' or strpos(lower(concat_ws(' ', job.payload ->> 'to', job.payload ->> 'template', job.result ->> 'subject')), lower(left(p_query, 200))) > 0)
  order by job.created_at desc, job.id
  limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0);
end
$$;

comment on function public.search_email_log(text, text, integer, integer) is
'The emails that are still kept (retention_settings), newest first, with the total of all matches. An alert that was no longer true has the status skipped. Without their texts, because links in them are secrets. Admins only.';
