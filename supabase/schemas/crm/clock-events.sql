create function private.notification_kind(p_template text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when p_template in ('lead-clock-warning', 'lead-clock-breached') then 'lead-clock'
    when p_template in ('request-arrived', 'request-reply') then 'client-request'
    when p_template in ('lead-arrived', 'landing-alert') then 'lead-arrived'
    when p_template in ('payment-received', 'retainer-renewing', 'trial-ending', 'sign-up-waiting') then p_template
  end
$$;

comment on function private.notification_kind(text) is 'The notification choice that controls an email template. Null for emails that are always sent.';

create trigger skip_unwanted_mail before insert on private.outbox
for each row when (new.kind = 'mail' and private.notification_kind(new.payload ->> 'template') is not null)
execute function private.skip_unwanted_mail();

create function private.lead_mail_data(p_lead_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.mail_account_data(lead.account_id) || jsonb_strip_nulls(jsonb_build_object(
    'leadId', lead.id,
    -- On one line, because it becomes the subject of an email.
    'who', regexp_replace(private.lead_title(lead), '\s+', ' ', 'g'),
    'company', nullif(btrim(lead.company), ''), 'email', lead.email, 'phone', lead.phone, 'source', lead.source,
    'owner', case when lead.user_id is not null then private.owner_name(lead.user_id::text) end
  ))
  from public.leads as lead where lead.id = p_lead_id
$$;

comment on function private.lead_mail_data(uuid) is 'A lead as emails to the team show it, and its account if that is a client''s.';

create function private.notify_users(
  p_people uuid[], p_template text, p_key text, p_data jsonb, p_run_at timestamptz default now()
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform public.enqueue_outbox('mail', format('%s:%s:%s', p_template, p_key, account.id),
    jsonb_build_object('to', account.email, 'template', p_template, 'data', p_data), p_run_at)
  from auth.users as account where account.id = any (p_people) and coalesce(account.email, '') <> '' order by account.id;
end
$$;

comment on function private.notify_users(uuid[], text, text, jsonb, timestamptz) is
'Queues one email to each of these people, once for each key. It leaves at p_run_at.';

create function private.next_available_rep(p_account uuid, p_not uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select rep.id from unnest(private.team_of(p_account)) as rep (id)
  left join public.rotas as rota on rota.account_id = p_account and rota.user_id = rep.id
  cross join lateral (
    select count(*) as leads from public.lead_clocks as clock
    where clock.account_id = p_account and clock.state not in ('answered', 'dropped') and coalesce(clock.owner_id, clock.escalated_to) = rep.id
  ) as waiting
  where rep.id is distinct from p_not and coalesce(rota.weight, 1) > 0 and (rota.capacity is null or waiting.leads < rota.capacity)
    and rep.id = any ((select private.on_shift(p_account, private.team_of(p_account)))::uuid[])
  order by waiting.leads::numeric / coalesce(rota.weight, 1),
    (select max(clock.escalate_at) from public.lead_clocks as clock where clock.account_id = p_account and clock.escalated_to = rep.id) nulls first,
    rep.id
  limit 1
$$;

comment on function private.next_available_rep(uuid, uuid) is
'The person on shift with the fewest waiting leads for their weight, below their capacity; among equals, the one who was asked longest ago. Never the given one. Null when nobody is on shift.';

create table private.calls_in_progress (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  begun_at timestamptz not null default now()
);

comment on table private.calls_in_progress is
'Who last began to call or write to a lead. An escalation does not take a lead away during a call.';

create index calls_in_progress_user_id_idx on private.calls_in_progress (user_id);

alter table private.calls_in_progress enable row level security;

create function private.is_call_in_progress(p_lead_id uuid, p_user_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from private.calls_in_progress as begun
    where begun.lead_id = p_lead_id and begun.user_id = p_user_id and begun.begun_at > now() - interval '10 minutes'
  )
$$;

comment on function private.is_call_in_progress(uuid, uuid) is 'Whether this person began to answer the lead in the last ten minutes.';

create function private.start_call(p_lead_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
begin
  perform private.require_lead(p_lead_id);
  insert into private.calls_in_progress (lead_id, user_id) values (p_lead_id, caller)
  on conflict (lead_id) do update set user_id = excluded.user_id, begun_at = excluded.begun_at;
end
$$;

create function public.start_call(p_lead_id uuid) returns void
language sql volatile
set search_path = ''
return private.start_call(p_lead_id);

comment on function public.start_call(uuid) is
'Records that the caller begins to answer a lead. For ten minutes an escalation does not take the lead away. It does not stop the clock. PT404: no such lead, or not the caller''s.';

grant execute on function public.start_call(uuid) to authenticated;
grant execute on function private.start_call(uuid) to authenticated;

create function private.escalate_clock(p_clock public.lead_clocks, p_lead public.leads) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- A person who is answering right now keeps the lead.
  answering boolean := private.is_call_in_progress(p_lead.id, p_lead.user_id);
  rep uuid := case when not answering then private.next_available_rep(p_lead.account_id, p_lead.user_id) end;
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
  if private.is_on_team(p_lead.user_id, p_lead.account_id) then
    perform private.notify_users(array[p_lead.user_id], 'lead-clock-escalated', p_clock.id::text, facts || '{"part": "owner"}');
  end if;
  perform private.notify_users(private.leaders_of(p_lead.account_id), 'lead-clock-escalated', p_clock.id::text, facts || '{"part": "admin"}');
end
$$;

comment on function private.escalate_clock(public.lead_clocks, public.leads) is
'Asks the next free rep, who also gets the lead when its owner let it wait, unless the owner is answering right now. Emails the former owner and the account''s leaders.';

create function private.run_clock_event(p_clock_id uuid, p_event text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
  lead public.leads;
  moment timestamptz;
  people uuid[];
begin
  if p_event not in ('offered', 'warned', 'breached', 'escalated') then
    perform private.refuse('unknown_clock_event', '22023', 'A clock is warned, breached, offered or escalated');
  end if;
  if p_event in ('offered', 'escalated') then
    perform private.lock_routing((select held.account_id from public.lead_clocks as held where held.id = p_clock_id));
  end if;
  select found.* into lead from public.leads as found
  where found.id = (select held.lead_id from public.lead_clocks as held where held.id = p_clock_id) for no key update;
  select found.* into clock from public.lead_clocks as found where found.id = p_clock_id for update;
  if clock.id is null or clock.state in ('answered', 'dropped') then return false; end if;
  moment := case p_event when 'warned' then clock.warn_at when 'breached' then clock.due_at
    when 'offered' then clock.offer_at else clock.escalate_at end;
  if moment is null or moment > now() then
    -- The working hours changed after the job was queued, or the database's clock went back. In the second case this job waits on.
    perform private.enqueue_clock_jobs(clock);
    update private.outbox as job
    set status = 'queued', run_at = moment, attempts = 0, locked_by = null, locked_until = null, is_lease_questioned = false
    where job.kind = 'lead_clock' and job.status = 'running' and job.dedupe_key like format('lead_clock:%s:%s:%s:%%', clock.id, p_event, extract(epoch from moment));
    return false;
  end if;
  if p_event = 'offered' then
    return lead.erased_at is null and clock.state <> 'escalated' and not exists (
      select from public.lead_clock_events as noted where noted.clock_id = clock.id and noted.event = 'offered'
    ) and private.offer_clock(clock, lead);
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
      when private.is_on_team(lead.user_id, lead.account_id) then array[lead.user_id]
      else private.team_of(lead.account_id)
    end;
    perform private.notify_users(people, case p_event when 'warned' then 'lead-clock-warning' else 'lead-clock-breached' end, clock.id::text,
      private.lead_mail_data(lead.id) || jsonb_build_object('clockId', clock.id, 'target', clock.target_seconds::text,
        'left', floor(private.working_seconds_between(now(), clock.due_at, private.calendar_of(clock.account_id)))::text));
  end if;
  return true;
end
$$;

create function public.run_clock_event(p_clock_id uuid, p_event text) returns boolean
language sql volatile
set search_path = ''
return private.run_clock_event(p_clock_id, p_event);

comment on function public.run_clock_event(uuid, text) is
'Runs the job of a clock (warned, offered, breached or escalated) once, if the lead still waits and the time has come. Returns whether it did.';

create function private.prepare_lead_alert(p_id uuid) returns jsonb
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
  -- Nobody there can claim the lead or log an answer. Sales people who are lent to the account can.
  plan jsonb := '{}';
begin
  select found.* into lead from public.leads as found where found.id = (facts ->> 'leadId')::uuid;
  select found.* into clock from public.lead_clocks as found where found.id = (facts ->> 'clockId')::uuid;
  -- Nobody needs to answer any more. A merged lead is archived.
  if lead.id is null or (lead.archived_at is not null or lead.is_spam) or lead.erased_at is not null or clock.state in ('answered', 'dropped') then return null; end if;
  if lead.account_id <> private.agency_account() and not private.has_premium(lead.account_id) and not exists (
    select from public.user_roles as held where held.user_id = reader and held.role in ('admin', 'sales') and held.status = 'active'
  ) then
    plan := '{"readOnly": "true"}';
  end if;
  if template = 'lead-clock-escalated' then
    if facts ->> 'part' = 'rep' and lead.user_id <> reader then return null; end if;
    -- These facts are about the moment of the escalation.
    return private.lead_mail_data(lead.id) - 'owner' || facts || plan;
  end if;
  -- A colleague has claimed it.
  if private.is_on_team(lead.user_id, lead.account_id) and lead.user_id is distinct from reader then return null; end if;
  -- The next email says more.
  if template = 'lead-clock-warning' and clock.due_at <= now() or template = 'lead-clock-breached' and clock.state = 'escalated' then
    return null;
  end if;
  return facts - 'owner' || private.lead_mail_data(lead.id) || plan || jsonb_strip_nulls(jsonb_build_object(
    'mine', case when lead.user_id = reader then 'true' end,
    'left', case when template = 'lead-clock-warning' then floor(private.working_seconds_between(now(), clock.due_at, private.calendar_of(clock.account_id)))::text end
  ));
end
$$;

create function public.prepare_lead_alert(p_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.prepare_lead_alert(p_id);

comment on function public.prepare_lead_alert(uuid) is
'The data of a queued alert about a lead as it is right now; readOnly for a reader whose account is on the free plan. Null when the alert is no longer true: the lead is answered, archived, spam, merged or erased, a colleague claimed it, or a later alert says more.';

grant execute on function public.run_clock_event(uuid, text) to service_role;
grant execute on function private.run_clock_event(uuid, text) to service_role;
grant execute on function public.prepare_lead_alert(uuid) to service_role;
grant execute on function private.prepare_lead_alert(uuid) to service_role;
