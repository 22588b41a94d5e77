-- Bookings and routing follow the same rules: thin public functions, and a search path for each function. Four functions are as the
-- migrations of bookings and routing, which now run earlier, left them.

create function private.booking_page(p_account text, p_type text, p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('account', private.booking_account_json(type.account_id), 'type', private.booking_type_json(type))
    || private.times_json(type.id, p_from, p_to)
  from private.bookable_type(p_account, p_type) as type where type.id is not null
$$;

create or replace function public.booking_page(p_account text, p_type text, p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable
set search_path = ''
return private.booking_page(p_account, p_type, p_from, p_to);

create function private.booking_types(p_account text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('account', private.booking_account_json(account.id), 'types', coalesce((
    select jsonb_agg(private.booking_type_json(type) order by type.created_at, type.id)
    from public.meeting_types as type where type.account_id = account.id and type.is_active
      and exists (select from public.meeting_hosts as host where host.meeting_type_id = type.id)
  ), '[]'))
  from public.accounts as account where account.slug = p_account and account.archived_at is null
$$;

create or replace function public.booking_types(p_account text) returns jsonb
language sql stable
set search_path = ''
return private.booking_types(p_account);

create function private.booking_account_of_domain(p_domain text) returns text
language sql stable security definer
set search_path = ''
as $$
  select account.slug from public.landing_pages as page join public.accounts as account on account.id = page.account_id
  where page.custom_domain = lower(p_domain) and page.status = 'published' and account.archived_at is null
$$;

create or replace function public.booking_account_of_domain(p_domain text) returns text
language sql stable
set search_path = ''
return private.booking_account_of_domain(p_domain);

create function private.booking_visitor(p_account text, p_submission_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  -- Only what this visitor has just typed, never what the account knows about the person with this address.
  select found.visitor from public.accounts as account cross join lateral (
    select jsonb_build_object('name', sent.first_name || ' ' || sent.last_name, 'email', sent.email) as visitor
    from public.contacts as sent
    where sent.submission_id = p_submission_id and account.kind = 'agency' and not sent.is_spam and sent.created_at > now() - interval '2 hours'
    union all
    select jsonb_strip_nulls(jsonb_build_object('name', sent.full_name, 'email', sent.email, 'phone', sent.phone))
    from public.applications as sent
    where sent.submission_id = p_submission_id and account.kind = 'agency' and not sent.is_spam and sent.created_at > now() - interval '2 hours'
    union all
    select jsonb_build_object('answers', sent.answers, 'page_id', sent.page_id)
    from public.landing_submissions as sent
    where sent.submission_id = p_submission_id and sent.account_id = account.id and not sent.is_spam and sent.created_at > now() - interval '2 hours'
  ) as found
  where account.slug = p_account limit 1
$$;

create or replace function public.booking_visitor(p_account text, p_submission_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.booking_visitor(p_account, p_submission_id);

create function private.booking_offer(p_submission_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select account.slug from public.landing_submissions as sent join public.accounts as account on account.id = sent.account_id
  where sent.submission_id = p_submission_id and not sent.is_spam and account.archived_at is null and exists (
    select from public.meeting_types as type join public.meeting_hosts as host on host.meeting_type_id = type.id
    where type.account_id = account.id and type.is_active
  )
$$;

create or replace function public.booking_offer(p_submission_id uuid) returns text
language sql stable
set search_path = ''
return private.booking_offer(p_submission_id);

create function private.book_meeting(p_account text, p_type text, p_sent jsonb) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  type constant public.meeting_types := private.bookable_type(p_account, p_type);
  booking uuid;
begin
  if type.id is null then perform private.refuse('meeting_type_not_found', 'PT404', 'This kind of call can''t be booked'); end if;
  booking := private.book(type, p_sent);
  return (select held.manage_key from public.bookings as held where held.id = booking);
end
$$;

create or replace function public.book_meeting(p_account text, p_type text, p_sent jsonb) returns uuid
language sql volatile
set search_path = ''
return private.book_meeting(p_account, p_type, p_sent);

create function private.managed_booking(p_key uuid, p_from timestamptz, p_to timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.require_booking(p_key);
  type constant public.meeting_types := (select held from public.meeting_types as held where held.id = booking.meeting_type_id);
begin
  return jsonb_build_object(
    'account', private.booking_account_json(booking.account_id),
    'type', case when type.id is not null then private.booking_type_json(type) end,
    'can_rebook', coalesce(type.is_active, false),
    'booking', private.booking_mail_data(booking) || jsonb_build_object(
      'state', booking.state, 'timeZone', booking.time_zone, 'isOver', booking.state in ('held', 'no_show') or booking.starts_at <= clock_timestamp(),
      'minutes', extract(epoch from booking.ends_at - booking.starts_at)::integer / 60
    )
  ) || case when p_from is not null and p_to is not null and type.id is not null and booking.state = 'booked' and booking.starts_at > clock_timestamp()
    then private.times_json(type.id, p_from, p_to, booking.id) else '{}' end;
end
$$;

create or replace function public.managed_booking(p_key uuid, p_from timestamptz default null, p_to timestamptz default null) returns jsonb
language sql stable
set search_path = ''
return private.managed_booking(p_key, p_from, p_to);

create function private.move_own_booking(p_key uuid, p_starts_at timestamptz) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.require_booking(p_key);
begin
  return private.move_booking(booking.id, p_starts_at, null);
end
$$;

create or replace function public.move_own_booking(p_key uuid, p_starts_at timestamptz) returns boolean
language sql volatile
set search_path = ''
return private.move_own_booking(p_key, p_starts_at);

create function private.cancel_own_booking(p_key uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.require_booking(p_key);
begin
  return private.cancel_booking(booking.id, null);
end
$$;

create or replace function public.cancel_own_booking(p_key uuid) returns boolean
language sql volatile
set search_path = ''
return private.cancel_own_booking(p_key);

create function private.team_shifts() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  account constant public.accounts := (select held from public.accounts as held where held.id = private.workspace());
  is_leader constant boolean := private.manages_workspace();
begin
  return jsonb_build_object(
    'now', now(), 'is_leader', is_leader, 'time_zone', account.time_zone, 'working_hours', account.working_hours, 'currency', account.currency,
    'target_seconds', private.account_target(account.id),
    'people', coalesce((
      select jsonb_agg(jsonb_build_object(
        'user_id', person.id, 'name', private.owner_name(person.id::text), 'is_self', person.id = caller,
        'edits_absences', private.edits_absences_of(person.id),
        'rota', case when rota.user_id is not null then jsonb_build_object('time_zone', rota.time_zone, 'hours', rota.hours,
          'capacity', rota.capacity, 'weight', rota.weight, 'updated_at', rota.updated_at) end,
        'on_shift', private.is_on_shift(account.id, person.id), 'away_until', private.away_until(person.id),
        'waiting', private.waiting_leads(account.id, person.id),
        'absences', coalesce((
          select jsonb_agg(jsonb_build_object('id', away.id, 'starts_at', away.starts_at, 'ends_at', away.ends_at) order by away.starts_at)
          from (
            select held.* from public.absences as held where held.user_id = person.id and held.ends_at > now() order by held.starts_at limit 20
          ) as away
        ), '[]')
      ) order by private.owner_name(person.id::text), person.id)
      from (select team.id from unnest(private.team_of(account.id)) as team (id) limit 200) as person
      left join public.rotas as rota on rota.account_id = account.id and rota.user_id = person.id
    ), '[]'),
    'routing', coalesce((
      select jsonb_build_object('pools', held.pools, 'rules', held.rules, 'offer_percent', held.offer_percent, 'updated_at', held.updated_at)
      from public.lead_routing as held where held.account_id = account.id
    ), '{"pools": [], "rules": [], "offer_percent": null, "updated_at": null}')
  );
end
$$;

create or replace function public.team_shifts() returns jsonb
language sql stable
set search_path = ''
return private.team_shifts();

create function private.save_rota(p_user_id uuid, p_rota jsonb, p_seen timestamptz) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  is_leader constant boolean := coalesce(private.manages_workspace(), false);
  account constant uuid := private.workspace();
  known public.rotas;
  stored timestamptz;
begin
  if p_user_id is null or not (p_user_id = any (private.team_of(account))) then
    perform private.refuse('person_not_found', 'PT404', 'Person not found on the team');
  end if;
  if not is_leader and p_user_id <> caller then perform private.refuse('admin_only', '42501', 'Only an admin or owner can do this'); end if;
  perform pg_advisory_xact_lock(hashtextextended(format('rota of %s in %s', p_user_id, account), 0));
  select held.* into known from public.rotas as held where held.account_id = account and held.user_id = p_user_id for update;
  if known.updated_at is distinct from p_seen then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed these hours');
  end if;
  if p_rota is null and is_leader then
    delete from public.rotas as held where held.account_id = account and held.user_id = p_user_id;
    return null;
  end if;
  perform private.check_shift_hours(p_rota -> 'hours');
  if not exists (select from pg_catalog.pg_timezone_names as zone where zone.name = p_rota ->> 'time_zone') then
    perform private.refuse('unknown_choice', '22023', 'Choose a time zone', 'time_zone');
  end if;
  if is_leader and (
    coalesce(p_rota ->> 'capacity', '1') !~ '^\d{1,4}$' or coalesce((p_rota ->> 'capacity')::integer, 1) not between 1 and 1000
  ) then
    perform private.refuse('number_out_of_range', '22023', 'Enter a number from 1 to 1,000, or nothing for no limit', 'capacity');
  end if;
  if is_leader and (coalesce(p_rota ->> 'weight', '') !~ '^\d{1,3}$' or (p_rota ->> 'weight')::integer > 100) then
    perform private.refuse('number_out_of_range', '22023', 'Enter a number from 0 to 100', 'weight');
  end if;
  insert into public.rotas as held (account_id, user_id, time_zone, hours, capacity, weight)
  values (
    account, p_user_id, p_rota ->> 'time_zone', p_rota -> 'hours',
    case when is_leader then (p_rota ->> 'capacity')::integer end, case when is_leader then (p_rota ->> 'weight')::integer else 1 end
  )
  on conflict (account_id, user_id) do update set time_zone = excluded.time_zone, hours = excluded.hours,
    -- People set their own hours; how much they get is for those who lead.
    capacity = case when is_leader then excluded.capacity else held.capacity end,
    weight = case when is_leader then excluded.weight else held.weight end
  returning held.updated_at into stored;
  return stored;
end
$$;

create or replace function public.save_rota(p_user_id uuid, p_rota jsonb, p_seen timestamptz default null) returns timestamptz
language sql volatile
set search_path = ''
return private.save_rota(p_user_id, p_rota, p_seen);

create function private.add_absence(p_absence_id uuid, p_user_id uuid, p_until date, p_from date) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
  zone text;
  starts timestamptz := now();
  ends timestamptz;
  stored public.absences;
begin
  if not coalesce(private.edits_absences_of(p_user_id), false) then perform private.refuse('person_not_found', 'PT404', 'Person not found on the team'); end if;
  select coalesce(rota.time_zone, private.account_zone(private.workspace())) into zone
  from (values (p_user_id)) as person (id)
  left join public.rotas as rota on rota.account_id = private.workspace() and rota.user_id = person.id;
  if p_from is not null then starts := greatest(starts, p_from::timestamp at time zone zone); end if;
  if coalesce(p_until, '2100-01-01') not between '2000-01-01' and '2100-01-01' or coalesce(p_from, '2100-01-01') not between '2000-01-01' and '2100-01-01' then
    perform private.refuse('date_out_of_range', '22023', 'Choose a day before 2100', 'until');
  end if;
  ends := (coalesce(p_until, (starts at time zone zone)::date) + 1)::timestamp at time zone zone;
  if ends <= starts then perform private.refuse('date_in_past', '22023', 'Choose today or a later day', 'until'); end if;
  insert into public.absences (id, user_id, starts_at, ends_at, created_by) values (p_absence_id, p_user_id, starts, ends, caller)
  on conflict (id) do nothing returning * into stored;
  if stored.id is null then
    select held.* into stored from public.absences as held where held.id = p_absence_id and held.user_id = p_user_id;
    if stored.id is null then perform private.refuse('id_taken', '42501', 'This absence belongs to someone else'); end if;
  end if;
  return jsonb_build_object('id', stored.id, 'starts_at', stored.starts_at, 'ends_at', stored.ends_at);
end
$$;

create or replace function public.add_absence(p_absence_id uuid, p_user_id uuid, p_until date default null, p_from date default null) returns jsonb
language sql volatile
set search_path = ''
return private.add_absence(p_absence_id, p_user_id, p_until, p_from);

create function private.remove_absence(p_absence_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  delete from public.absences as held where held.id = p_absence_id and private.edits_absences_of(held.user_id);
end
$$;

create or replace function public.remove_absence(p_absence_id uuid) returns void
language sql volatile
set search_path = ''
return private.remove_absence(p_absence_id);

create function private.save_routing(p_routing jsonb, p_seen timestamptz) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account uuid;
  checked jsonb;
  stored timestamptz;
begin
  perform private.require_leader();
  account := private.workspace();
  perform private.lock_routing(account);
  if (select held.updated_at from public.lead_routing as held where held.account_id = account) is distinct from p_seen then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed the rules');
  end if;
  checked := private.checked_routing(account, p_routing);
  insert into public.lead_routing as held (account_id, pools, rules, offer_percent)
  values (account, checked -> 'pools', checked -> 'rules', (checked ->> 'offer_percent')::smallint)
  on conflict (account_id) do update set pools = excluded.pools, rules = excluded.rules, offer_percent = excluded.offer_percent
  returning held.updated_at into stored;
  return stored;
end
$$;

create or replace function public.save_routing(p_routing jsonb, p_seen timestamptz default null) returns timestamptz
language sql volatile
set search_path = ''
return private.save_routing(p_routing, p_seen);

create function private.simulate_routing(p_routing jsonb) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account uuid;
  routing jsonb;
  lead public.leads;
  place integer;
  target jsonb;
  wanted uuid[];
  free uuid[];
  picked uuid;
  pool text;
  answered timestamptz;
  -- What each pool owes: {"pool": {"person": credit}}; and what waits: [{"person", "until"}].
  credits jsonb := '{}';
  waits tstzrange[] := '{}';
  waiters uuid[] := '{}';
  turn jsonb;
  found_rows jsonb := '[]';
begin
  perform private.require_leader();
  account := private.workspace();
  routing := private.checked_routing(account, p_routing);
  for lead in
    select latest.* from (
      select held.* from public.leads as held
      where held.account_id = account and not held.is_spam and held.merged_into is null and held.erased_at is null
        -- Imported leads never wrote.
        and (held.first_touch is not null or exists (select from public.lead_clocks as clock where clock.lead_id = held.id))
        and held.created_at >= private.visible_since()
      order by held.created_at desc, held.id desc limit 200
    ) as latest order by latest.created_at, latest.id
  loop
    picked := null;
    pool := null;
    place := private.first_rule(routing -> 'rules', private.routing_facts(lead, lead.source, coalesce(lead.first_touch, '{}')));
    if place is not null then
      target := routing -> 'rules' -> (place - 1) -> 'to';
      pool := target ->> 'pool';
      wanted := case when pool is null then array[(target ->> 'person')::uuid]
        else private.people_of_pool(private.pool_of(routing -> 'pools', pool)) end;
      free := array(
        select person.id from unnest(wanted) as person (id)
        left join public.rotas as rota on rota.account_id = account and rota.user_id = person.id
        where coalesce(rota.weight, 1) > 0
          and (rota.capacity is null or rota.capacity > (
            select count(*) from unnest(waiters, waits) as before (id, period) where before.id = person.id and before.period @> lead.created_at
          ))
          and private.is_on_shift(account, person.id, lead.created_at)
        order by person.id
      );
      if pool is null then
        picked := free[1];
      elsif free <> '{}' then
        select jsonb_object_agg(next.id, next.credit), max(next.id::text) filter (where next.is_picked) into turn, picked
        from private.next_turn(
          free,
          array(select coalesce((select rota.weight from public.rotas as rota where rota.account_id = account and rota.user_id = person.id), 1)
            from unnest(free) with ordinality as person (id, at) order by person.at),
          array(select coalesce((credits -> pool ->> person.id::text)::double precision, 0) from unnest(free) with ordinality as person (id, at) order by person.at)
        ) as next;
        credits := credits || jsonb_build_object(pool, coalesce(credits -> pool, '{}') || turn);
      end if;
      if picked is not null then
        select clock.answered_at into answered from public.lead_clocks as clock where clock.lead_id = lead.id order by clock.arrived_at limit 1;
        waiters := waiters || picked;
        waits := waits || tstzrange(lead.created_at, greatest(answered, lead.created_at));
      end if;
    end if;
    found_rows := jsonb_build_array(jsonb_build_object(
      'lead_id', lead.id, 'lead', private.lead_title(lead), 'arrived_at', lead.created_at, 'source', lead.source, 'rule', place,
      'pool', private.pool_of(routing -> 'pools', pool) ->> 'name', 'person', picked, 'person_name', private.person_name(picked)
    )) || found_rows;
  end loop;
  return jsonb_build_object('rows', found_rows, 'totals', coalesce((
    select jsonb_agg(jsonb_build_object('person', total.person, 'name', total.name, 'leads', total.leads) order by total.leads desc, total.name)
    from (
      select row.value ->> 'person' as person, row.value ->> 'person_name' as name, count(*) as leads
      from jsonb_array_elements(found_rows) as row (value) group by 1, 2
    ) as total
  ), '[]'));
end
$$;

create or replace function public.simulate_routing(p_routing jsonb) returns jsonb
language sql stable
set search_path = ''
return private.simulate_routing(p_routing);

grant execute on function private.booking_page(text, text, timestamptz, timestamptz) to service_role;
grant execute on function private.booking_types(text) to service_role;
grant execute on function private.booking_account_of_domain(text) to service_role;
grant execute on function private.booking_visitor(text, uuid) to service_role;
grant execute on function private.booking_offer(uuid) to service_role;
grant execute on function private.book_meeting(text, text, jsonb) to service_role;
grant execute on function private.managed_booking(uuid, timestamptz, timestamptz) to service_role;
grant execute on function private.move_own_booking(uuid, timestamptz) to service_role;
grant execute on function private.cancel_own_booking(uuid) to service_role;
grant execute on function private.team_shifts() to authenticated;
grant execute on function private.save_rota(uuid, jsonb, timestamptz) to authenticated;
grant execute on function private.add_absence(uuid, uuid, date, date) to authenticated;
grant execute on function private.remove_absence(uuid) to authenticated;
grant execute on function private.save_routing(jsonb, timestamptz) to authenticated;
grant execute on function private.simulate_routing(jsonb) to authenticated;

alter function private.person_range(uuid, uuid) set search_path = '';
alter function private.person_range(uuid, uuid, text) set search_path = '';
alter function private.person_multirange() set search_path = '';
alter function private.person_multirange(private.person_range) set search_path = '';
alter function private.person_multirange(private.person_range[]) set search_path = '';

create or replace function private.erasure_rules() returns table (
  place integer, table_name text, whose text, treatment text, sets jsonb, label text, reason text
)
language sql stable
set search_path = ''
as $$
  -- In the order in which they run. whose is a condition on the table as held; $1 is the private.erased_person. sets says
  -- for each cleared or kept column what it becomes (null: it stays).
  select rule.* from (values
    (10, 'private.outbox', $w$(held.kind = 'mail' or held.status in ('done', 'failed')) and (lower(held.payload::text || ' ' || held.dedupe_key) ~ ($1).pattern
      or exists (select from unnest(($1).accounts::text[]) as account (id) where strpos(held.dedupe_key, account.id) > 0))$w$, 'deleted', '{}'::jsonb,
      'Emails to and about the person, sent or waiting', null),
    (20, 'public.audit_log', $w$held.table_name = 'leads' and held.row_id = any (($1).partners::text[])
      or split_part(held.row_id, ' ', 1) = any (($1).accounts::text[])
      -- In a lead, user_id is the owner, and the lead is about somebody else.
      or held.table_name <> 'leads' and coalesce(held.before, held.after) ->> 'user_id' = any (($1).accounts::text[])
      or held.table_name = 'accounts' and private.is_workspace_of(private.parse_uuid(held.row_id), $1)
      -- What was prepared for their account named nobody.
      or held.table_name in ('client_dashboards', 'invoices', 'retainers')
        and private.is_workspace_of(private.parse_uuid(coalesce(held.before, held.after) ->> 'account_id'), $1)
      or coalesce(held.before, held.after) ->> 'client_id' = any (($1).accounts::text[])
      or lower(concat_ws(' ', held.row_id, held.subject, held.before::text, held.after::text)) ~ ($1).pattern$w$, 'cleared',
      '{"before": "null", "after": "null", "subject": "null", "row_id": "case when held.row_id ~ ''^[0-9a-f-]{36}( [a-z]+)?$'' then held.row_id else ''erased'' end", "actor_email": "case when held.actor_id = any (($1).accounts) then null else held.actor_email end"}',
      'Copies in the audit log', 'Entries stay with their time and author. Their content is removed.'),
    -- Entries about others stay. Only the person's address goes.
    (21, 'public.audit_log', 'held.actor_id = any (($1).accounts)', 'cleared', '{"actor_email": "null"}', null, null),
    (30, 'private.lead_import_rows', $w$held.lead_id = any (($1).leads) or held.email_key = any (($1).emails)
      -- Offices share phone numbers, so a number alone does not identify a person.
      or held.lead_id is null and held.email_key is null and held.phone_key = any (($1).phones) and exists (
        select from public.leads as own where own.id = any (($1).leads)
          and lower(concat_ws(' ', own.first_name, own.last_name)) = lower(concat_ws(' ', held.fields ->> 'first_name', held.fields ->> 'last_name')))$w$, 'cleared',
      '{"fields": "''{}''", "email_key": "null", "phone_key": "null", "before": "null", "after": "null", "lead_id": "null", "problem": "case when held.outcome is null or held.problem is not null then ''Erased'' end"}',
      'Rows of imported files', null),
    (40, 'public.lead_batches', $w$exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id = any (($1).leads))
      and (held.kind = 'merge' or not exists (select from private.lead_batch_rows as noted where noted.batch_id = held.id and noted.lead_id <> all (($1).leads)))$w$,
      'cleared', '{"changes": "''{}''", "undone_at": "coalesce(held.undone_at, now())"}', 'Changes that could be undone', null),
    (50, 'private.lead_batch_rows', $w$held.lead_id = any (($1).leads) or exists (
      select from private.lead_batch_rows as noted join public.lead_batches as batch on batch.id = noted.batch_id
      where noted.batch_id = held.batch_id and batch.kind = 'merge' and noted.lead_id = any (($1).leads))$w$, 'deleted', '{}',
      'Undo copies, including merges', null),
    (60, 'public.lead_tasks', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Tasks', null),
    (65, 'public.bookings', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"name": "''Erased person''", "email": "''''", "phone": "null", "answers": "''{}''", "location_details": "''''"}', 'Booked calls',
      'Time, type and outcome stay for reports.'),
    (70, 'public.lead_pins', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Pinned activities', null),
    (80, 'public.lead_activities', 'held.lead_id = any (($1).leads)', 'cleared',
      '{"body": "null", "payload": "private.neutral_move(held.kind, held.payload)"}', 'Activities',
      'Type, time and author stay for reports. All text is removed.'),
    (90, 'public.lead_clock_events', 'held.lead_id = any (($1).leads)', 'cleared', '{"payload": "''{}''"}', 'Response clock events',
      'Times stay for response reports.'),
    (100, 'private.calls_in_progress', 'held.lead_id = any (($1).leads) or held.user_id = any (($1).accounts)', 'deleted', '{}', 'Calls in progress', null),
    (120, 'private.client_setups', 'held.lead_id = any (($1).leads)', 'deleted', '{}', 'Client setup records', null),
    (130, 'public.contacts', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Contact messages', null),
    (140, 'public.applications', 'held.lead_id = any (($1).leads) or lower(held.email) = any (($1).emails)', 'deleted', '{}', 'Applications', null),
    (150, 'public.landing_submissions', $w$held.lead_id = any (($1).leads) or held.lead_id is null and lower(held.answers::text) ~ ($1).pattern$w$, 'cleared',
      '{"answers": "''{}''", "utm": "''{}''", "referrer_url": "null", "ip_hash": "null", "source": "private.neutral_source(held.source, held.page_id, $1)"}',
      'Landing page submissions', 'The submission still counts in page reports. All answers are removed.'),
    -- When the last person of a company or campaign is erased, its name leaves earlier tombstones too.
    (155, 'public.leads', $w$held.erased_at is not null and held.company is not null
      and exists (select from public.leads as own where own.id = any (($1).leads) and own.company = held.company)$w$, 'cleared',
      '{"company": "private.neutral_company(held.company, $1)"}', null, null),
    (156, 'public.leads', $w$held.erased_at is not null and held.first_touch is not null and exists (select from public.leads as own
      where own.id = any (($1).leads) and lower(own.first_touch ->> 'utm_campaign') = lower(held.first_touch ->> 'utm_campaign'))$w$, 'cleared',
      '{"first_touch": "private.neutral_touch(held.first_touch, $1)"}', null, null),
    (160, 'public.leads', 'held.id = any (($1).leads)', 'cleared',
      (
        select jsonb_object_agg(known.field, case known.kind when 'list' then '''{}''' else 'null' end)
        from private.lead_fields as known where known.kind in ('word', 'text', 'list')
      ) || '{"first_name": "''Erased''", "last_name": "''person''", "company": "private.neutral_company(held.company, $1)", "first_touch": "private.neutral_touch(held.first_touch, $1)", "last_touch": "null", "consent_at": "null", "consent_text": "null", "next_task_at": "null", "next_task_kind": "null", "next_task_title": "null", "erased_at": "now()"}',
      'Leads', 'Stage, source, value, owner and times stay, as do companies and campaigns that other leads share.'),
    -- Clearing the lead may have written this entry.
    (161, 'public.lead_activities', $w$held.lead_id = any (($1).leads) and held.kind = 'consent'$w$, 'cleared', '{"payload": "''{}''"}', null, null),
    (170, 'private.lead_words', 'held.word = any (($1).words) and held.account_id in (select lead.account_id from public.leads as lead where lead.id = any (($1).leads))', 'deleted', '{}', 'Search terms unique to this person', null),
    (180, 'private.lead_counts', $w$held.kind = 'company' and held.leads = 0$w$, 'deleted', '{}', null, null),
    (195, 'storage.objects', $w$held.bucket_id = 'avatars' and split_part(held.name, '/', 1) = any (($1).accounts::text[])
      or held.bucket_id = 'attachments' and (held.owner_id = any (($1).accounts::text[]) or exists (
        select from public.change_requests as asked where asked.id = private.folder_id(held.name)
          and (asked.user_id = any (($1).accounts) or lower(asked.message) ~ ($1).pattern)))$w$, 'deleted', '{}',
      'Profile pictures and attached files', null),
    (196, 'storage.objects', $w$held.bucket_id = 'brand' and private.is_workspace_of(private.folder_id(held.name), $1)$w$, 'deleted', '{}', 'Logos of such workspaces', null),
    (200, 'public.change_requests', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Service requests and replies', null),
    (201, 'public.change_request_answers', $w$exists (select from public.change_requests as asked where asked.id = held.request_id
      and asked.user_id <> all (($1).accounts) and lower(asked.message) ~ ($1).pattern)$w$, 'cleared',
      '{"body": "''The person this was about was erased.''"}', 'Replies to requests about the person', null),
    -- A colleague's request contains the company of the lead that it is about. A client's request contains their own.
    (202, 'public.change_requests', $w$held.user_id <> all (($1).accounts) and lower(held.message) ~ ($1).pattern$w$, 'cleared',
      '{"message": "''The person this was about was erased.''", "business_name": "case when private.is_team_account(held.user_id) or lower(held.business_name) ~ ($1).pattern then ''Erased'' else held.business_name end"}', 'Colleagues'' requests about the person', null),
    (210, 'public.client_dashboards', 'held.owner_id = any (($1).accounts) or held.owner_id is null and private.is_workspace_of(held.account_id, $1)', 'deleted', '{}', 'Client dashboards', null),
    (211, 'private.dashboard_import_entries', 'held.user_id = any (($1).accounts::text[])', 'deleted', '{}', 'Rows of imported dashboards', null),
    (220, 'public.invitations', 'held.email = any (($1).emails) or held.accepted_by = any (($1).accounts)', 'deleted', '{}', 'Invitations', null),
    (230, 'public.admin_emails', 'held.email = any (($1).emails)', 'deleted', '{}', 'Admin access for the address', null),
    (231, 'public.premium_overrides', 'held.email = any (($1).emails)', 'deleted', '{}', 'Complimentary Premium for the address', null),
    (232, 'private.settings', $w$lower(held.value) = any (($1).emails)$w$, 'deleted', '{}', 'Settings with the address', null),
    (240, 'public.notification_choices', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Email preferences', null),
    (241, 'public.lead_views', 'held.owner_id = any (($1).accounts)', 'deleted', '{}', 'Saved views, including shared ones', null),
    (243, 'public.calendar_subscriptions', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Subscribed calendars', null),
    (244, 'private.calendar_feeds', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (245, 'public.rotas', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Working hours', null),
    (246, 'public.absences', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Absences', null),
    (247, 'private.pool_turns', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (242, 'private.recovery_codes', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    -- Drafts that were prepared for an account name nobody yet.
    (250, 'public.retainers', $w$(held.client_id = any (($1).accounts) and held.status = 'pending' or held.client_id is null and private.is_workspace_of(held.account_id, $1))
      and not exists (select from public.retainer_charges as charge where charge.retainer_id = held.id)$w$, 'deleted', '{}', 'Retainer drafts', null),
    (251, 'public.invoice_credits', $w$exists (select from public.invoices as draft where draft.id = held.invoice_id
      and (draft.client_id = any (($1).accounts) or draft.client_id is null and private.is_workspace_of(draft.account_id, $1))
      and draft.status = 'draft' and not exists (select from public.retainer_charges as charge where charge.invoice_id = draft.id))$w$, 'deleted', '{}', null, null),
    (252, 'public.invoices', $w$(held.client_id = any (($1).accounts) or held.client_id is null and private.is_workspace_of(held.account_id, $1)) and held.status = 'draft'
      and not exists (select from public.retainer_charges as charge where charge.invoice_id = held.id)$w$, 'deleted', '{}', 'Invoice drafts', null),
    (253, 'public.invoices', $w$held.client_id = any (($1).accounts) and (held.status <> 'draft'
      or exists (select from public.retainer_charges as charge where charge.invoice_id = held.id))$w$, 'kept',
      '{"invoice_number": null, "description": null, "currency": null}', 'Invoices, including the client''s name and company',
      'Required by tax law, in most countries for up to ten years.'),
    (254, 'public.invoice_lines', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"description": null}', 'Invoice lines', 'Part of the invoices.'),
    (255, 'public.invoice_credits', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"reason": null}', 'Invoice credits', 'Part of the invoices.'),
    (256, 'public.invoice_events', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'kept',
      '{"kind": null, "note": null, "method": null}', 'Invoice history', 'Required by tax law.'),
    (257, 'public.payments', 'held.client_id = any (($1).accounts)', 'kept', '{"kind": null, "currency": null, "provider_ref": null}', 'Payments',
      'Required by tax law. The reference points to the payment provider.'),
    (258, 'public.retainers', 'held.client_id = any (($1).accounts)', 'kept', '{"retainer_name": null, "description": null, "currency": null}', 'Ended retainers',
      'Invoices refer to them.'),
    (259, 'private.archived_billing_identities', 'held.account_id = any (($1).accounts)', 'kept', '{"name": null, "company": null, "address": null, "tax_id": null}', null,
      'The recipient on invoices, required by tax law.'),
    (260, 'public.subscriptions', 'held.user_id = any (($1).accounts)', 'kept', '{"stripe_customer_id": null, "stripe_subscription_id": null}',
      'Payment provider reference', 'Contains no name. Also delete the customer at the provider when tax law allows.'),
    (261, 'private.checkouts', 'exists (select from public.invoices as kept where kept.id = held.invoice_id and kept.client_id = any (($1).accounts))', 'cleared',
      '{"url": "null"}', null, null),
    (262, 'private.combined_checkouts', 'held.client_id = any (($1).accounts)', 'cleared', '{"url": "null"}', null, null),
    (270, 'private.rate_limits', 'lower(held.key) ~ ($1).pattern', 'deleted', '{}', 'Request counters', null),
    (271, 'private.quota_uses', $w$held.key = any (($1).accounts::text[])
      or held.key = any (array(select private.address_key(known.email) from unnest(($1).emails) as known (email)))$w$,
      'deleted', '{}', 'Quota counters', null),
    (273, 'private.file_usage', 'held.owner = any (($1).accounts::text[])', 'deleted', '{}', 'Storage counters', null),
    (272, 'private.email_links', 'held.user_id = any (($1).accounts) or held.email = any (($1).emails)', 'deleted', '{}', 'Links in account emails', null),
    (300, 'auth.audit_log_entries', $w$lower(held.payload::text) ~ ($1).pattern
      or held.payload ->> 'actor_id' = any (($1).accounts::text[]) or held.payload ->> 'user_id' = any (($1).accounts::text[])$w$, 'deleted', '{}', 'Sign-in log entries', null),
    -- The leads of the account are other people's. They stay, in an archived account without a name.
    (320, 'public.accounts', 'private.is_workspace_of(held.id, $1)', 'cleared',
      '{"name": "''Erased account''", "slug": "''erased-'' || held.id", "archived_at": "coalesce(held.archived_at, now())", "logo": "null", "logo_width": "null", "logo_height": "null"}',
      'Workspaces of this person alone', 'The workspace is archived without its name. Its leads are other people.'),
    (325, 'public.account_members', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Memberships', null),
    (326, 'public.account_loans', 'held.user_id = any (($1).accounts)', 'deleted', '{}', null, null),
    (330, 'public.user_roles', 'held.user_id = any (($1).accounts)', 'deleted', '{}', 'Roles', null),
    (340, 'public.profiles', 'held.user_id = any (($1).accounts)', 'cleared',
      '{"first_name": "''Erased''", "last_name": "''person''", "company": "null", "billing_address": "null", "tax_id": "null", "erased_at": "now()"}', 'Profiles', 'An empty profile stays so that counts stay correct.'),
    (350, 'auth.users', 'held.id = any (($1).accounts)', 'cleared',
      $s${"email": "'erased-' || held.id || '@erased.invalid'", "encrypted_password": "null", "phone": "null", "email_confirmed_at": "null", "phone_confirmed_at": "null",
        "confirmation_token": "left(held.confirmation_token, 0)", "recovery_token": "left(held.recovery_token, 0)", "email_change": "left(held.email_change, 0)",
        "email_change_token_new": "left(held.email_change_token_new, 0)", "email_change_token_current": "left(held.email_change_token_current, 0)",
        "phone_change": "left(held.phone_change, 0)", "phone_change_token": "left(held.phone_change_token, 0)", "reauthentication_token": "left(held.reauthentication_token, 0)",
        "raw_app_meta_data": "'{}'", "raw_user_meta_data": "'{}'", "banned_until": "'2999-12-31'"}$s$::jsonb,
      'Accounts', 'The account ID stays without name, address or password. It appears as "Erased person" in entries about others.')
  ) as rule (place, table_name, whose, treatment, sets, label, reason)
  union all
  -- Sessions, identities, second factors and everything else that the auth service keeps for an account.
  select 310, format('auth.%I', held.relname), 'held.user_id = any (($1).accounts)', 'deleted', '{}',
    case when held.relname = 'sessions' then 'Sessions' when held.relname like 'mfa%' then 'Authenticator apps' end, null
  from pg_catalog.pg_class as held join pg_catalog.pg_attribute as owner on owner.attrelid = held.oid and owner.attname = 'user_id'
  where held.relnamespace = 'auth'::regnamespace and held.relkind = 'r' and owner.atttypid = 'uuid'::regtype and not owner.attisdropped
$$;

create or replace function private.lead_page(p_lead_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lead public.leads := private.require_lead(p_lead_id);
begin
  return private.shown_lead(lead) || jsonb_build_object(
    'now', now(),
    'currency', private.account_currency(lead.account_id),
    'zone', private.account_zone(lead.account_id),
    'agency_name', (select account.name from public.accounts as account where account.id = lead.account_id),
    'lost_reason', (select reason.label from public.lost_reasons as reason where reason.id = lead.lost_reason_id),
    'clock', private.clock_json(lead.id),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object('id', event.id, 'event', event.event, 'at', event.happened_at,
        'actor_name', private.person_name(event.actor_id), 'payload', event.payload || case when event.event in ('routed', 'offered') then jsonb_build_object(
          'person_name', private.person_name(private.parse_uuid(event.payload ->> 'person')),
          'after_name', private.person_name(private.parse_uuid(event.payload ->> 'after'))) else '{}' end) order by event.id)
      from (
        select latest.* from public.lead_clock_events as latest where latest.lead_id = lead.id order by latest.id desc limit 50
      ) as event
    ), '[]'),
    'tasks', coalesce((
      select jsonb_agg(jsonb_build_object('id', task.id, 'kind', task.kind, 'title', task.title, 'due_at', task.due_at) order by task.due_at, task.id)
      from (
        select open.* from public.lead_tasks as open where open.lead_id = lead.id and open.done_at is null order by open.due_at, open.id limit 20
      ) as task
    ), '[]'),
    'stage_history', coalesce((
      select jsonb_agg(jsonb_build_object('stage', moved.payload ->> 'from', 'seconds', moved.payload -> 'seconds', 'left_at', moved.occurred_at)
        order by moved.occurred_at)
      from (
        select activity.* from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'stage_change' order by activity.occurred_at desc limit 50
      ) as moved
    ), '[]'),
    'owner_history', coalesce((
      select jsonb_agg(jsonb_build_object('from', private.person_name(private.parse_uuid(given.payload ->> 'from')),
        'to', private.person_name(private.parse_uuid(given.payload ->> 'to')), 'by', private.person_name(given.actor_id), 'at', given.occurred_at)
        order by given.occurred_at desc)
      from (
        select activity.* from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'assignment' order by activity.occurred_at desc limit 20
      ) as given
    ), '[]'),
    'merge', private.lead_merge_json(lead), 'merges', private.lead_merges_json(lead.id), 'last_change', private.last_change(lead.id),
    'erasure', private.erasure_of(lead.id)
  );
end
$$;

create or replace function private.run_clock_event(p_clock_id uuid, p_event text) returns boolean
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

create or replace function private.team_medians(p_account uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  team constant uuid[] := (private.team_of(p_account))[:50];
  since constant timestamptz := private.account_day_start(p_account);
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'user_id', member.id, 'name', known.name, 'answered', today.answered, 'median_seconds', today.median,
      'on_shift', private.is_on_shift(p_account, member.id), 'away_until', private.away_until(member.id)
    ) order by known.name)
    from unnest(team) as member (id)
    cross join lateral (select private.owner_name(member.id::text) as name) as known
    cross join lateral (
      select count(*) as answered, round(percentile_cont(0.5) within group (order by clock.response_seconds)) as median
      from public.lead_clocks as clock
      where clock.answered_by = member.id and clock.account_id = p_account and clock.answered_at >= since
    ) as today
  ), '[]');
end
$$;

comment on function private.team_medians(uuid) is
'The people who answer in an account, how many leads each answered today, how fast (null without answers), and whether they are on shift or away.';
