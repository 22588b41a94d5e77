-- Sales people lent to a client's account see both in one Today.

create or replace function private.require_team() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if private.workspace() is null then
    if nullif(current_setting('request.headers', true), '')::jsonb ? 'x-account' then
      perform private.refuse('account_left', '42501', 'You no longer work in this account');
    end if;
    perform private.refuse('team_only', '42501', 'Only the sales team can do this');
  end if;
  return auth.uid();
end
$$;

comment on function private.require_team() is
'Returns the caller''s id. 42501: the caller may not enter the workspace; account_left when the request names one, whether it exists or not.';

create function private.today_accounts(p_workspace uuid) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lent uuid[];
begin
  if p_workspace = private.agency_account() then
    lent := array(
      select loan.account_id from public.account_loans as loan join public.accounts as account on account.id = loan.account_id
      where loan.user_id = auth.uid() and account.archived_at is null order by loan.account_id
    );
    if lent <> '{}' and private.has_active_role('sales') and not private.has_active_role('admin') then return p_workspace || lent; end if;
  end if;
  return array[p_workspace];
end
$$;

comment on function private.today_accounts(uuid) is
'The accounts whose work the caller does from their workspace, the workspace first: sales people at home also have the accounts that they are lent to.';

create function private.mark_of_account(p_account uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', account.id, 'slug', account.slug, 'name', account.name)
  from public.accounts as account where account.id = p_account
$$;

comment on function private.mark_of_account(uuid) is
'How something of another account than the workspace is marked: { id, slug, name }.';

drop function private.queue_section(text, text, uuid, boolean);

create function private.queue_section(p_accounts uuid[], p_where text, p_order text, p_caller uuid, p_everyone boolean) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  -- One condition for each account, so that each reads the first rows of its own index.
  conditions constant text[] := array(
    select format(
      'lead.account_id = %L and lead.created_at >= %L and private.is_live(lead) and lead.erased_at is null and %s%s', account.id,
      private.visible_since(), case when strpos(p_where, '%') = 0 then p_where else format(p_where, private.account_day_start(account.id, 1)) end,
      case when p_everyone then '' else ' and (lead.user_id = $1 or lead.user_id is null)' end
    )
    from unnest(p_accounts) with ordinality as account (id, place) order by account.place
  );
  answer jsonb;
begin
  execute format(
    $section$
      select jsonb_build_object(
        'total', %1$s,
        'rows', coalesce((
          select jsonb_agg(private.queue_lead_json(shown::public.leads) order by shown.%3$s, shown.id)
          from (select lead.* from (%2$s) as lead order by lead.%3$s, lead.id limit 100) as shown
        ), '[]')
      )
    $section$,
    (select string_agg(format('(select count(*) from public.leads as lead where %s)', one), ' + ') from unnest(conditions) as one),
    (
      select string_agg(
        format('(select lead.* from public.leads as lead where %s order by lead.%s, lead.id limit 100)', one, p_order), ' union all '
      )
      from unnest(conditions) as one
    ),
    p_order
  ) into answer using p_caller;
  return answer;
end
$$;

comment on function private.queue_section(uuid[], text, text, uuid, boolean) is
'One section of Today over these accounts, in one order: { total, rows }, at most 100 rows. Condition and order never come from a caller. A %L in the condition is when the day ends in the account.';

create or replace function public.crm_today(p_scope text default 'mine') returns jsonb
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
'The day: { now, target_seconds, zone, currency, response, unanswered, overdue, due_today, no_next_step, accounts }; each section is { total, rows }. Sales people at home also have the work of the accounts that they are lent to: accounts describes those, and each row has its account_id. Scope mine: the caller''s own and unowned leads. Scope all: everybody''s, for those who see all leads. 42501: not on the team.';

create or replace function public.crm_pulse(p_seen bigint default null) returns jsonb
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
      where lead.account_id = any (accounts) and lead.clock_due_at is not null and private.is_live(lead) and lead.erased_at is null
        -- The same leads as on Today, so that both numbers agree.
        and (everyone or lead.user_id is null or lead.user_id = caller)
    ),
    'overdue', (
      select count(*) from public.leads as lead
      where lead.account_id = any (accounts) and lead.next_task_at < now() and lead.stage <> 'lost' and private.is_live(lead)
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
        where waiting.account_id = any (accounts) and waiting.clock_due_at is not null and private.is_live(waiting) and waiting.erased_at is null
          and (everyone or waiting.user_id is null or waiting.user_id = caller)
        order by clock.arrived_at desc limit 1
      ) as lead
    ),
    'team', private.team_medians()
  );
end
$$;

comment on function public.crm_pulse(bigint) is
'The number that grows with every change (crm_change) and, when it is not p_seen, the counts in the navigation: { change, now, target_seconds, calendar, leads, unanswered, overdue, newest, team }. unanswered, overdue and newest count what is on Today (today_accounts), the rest is about the workspace. 42501: not on the team.';

drop function private.notifications_of(uuid, boolean);

create function private.notifications_of(p_user_id uuid, p_everyone boolean)
returns table (
  id bigint, event text, at timestamptz, lead_id uuid, first_name text, last_name text, email text, company text, new_owner_name text,
  account_id uuid
)
language sql stable security definer
set search_path = ''
as $$
  select event.id, event.event, event.happened_at, event.lead_id, lead.first_name, lead.last_name,
    case when seen.is_theirs then lead.email end, lead.company,
    -- An escalation may give the person's lead to a colleague. The person sees the event and the new owner, but not the lead.
    case when not seen.is_theirs then private.person_name(clock.escalated_to) end,
    event.account_id
  -- Reads only the latest events of the team. Older ones are in the history of each lead.
  from (
    select latest.* from unnest(private.today_accounts(private.workspace())) as account (id)
    cross join lateral (
      select own.* from public.lead_clock_events as own where own.account_id = account.id order by own.id desc limit 500
    ) as latest
    order by latest.id desc limit 500
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
  account constant uuid := private.workspace();
begin
  return coalesce((
    select jsonb_agg(to_jsonb(news) - 'account_id' || jsonb_build_object(
      'account', case when news.account_id <> account then private.mark_of_account(news.account_id) end,
      'is_read',
      -- Nothing is left to do for a lead that was answered. That a colleague got the caller's lead stays news.
      news.new_owner_name is null and clock.state in ('answered', 'dropped')
      or exists (select from private.read_notifications as seen where seen.user_id = caller and seen.event_id = news.id)
    ) order by news.at desc, news.id desc)
    from private.notifications_of(caller, private.sees_all_leads()) as news
    join public.lead_clock_events as event on event.id = news.id
    join public.lead_clocks as clock on clock.id = event.clock_id
  ), '[]');
end
$$;

comment on function public.crm_notifications() is
'The latest arrivals, breaches and escalations of leads that the caller sees, and the leads that escalations took from them (new_owner_name says who has them now), each with is_read and, when it is not the workspace''s, its account; at most 20. They are about the leads of Today (today_accounts). News of answered leads counts as read. 42501: not on the team.';

create trigger bump_crm_change after insert or update or delete on public.account_loans
for each statement execute function private.bump_crm_change();

create trigger bump_crm_change after update on public.accounts
for each statement execute function private.bump_crm_change();

comment on sequence private.crm_change is 'Grows with every statement that changes leads, tasks, their history, loans or accounts.';
