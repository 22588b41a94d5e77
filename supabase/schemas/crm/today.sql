-- The day of a sales person: waiting leads, overdue tasks, tasks due today, and leads without a next step.

create index leads_owner_next_task_idx on public.leads (account_id, user_id, next_task_at, id)
where next_task_at is not null and archived_at is null and not is_spam;
create index leads_no_next_step_idx on public.leads (account_id, user_id, stage_entered_at, id)
where next_task_at is null and clock_due_at is null and archived_at is null and not is_spam and stage not in ('won', 'lost');

-- In plpgsql, because lists call these for each row, and a function in SQL would be planned in each call.
create function private.clock_json(p_lead_id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', clock.id, 'arrived_at', clock.arrived_at, 'started_at', clock.started_at, 'target_seconds', clock.target_seconds,
      'warn_at', clock.warn_at, 'due_at', clock.due_at, 'escalate_at', clock.escalate_at, 'state', clock.state,
      'answered_at', clock.answered_at, 'response_seconds', clock.response_seconds, 'booked_at', clock.booked_at, 'closed_at', clock.closed_at,
      'answered_by', private.person_name(clock.answered_by), 'escalated_to', private.person_name(clock.escalated_to)
    )
    from public.lead_clocks as clock
    -- Includes merged leads: their clocks are shown when this lead has none. An array, so that the index finds them.
    where clock.lead_id = any (array(select private.leads_within(p_lead_id))) and (clock.lead_id = p_lead_id or clock.state <> 'dropped')
    -- A resumed clock has the same arrival as the dropped one before it.
    order by clock.lead_id = p_lead_id desc, clock.arrived_at desc, clock.state = 'dropped', clock.created_at desc, clock.id limit 1
  );
end
$$;

comment on function private.clock_json(uuid) is 'The latest clock of a lead, as pages show it; null when it never had one.';

create function private.shown_lead(lead public.leads) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return to_jsonb(lead) - array['updated_at', 'phone_key', 'user_id', 'answered_by', 'answer_target_seconds']
    || jsonb_build_object('owner_id', lead.user_id, 'owner_name', private.person_name(lead.user_id));
end
$$;

comment on function private.shown_lead(public.leads) is 'The columns of a lead that its page and Today show.';

create function private.queue_lead_json(lead public.leads) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return private.shown_lead(lead) - array['first_touch', 'consent_text'] || jsonb_build_object(
    'next_task_id', (
      select task.id from public.lead_tasks as task
      where lead.next_task_at is not null and task.lead_id = lead.id and task.done_at is null order by task.due_at, task.id limit 1
    ), 'next_task_call_id', (
      select case when private.is_booked_call(task.booking_id) then task.booking_id end from public.lead_tasks as task
      where lead.next_task_at is not null and task.lead_id = lead.id and task.done_at is null order by task.due_at, task.id limit 1
    ), 'clock', private.clock_json(lead.id), 'call', private.next_call(lead.id),
    'last', (
      select jsonb_build_object('kind', activity.kind, 'outcome', activity.payload ->> 'outcome', 'at', activity.occurred_at)
      from public.lead_activities as activity
      where activity.lead_id = lead.id and private.is_human_activity(activity.kind) and not private.is_retracted(activity.id)
      order by activity.occurred_at desc limit 1
    ), 'answers', (
      select private.answers_text(entry.payload) from public.lead_activities as entry
      where entry.lead_id = lead.id and entry.kind = 'form' and entry.payload ? 'answers'
      order by entry.occurred_at desc, entry.id limit 1
    )
  );
end
$$;

comment on function private.queue_lead_json(public.leads) is 'A row of Today with everything that its preview shows.';

-- In plpgsql, which keeps its plan: lists ask it for many leads. No call is longer than eight hours.
create function private.is_in_call(p_lead_id uuid, p_since timestamptz) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (
    select from public.bookings as booking
    where booking.lead_id = p_lead_id and booking.starts_at = p_since and booking.state = 'booked' and booking.ends_at > now()
  );
end
$$;

comment on function private.is_in_call(uuid, timestamptz) is
'Whether a call with this lead that began at this time takes place now: a next step that is due since then isn''t late.';

create function private.queue_section(p_accounts uuid[], p_where text, p_order text, p_caller uuid, p_everyone boolean) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  -- One condition for each account, so that each reads the first rows of its own index.
  conditions constant text[] := array(
    select format(
      'lead.account_id = %L and lead.created_at >= %L and lead.archived_at is null and not lead.is_spam and lead.erased_at is null and %s%s', account.id,
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

create function private.response_today() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'answered', count(clock.response_seconds),
    'median_seconds', round(percentile_cont(0.5) within group (order by clock.response_seconds)),
    'p90_seconds', round(percentile_cont(0.9) within group (order by clock.response_seconds)),
    'within', count(*) filter (where clock.response_seconds <= clock.target_seconds),
    -- A lead that still has time is neither within the target nor over it.
    'decided', count(*) filter (where clock.response_seconds is not null or clock.due_at < now())
  )
  from public.lead_clocks as clock where clock.account_id = private.workspace()
    and clock.arrived_at >= (select private.account_day_start(private.workspace())) and clock.state <> 'dropped'
$$;

comment on function private.response_today() is
'How fast the team answered leads that arrived today, by the account''s day. Median and p90 are null without answers.';

create function private.mark_of_account(p_account uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', account.id, 'slug', account.slug, 'name', account.name)
  from public.accounts as account where account.id = p_account
$$;

comment on function private.mark_of_account(uuid) is
'How something of another account than the workspace is marked: { id, slug, name }.';

create function private.tomorrow() returns timestamptz
language sql stable
set search_path = ''
as $$
  select private.account_day_start(private.workspace(), 1)
$$;

comment on function private.tomorrow() is 'When the day ends in the workspace.';

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

create function private.crm_today(p_scope text) returns jsonb
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
      accounts, 'lead.next_task_at < now() and lead.stage <> ''lost'' and (lead.next_task_at < now() - interval ''8 hours'' or not private.is_in_call(lead.id, lead.next_task_at))',
      'next_task_at', caller, everyone
    ),
    'due_today', private.queue_section(
      accounts, 'lead.next_task_at >= now() - interval ''8 hours'' and lead.next_task_at < %L and lead.stage <> ''lost'' and (lead.next_task_at >= now() or private.is_in_call(lead.id, lead.next_task_at))',
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

create function public.crm_today(p_scope text default 'mine') returns jsonb
language sql stable
set search_path = ''
return private.crm_today(p_scope);

comment on function public.crm_today(text) is
'The day: { now, target_seconds, zone, currency, response, unanswered, overdue, due_today, no_next_step, calls, accounts }; each section is { total, rows }. calls are those that the caller holds with leads of colleagues, with each lead''s owner. Sales people at home also have the work of the accounts that they are lent to: accounts describes those, and each row has its account_id. Scope mine: the caller''s own and unowned leads. Scope all: everybody''s, for those who see all leads. 42501: not on the team.';

grant execute on function public.crm_today(text) to authenticated;
grant execute on function private.crm_today(text) to authenticated;
