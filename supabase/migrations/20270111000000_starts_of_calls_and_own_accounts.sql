-- The week of calls has the moments at which one can begin, lists ask about running calls of the last hours only, and searches work out
-- a person's own account in one go.

create view private.own_account_of_clients with (security_invoker = true) as
select distinct on (member.user_id) member.user_id, member.account_id
from private.client_members as member order by member.user_id, member.role, member.created_at, member.account_id;

comment on view private.own_account_of_clients is
'The account that each client''s invoices and requests belong to: the one that they own, else the first that they joined.';

create or replace function private.account_of_client(p_user_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select own.account_id from private.own_account_of_clients as own where own.user_id = p_user_id
$$;

comment on function private.account_of_client(uuid) is
'The account that a client''s invoices and requests belong to (private.own_account_of_clients). Null for people of the agency.';

create or replace function private.matching_accounts(p_pattern text) returns uuid[]
language sql stable
set search_path = ''
as $$
  select array(
    select account.id from public.accounts as account where account.kind = 'client' and lower(account.name) like p_pattern
    union
    select own.account_id from private.own_account_of_clients as own where own.user_id = any (private.matching_companies(p_pattern))
  )
$$;

comment on function private.matching_accounts(text) is
'Clients'' accounts whose name matches a pattern, or the company that someone named whose own account it is.';

create or replace function private.search_invoices(
  p_query text, p_status text, p_sort text, p_descending boolean, p_limit integer, p_offset integer, p_client uuid, p_from date, p_until date
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  today constant date := private.agency_day();
  pattern text;
  searched text := 'true';
  wanted text;
  sorted text;
  answer jsonb;
begin
  perform private.require_admin();
  foreach pattern in array private.search_words(p_query) loop
    searched := searched || format(
      ' and (held.search_text like %L or held.client_id = any (%L::uuid[]) or held.account_id = any (%L::uuid[]) or held.account_id is null and held.client_id = any (%L::uuid[]))',
      pattern, private.matching_clients(pattern), private.matching_accounts(pattern), private.matching_companies(pattern)
    );
  end loop;
  if p_client is not null then
    -- A person stands for the accounts that they belong to, whose invoices may name a colleague.
    searched := searched || format(' and (held.client_id = %L or held.account_id = any (%L::uuid[]))', p_client, (
      select array_agg(member.account_id) || p_client from public.account_members as member where member.user_id = p_client
    ));
  end if;
  if p_from is not null then searched := searched || format(' and held.issued_at >= %L::timestamptz', private.day_start(p_from)); end if;
  if p_until is not null then searched := searched || format(' and held.issued_at < %L::timestamptz', private.day_start(p_until + 1)); end if;
  -- Only names from these lists reach the statement.
  wanted := case p_status
    when 'all' then 'true' when 'open' then 'found.shown in (''pending'', ''overdue'')' when 'attention' then 'found.attention'
    when 'draft' then 'found.shown = ''draft''' when 'pending' then 'found.shown = ''pending''' when 'overdue' then 'found.shown = ''overdue'''
    when 'paid' then 'found.readable in (''paid'', ''partly refunded'')' when 'refunded' then 'found.refund is not null' when 'void' then 'found.shown = ''void''' when 'active' then 'found.shown = ''active'''
  end;
  sorted := case p_sort
    when 'created' then 'found.created_at' when 'due' then 'found.due_date' when 'amount' then 'found.amount' when 'number' then 'found.invoice_number'
    -- As private.billed_company, worked out once for each person.
    when 'client' then $order$coalesce(
      case
        when found.account_id is null then client.company
        when found.account_id = coalesce(client.account, found.account_id) then client.named
        else lower(prepared.name)
      end,
      client.name, lower(prepared.name)
    )$order$
  end;
  if wanted is null or sorted is null then perform private.refuse('unknown_filter', '22023', 'There is no such filter or order'); end if;
  execute format(
    $sql$
      -- A search runs once. Without words, counting and paging each have their own best plan.
      with found as %1$s (
        select held.id, held.client_id, held.account_id, held.currency, held.amount, held.created_at, held.due_date, held.invoice_number,
          held.owed_amount as owed, held.needs_attention is not null as attention,
          held.shown, held.readable, held.refund, held.amount - held.credited_amount as billed, held.kept_amount as received, held.refunded_amount as refunded
        from private.shown_invoices as held where %2$s
      ), tally as materialized (
        select found.currency, found.shown, found.readable, found.attention, %3$s as chosen, count(*) as number, sum(found.billed) as billed,
          sum(found.received) as received, sum(found.refunded) as refunded, sum(found.owed) as owed
        from found group by 1, 2, 3, 4, 5
      ), picked as materialized (
        select found.id, found.shown, row_number() over () as place
        from (
          select found.id, found.shown from found %4$s where %3$s order by %5$s %6$s nulls last, found.invoice_number %6$s nulls last, found.id %6$s limit $2 offset $3
        ) as found
      ), page as (
        select held.*, profile.first_name, profile.last_name, private.billed_company(held.client_id, held.account_id) as company, account.email,
          prepared.name as account_name, picked.shown, picked.place
        from picked join public.invoices as held on held.id = picked.id
        left join auth.users as account on account.id = held.client_id
        left join public.accounts as prepared on prepared.id = held.account_id
        left join public.profiles as profile on profile.user_id = held.client_id
      )
      select jsonb_build_object(
        'today', $1, 'client', $4,
        'rows', coalesce((
          select jsonb_agg(jsonb_build_object(
            'id', page.id, 'invoice_number', page.invoice_number, 'status', page.shown, 'description', page.description, 'amount', page.amount,
            'credited_amount', page.credited_amount, 'received_amount', page.received_amount,
            'refunded_amount', page.refunded_amount, 'kept_amount', page.kept_amount, 'refund', page.refund, 'owed_amount', page.owed_amount,
            'currency', page.currency, 'due_date', page.due_date, 'paid_date', page.paid_date, 'issued_at', page.issued_at,
            'needs_attention', page.needs_attention, 'client_id', page.client_id,
            'client_name', coalesce(private.name_or_email(page.first_name, page.last_name, page.email), page.account_name),
            'client_company', page.company, 'client_email', page.email, 'client_status', private.client_status(page.client_id),
            'account_id', page.account_id, 'created_at', page.created_at, 'updated_at', page.updated_at
          ) order by page.place) from page
        ), '[]'),
        'total', (select coalesce(sum(tally.number), 0) from tally where tally.chosen),
        'sums', coalesce((
          select jsonb_agg(jsonb_build_object('currency', sums.currency, 'amount', sums.amount, 'received', sums.received,
            'refunded', sums.refunded, 'owed', sums.owed, 'later', sums.later, 'drafts', sums.drafts) order by sums.amount desc, sums.currency)
          from (
            select tally.currency, coalesce(sum(tally.billed) filter (where tally.shown not in ('draft', 'void')), 0) as amount,
              sum(tally.received) as received, sum(tally.refunded) as refunded,
              coalesce(sum(tally.owed) filter (where tally.shown in ('pending', 'overdue')), 0) as owed,
              coalesce(sum(tally.owed) filter (where tally.shown = 'active'), 0) as later,
              coalesce(sum(tally.billed) filter (where tally.shown = 'draft'), 0) as drafts
            from tally where tally.chosen group by tally.currency
          ) as sums where sums.amount <> 0 or sums.received <> 0 or sums.refunded <> 0 or sums.drafts <> 0
        ), '[]'),
        'counts', (
          select jsonb_build_object(
            'all', coalesce(sum(tally.number), 0),
            'open', coalesce(sum(tally.number) filter (where tally.shown in ('pending', 'overdue')), 0),
            'overdue', coalesce(sum(tally.number) filter (where tally.shown = 'overdue'), 0),
            'draft', coalesce(sum(tally.number) filter (where tally.shown = 'draft'), 0),
            'active', coalesce(sum(tally.number) filter (where tally.shown = 'active'), 0),
            'paid', coalesce(sum(tally.number) filter (where tally.readable in ('paid', 'partly refunded')), 0),
            'refunded', coalesce(sum(tally.number) filter (where tally.readable in ('refunded', 'partly refunded')), 0),
            'void', coalesce(sum(tally.number) filter (where tally.shown = 'void'), 0),
            'attention', coalesce(sum(tally.number) filter (where tally.attention), 0)
          ) from tally
        )
      )
    $sql$,
    case when searched = 'true' then 'not materialized' else 'materialized' end, searched, wanted,
    case when p_sort = 'client' then $join$ left join public.accounts as prepared on prepared.id = found.account_id left join (
      select account.id, lower(business.company) as company, lower(nullif(btrim(profile.company), '')) as named, lower(coalesce(profile.first_name, account.email::text)) as name,
        own.account_id as account
      from auth.users as account left join public.profiles as profile on profile.user_id = account.id
      left join private.person_businesses as business on business.user_id = account.id
      left join private.own_account_of_clients as own on own.user_id = account.id
      offset 0
    ) as client on client.id = found.client_id $join$ else '' end,
    sorted, case when p_descending then 'desc' else 'asc' end
  ) into answer using today, least(greatest(p_limit, 1), 200), greatest(p_offset, 0), private.name_of_client(p_client);
  return answer;
end
$$;

drop function private.starts_with(uuid, uuid[], timestamptz, timestamptz);

create function private.starts_with(p_account uuid, p_people uuid[], p_from timestamptz, p_to timestamptz)
returns table (starts_at timestamptz, until timestamptz)
language sql stable security definer
set search_path = ''
as $$
  with known as materialized (
    select type.id, private.hosts_of(type) as hosts, private.hosts_of(type) && p_people as is_theirs
    from public.meeting_types as type where type.account_id = p_account and type.is_active
  )
  select slot.starts_at, max(slot.starts_at + least(make_interval(mins => type.step_minutes), interval '30 minutes'))
  from known join public.meeting_types as type on type.id = known.id
  cross join lateral private.free_times_among(known.hosts, type, p_from, p_to, now(), null) as slot
  where p_people <> '{}' and (known.is_theirs or not exists (select from known as other where other.is_theirs))
    and (not known.is_theirs or slot.hosts && p_people)
  group by slot.starts_at
$$;

comment on function private.starts_with(uuid, uuid[], timestamptz, timestamptz) is
'When a call of some meeting type with one of these people can begin, by the same rule that books it: each start, and until the next one, half an hour at most. If none of them hosts a type, the starts are those of others, whose calls they book.';

create or replace function private.list_calls(p_from timestamptz, p_to timestamptz, p_host uuid, p_everyone boolean) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  account constant uuid := private.workspace();
  host constant uuid := case when p_everyone and private.sees_all_leads() then null when private.sees_all_leads() then coalesce(p_host, caller) else caller end;
  -- Nobody learns when people of other accounts work.
  people constant uuid[] := case
    when host is null then array(
      select person.id from unnest(private.team_of(account)) as person (id)
      union
      select person.id from public.meeting_types as type cross join lateral unnest(private.hosts_of(type)) as person (id)
      where type.account_id = account and type.is_active
    )
    -- Admins host calls of the agency without being on its team.
    when host = caller or host = any (private.team_of(account)) or exists (
      select from public.meeting_types as type where type.account_id = account and type.is_active and host = any (private.hosts_of(type))
    ) then array[host]
    else '{}' end;
  until constant timestamptz := least(p_to, p_from + interval '31 days');
  shifts tstzmultirange;
  bookable tstzmultirange;
  free tstzmultirange;
  starts jsonb;
begin
  if p_from is null or p_to is null or p_from >= p_to or p_to - p_from > interval '400 days' then
    perform private.refuse('period_too_long', '22023', 'Choose a period of up to a year');
  end if;
  -- Of everyone, each person's hours are those of their own types.
  with takes as materialized (
    select one.user_id, one.during from private.bookable_with(account, people, p_from, until) as one
  ), works as materialized (
    select one.user_id, one.during from private.shifts(account, people, p_from, until) as one
  )
  select
    (select range_agg(part.range) from works cross join lateral unnest(works.during) as part (range)),
    (
      select range_agg(part.range) from works join takes on takes.user_id = works.user_id
      cross join lateral unnest(works.during * takes.during) as part (range)
    ),
    start.free, coalesce(start.starts, '[]')
  into shifts, bookable, free, starts
  from (
    select range_agg(tstzrange(slot.starts_at, slot.until)) as free, jsonb_agg(extract(epoch from slot.starts_at)::bigint order by slot.starts_at) as starts
    from private.starts_with(account, people, p_from, until) as slot
  ) as start;
  return jsonb_build_object(
    'now', now(), 'zone', private.account_zone(account), 'host', host, 'sees_all', private.sees_all_leads(), 'me', caller,
    'calls', coalesce((
      select jsonb_agg(private.call_json(listed::public.bookings) || jsonb_build_object(
        'can_open', seen.can_open, 'brief', case when not seen.can_open then private.call_brief(listed::public.bookings) end, 'taken', (
          select jsonb_build_array(min(lower(host.during)), max(upper(host.during)))
          from public.booking_hosts as host where host.booking_id = listed.id having count(*) > 0
        )
      ) order by listed.starts_at, listed.id)
      from (
        select booking.* from public.bookings as booking
        where booking.account_id = account and booking.starts_at < p_to and booking.starts_at >= p_from - interval '8 hours' and booking.ends_at > p_from
          and (host is null or exists (select from public.booking_hosts as held where held.booking_id = booking.id and held.user_id = host))
        order by booking.starts_at, booking.id limit 1000
      ) as listed
      cross join lateral (
        select coalesce(private.may_see_lead((
          select lead from public.leads as lead where lead.id = private.kept_lead(listed.lead_id)
        )), false) as can_open
      ) as seen
    ), '[]'),
    'next', (
      select min(booking.starts_at) from public.bookings as booking
      where booking.account_id = account and booking.state = 'booked' and booking.starts_at >= greatest(p_to, now())
        and (host is null or exists (select from public.booking_hosts as held where held.booking_id = booking.id and held.user_id = host))
    ),
    'shifts', coalesce((
      select jsonb_agg(jsonb_build_array(lower(shift.range), upper(shift.range)) order by lower(shift.range))
      from unnest(shifts) as shift (range)
    ), '[]'),
    'free', coalesce((
      select jsonb_agg(jsonb_build_array(lower(opening.range), upper(opening.range)) order by lower(opening.range))
      from unnest(free) as opening (range)
    ), '[]'),
    'starts', starts,
    'bookable', coalesce((
      select jsonb_agg(jsonb_build_array(lower(hours.range), upper(hours.range)) order by lower(hours.range))
      from unnest(bookable) as hours (range)
    ), '[]'),
    'absences', coalesce((
      select jsonb_agg(jsonb_build_array(away.starts_at, away.ends_at) order by away.starts_at)
      from public.absences as away where host is not null and away.user_id = any (people) and away.starts_at < p_to and away.ends_at > p_from
    ), '[]'),
    -- The calendar of a colleague is theirs. A client's people see only that they aren't free.
    'busy', coalesce((
      select jsonb_agg(jsonb_build_array(lower(taken.range), upper(taken.range)) order by lower(taken.range))
      from (
        select range_agg(busy.during) * tstzmultirange(tstzrange(p_from, until)) as during from private.calendar_busy as busy
        where (host = caller or host is not null and private.is_staff()) and busy.user_id = any (people) and busy.during && tstzrange(p_from, until)
      ) as known cross join lateral unnest(known.during) as taken (range)
    ), '[]')
  );
end
$$;

create or replace function private.call_times(p_lead_id uuid, p_type_id uuid, p_mine boolean, p_from timestamptz, p_to timestamptz, p_at timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  lead constant public.leads := private.require_lead(p_lead_id);
  type public.meeting_types;
  types jsonb;
begin
  select jsonb_agg(private.booking_type_json(offered::public.meeting_types) || jsonb_build_object(
    'id', offered.id, 'assignment', offered.assignment, 'mine', caller = any (private.hosts_of(offered::public.meeting_types)),
    'hosts', coalesce((
      select jsonb_agg(private.owner_name(host.id::text) order by private.owner_name(host.id::text))
      from unnest(private.hosts_of(offered::public.meeting_types)) as host (id)
    ), '[]')
  ) order by offered.created_at, offered.id) into types
  from public.meeting_types as offered
  where offered.account_id = lead.account_id and offered.is_active and private.hosts_of(offered::public.meeting_types) <> '{}';
  -- Without a choice, one that can begin at the wished time, the type that the lead last booked, else the first one of the caller,
  -- else the first one.
  select offered.* into type from public.meeting_types as offered
  join jsonb_array_elements(types) with ordinality as listed (facts, place) on offered.id::text = listed.facts ->> 'id'
  order by offered.id is distinct from p_type_id,
    p_type_id is null and p_at is not null and not exists (
      select from private.free_times(offered.id, p_at, p_at + interval '1 second') as slot
      where slot.starts_at = p_at
        and (not p_mine or offered.assignment <> 'pool' or not (listed.facts ->> 'mine')::boolean or caller = any (slot.hosts))
    ), offered.id is distinct from private.call_type_of_lead(lead.id),
    not (listed.facts ->> 'mine')::boolean, listed.place limit 1;
  return jsonb_build_object(
    'types', coalesce(types, '[]'), 'type_id', type.id, 'may_manage', private.manages_workspace(), 'zone', private.account_zone(lead.account_id),
    'lead_zone', (
      select (array_agg(booking.time_zone order by booking.created_at desc, booking.id))[1]
      from public.bookings as booking
      -- A page of a call in person shows the place's zone, so it doesn't tell the visitor's.
      where booking.lead_id in (select private.leads_within(lead.id)) and booking.location <> 'place'
    ),
    -- The latest answer to each question.
    'answers', (
      select coalesce(jsonb_object_agg(said.key, said.value order by booking.created_at), '{}') from public.bookings as booking
      cross join lateral jsonb_each_text(booking.answers) as said where booking.lead_id in (select private.leads_within(lead.id))
    )
  ) || case when type.id is null then '{"times": [], "next": null}' else private.times_json(type.id, p_from, p_to, null, case
    when p_mine and type.assignment = 'pool' and caller = any (private.hosts_of(type)) then caller
  end) end;
end
$$;

create or replace function private.is_in_call(p_lead_id uuid, p_since timestamptz) returns boolean
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
        and (lead.next_task_at < now() - interval '8 hours' or not private.is_in_call(lead.id, lead.next_task_at))
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

comment on function public.list_calls(timestamptz, timestamptz, uuid, boolean) is
'The calls of a period with everything that a calendar shows: { now, zone, host, sees_all, me, calls, next, shifts, free, starts, bookable, absences, busy }, at most 1,000 calls. taken is what a call takes from its hosts: its time with its buffers. People who see all leads choose a host or everyone; others get their own calls. next is when the first call after the period begins. shifts, absences and busy (their own calendars) are those of the host, bookable is when they work and calls take place (private.bookable_with), starts is when a call can begin (private.starts_with) in seconds since 1970, and free the same as ranges to show. Of everyone, shifts, bookable and free are when anyone does, and absences and busy are empty. Only people of the agency read busy of others. 42501: not on the team. 22023: no period, or more than a year.';
