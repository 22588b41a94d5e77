-- Today tells a host about the calls that they hold with leads of colleagues.

create function private.hosted_calls(p_accounts uuid[], p_caller uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', booking.id, 'account_id', booking.account_id, 'starts_at', booking.starts_at, 'ends_at', booking.ends_at, 'title', booking.title,
    'name', booking.name, 'location', booking.location, 'owner', private.person_name(lead.user_id)
  ) order by booking.starts_at, booking.id), '[]')
  from public.booking_hosts as host
  join public.bookings as booking on booking.id = host.booking_id
  join public.leads as lead on lead.id = private.kept_lead(booking.lead_id)
  -- As the index on the times of hosts has it, so that years of calls cost nothing.
  where host.is_taken and private.person_range(host.user_id, host.user_id, '[]') && private.person_range(p_caller, p_caller, '[]')
    and host.during && tstzrange(now() - interval '7 days', private.account_day_start(private.workspace(), 1))
    and booking.state = 'booked' and booking.starts_at < private.account_day_start(booking.account_id, 1)
    and booking.account_id = any (p_accounts) and lead.user_id <> p_caller and lead.erased_at is null
$$;

comment on function private.hosted_calls(uuid[], uuid) is
'The calls until the end of today that the caller holds with leads of colleagues. Those without an outcome stay for a week.';

create or replace function private.crm_today(p_scope text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  everyone boolean := coalesce(p_scope, 'mine') = 'all' and private.sees_all_leads();
  account public.accounts;
  accounts uuid[];
begin
  if coalesce(p_scope, 'mine') not in ('mine', 'all') then
    perform private.refuse('unknown_owner', '22023', 'Unknown scope');
  end if;
  select own.* into account from public.accounts as own where own.id = private.workspace();
  accounts := private.today_accounts(account.id);
  return jsonb_build_object(
    'now', now(), 'target_seconds', account.speed_to_lead_minutes * 60, 'zone', account.time_zone, 'currency', account.currency,
    'response', private.response_today(),
    'unanswered', private.queue_section(accounts, 'lead.clock_due_at is not null', 'clock_due_at', caller, everyone),
    -- Tasks of a lost lead are hidden until the lead comes back.
    'overdue', private.queue_section(accounts, 'lead.next_task_at < now() and lead.stage <> ''lost''', 'next_task_at', caller, everyone),
    'due_today', private.queue_section(
      accounts, 'lead.next_task_at >= now() and lead.next_task_at < %L and lead.stage <> ''lost''', 'next_task_at', caller, everyone
    ),
    'no_next_step', private.queue_section(
      accounts, 'lead.next_task_at is null and lead.clock_due_at is null and lead.stage not in (''won'', ''lost'')',
      'stage_entered_at', caller, everyone
    ),
    -- Who sees everybody's leads has these calls in the sections.
    'calls', case when everyone then '[]' else private.hosted_calls(accounts, caller) end,
    'accounts', (
      select coalesce(jsonb_agg(private.mark_of_account(lent.id) || jsonb_build_object(
        'currency', private.account_currency(lent.id), 'calendar', private.calendar_of(lent.id)
      ) order by lent.place), '[]')
      from unnest(accounts[2:]) with ordinality as lent (id, place)
    )
  );
end
$$;

comment on function public.crm_today(text) is
'The day: { now, target_seconds, zone, currency, response, unanswered, overdue, due_today, no_next_step, calls, accounts }; each section is { total, rows }. calls are those that the caller holds with leads of colleagues, with each lead''s owner. Sales people at home also have the work of the accounts that they are lent to: accounts describes those, and each row has its account_id. Scope mine: the caller''s own and unowned leads. Scope all: everybody''s, for those who see all leads. 42501: not on the team.';
