-- Alerts about the leads of a free account know that its people can only read them.

create or replace function private.prepare_lead_alert(p_id uuid) returns jsonb
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

comment on function public.prepare_lead_alert(uuid) is
'The data of a queued alert about a lead as it is right now; readOnly for a reader whose account is on the free plan. Null when the alert is no longer true: the lead is answered, archived, spam, merged or erased, a colleague claimed it, or a later alert says more.';
