-- A call that takes place now is due today, not overdue.

create function private.is_in_call(p_lead_id uuid, p_since timestamptz) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.bookings as booking
    where booking.lead_id = p_lead_id and booking.starts_at = p_since and booking.state = 'booked' and booking.ends_at > now()
  )
$$;

comment on function private.is_in_call(uuid, timestamptz) is
'Whether a call with this lead that began at this time takes place now: a next step that is due since then isn''t late.';

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
    'overdue', private.queue_section(
      accounts, 'lead.next_task_at < now() and lead.stage <> ''lost'' and not private.is_in_call(lead.id, lead.next_task_at)', 'next_task_at', caller, everyone
    ),
    'due_today', private.queue_section(
      accounts, 'lead.next_task_at < %L and lead.stage <> ''lost'' and (lead.next_task_at >= now() or private.is_in_call(lead.id, lead.next_task_at))',
      'next_task_at', caller, everyone
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

create or replace function private.crm_pulse(p_seen bigint) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  everyone boolean := private.sees_all_leads();
  account constant uuid := private.workspace();
  accounts uuid[];
  change bigint := (select moved.last_value from private.crm_change as moved);
begin
  if change = p_seen then return jsonb_build_object('change', change); end if;
  accounts := private.today_accounts(account);
  return jsonb_build_object(
    'change', change, 'now', now(),
    'target_seconds', private.account_target(account),
    'calendar', private.calendar_of(account),
    'leads', (
      select coalesce(sum(total.leads), 0) from private.lead_totals as total
      where total.account_id = account and (everyone or total.owner in (caller::text, ''))
    ),
    'unanswered', (
      select count(*) from public.leads as lead
      where lead.account_id = any (accounts) and lead.clock_due_at is not null and lead.archived_at is null and not lead.is_spam and lead.erased_at is null
        -- The same leads as on Today, so that both numbers agree.
        and (everyone or lead.user_id is null or lead.user_id = caller)
    ),
    'overdue', (
      select count(*) from public.leads as lead
      where lead.account_id = any (accounts) and lead.next_task_at < now() and lead.stage <> 'lost' and lead.archived_at is null and not lead.is_spam
        and not private.is_in_call(lead.id, lead.next_task_at)
        and (everyone or lead.user_id is null or lead.user_id = caller)
    ),
    'newest', (
      select jsonb_build_object('id', lead.id, 'first_name', lead.first_name, 'last_name', lead.last_name, 'company', lead.company,
        'email', lead.email,
        'source', lead.source, 'arrived_at', lead.arrived_at,
        'account', case when lead.account_id <> account then private.mark_of_account(lead.account_id) end)
      from (
        select waiting.*, clock.arrived_at from public.leads as waiting
        join public.lead_clocks as clock on clock.lead_id = waiting.id and clock.state not in ('answered', 'dropped')
        where waiting.account_id = any (accounts) and waiting.clock_due_at is not null and waiting.archived_at is null and not waiting.is_spam and waiting.erased_at is null
          and (everyone or waiting.user_id is null or waiting.user_id = caller)
        order by clock.arrived_at desc limit 1
      ) as lead
    ),
    'team', private.team_medians(account)
  );
end
$$;
