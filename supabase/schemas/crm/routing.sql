-- Who gets a new lead. Rules are tried in order; the first one that fits names a pool or a person. Without rules a lead belongs to
-- nobody and everybody is told.

create table public.lead_routing (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  pools jsonb not null default '[]' check (jsonb_typeof(pools) = 'array' and octet_length(pools::text) <= 40000),
  rules jsonb not null default '[]' check (jsonb_typeof(rules) = 'array' and octet_length(rules::text) <= 40000),
  offer_percent smallint check (offer_percent between 10 and 150),
  updated_at timestamptz not null default now()
);

comment on table public.lead_routing is 'The pools and rules by which an account gives new leads to people.';
comment on column public.lead_routing.account_id is 'The account.';
comment on column public.lead_routing.pools is '[{"id": uuid, "name": text, "people": [uuid]}]';
comment on column public.lead_routing.rules is
'In order: [{"id": uuid, "when": {"source": [], "tier": [], "page": [], "campaign": [], "language": [], "area": [], "value_from": cents, "value_to": cents}, "to": {"pool": uuid} or {"person": uuid}}]. A missing condition always fits.';
comment on column public.lead_routing.offer_percent is
'After which share of the target a routed lead without an answer goes to the next person of its pool; null for never.';
comment on column public.lead_routing.updated_at is 'When the row last changed.';

create trigger touch_updated_at before update on public.lead_routing for each row execute function private.touch_updated_at();

alter table public.lead_routing enable row level security;

call private.require_sufficient_sessions('public.lead_routing');

grant select, insert, update, delete on public.lead_routing to service_role;
grant select on public.lead_routing to authenticated;

create policy "People read the routing of their workspace" on public.lead_routing
for select to authenticated using (account_id = (select private.workspace()));

call private.watch('public.lead_routing', 'account_id');

create trigger bump_crm_change after insert or update or delete on public.lead_routing
for each statement execute function private.bump_crm_change();

create index lead_clocks_waiting_idx on public.lead_clocks (account_id, owner_id) where state not in ('answered', 'dropped');

create function private.deal_cents(p_deal_size text) returns bigint
language sql immutable parallel safe
set search_path = ''
as $$
  select round(least(replace(part[1], ',', '')::numeric, 1e9) * case lower(part[2]) when 'k' then 1000 when 'm' then 1000000 else 1 end * 100)::bigint
  from regexp_match(p_deal_size, '(\d[\d,]{0,14}(?:\.\d{1,2})?)\s*([kKmM]?)') as part where part is not null
$$;

comment on function private.deal_cents(text) is 'The first amount of a typed deal size, in cents: 500000 for "$5k to 10k".';

create function private.routing_facts(p_lead public.leads, p_source public.lead_source, p_touch jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'source', p_source, 'tier', (select jsonb_agg(lower(tier)) from unnest(p_lead.tier_interest) as tier),
    'page', nullif(lower(concat_ws(' ', p_touch ->> 'page', p_touch ->> 'address')), ''), 'campaign', lower(p_touch ->> 'utm_campaign'),
    'language', lower(p_touch ->> 'language'), 'phone', private.phone_key(p_lead.phone),
    'value', coalesce(p_lead.value_cents, private.deal_cents(p_lead.deal_size))
  ))
$$;

comment on function private.routing_facts(public.leads, public.lead_source, jsonb) is 'What rules know about a lead.';

create function private.rule_fits(p_when jsonb, p_facts jsonb) returns boolean
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  wanted record;
  fits boolean;
begin
  for wanted in select * from jsonb_each(coalesce(p_when, '{}')) as part (name, value) loop
    continue when wanted.value in ('[]', 'null');
    fits := case wanted.name
      when 'source' then wanted.value ? (p_facts ->> 'source')
      when 'tier' then exists (
        select from jsonb_array_elements_text(wanted.value) as one (text) where p_facts -> 'tier' ? lower(one.text)
      )
      when 'page' then exists (
        select from jsonb_array_elements_text(wanted.value) as one (text) where strpos(p_facts ->> 'page', lower(one.text)) > 0
      )
      when 'campaign' then exists (
        select from jsonb_array_elements_text(wanted.value) as one (text) where strpos(p_facts ->> 'campaign', lower(one.text)) > 0
      )
      when 'language' then exists (
        select from jsonb_array_elements_text(wanted.value) as one (text) where starts_with(p_facts ->> 'language', lower(one.text))
      )
      -- Without a country code it is an area of North America, like the agency's own.
      when 'area' then exists (
        select from jsonb_array_elements_text(wanted.value) as one (text)
        where starts_with(p_facts ->> 'phone', case when one.text like '+%' then '' else '1' end || regexp_replace(one.text, '\D', '', 'g'))
      )
      when 'value_from' then (p_facts ->> 'value')::bigint >= (wanted.value #>> '{}')::bigint
      when 'value_to' then (p_facts ->> 'value')::bigint <= (wanted.value #>> '{}')::bigint
    end;
    if fits is not true then return false; end if;
  end loop;
  return true;
end
$$;

comment on function private.rule_fits(jsonb, jsonb) is 'Whether all conditions of a rule fit. What is not known about a lead fits no condition.';

create function private.first_rule(p_rules jsonb, p_facts jsonb) returns integer
language sql immutable
set search_path = ''
as $$
  select rule.place::integer from jsonb_array_elements(p_rules) with ordinality as rule (body, place)
  where private.rule_fits(rule.body -> 'when', p_facts) order by rule.place limit 1
$$;

comment on function private.first_rule(jsonb, jsonb) is 'The place of the first rule that fits, from 1; null when none fits.';

create function private.pool_of(p_pools jsonb, p_id text) returns jsonb
language sql immutable
set search_path = ''
as $$
  select pool.body from jsonb_array_elements(p_pools) as pool (body) where pool.body ->> 'id' = p_id limit 1
$$;

comment on function private.pool_of(jsonb, text) is 'The pool with this id.';

create function private.people_of_pool(p_pool jsonb) returns uuid[]
language sql immutable
set search_path = ''
as $$
  select coalesce(array_agg(person.id::uuid), '{}') from jsonb_array_elements_text(p_pool -> 'people') as person (id)
$$;

comment on function private.people_of_pool(jsonb) is 'The people of a pool.';

create function private.waiting_leads(p_account uuid, p_user uuid) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select count(*) from public.lead_clocks as clock
  where clock.account_id = p_account and clock.owner_id = p_user and clock.state not in ('answered', 'dropped')
$$;

comment on function private.waiting_leads(uuid, uuid) is 'How many leads of an account wait for this person''s answer.';

create function private.free_people(p_account uuid, p_people uuid[], p_at timestamptz) returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  team constant uuid[] := private.team_of(p_account);
  possible uuid[];
begin
  possible := array(
    select person.id from unnest(p_people) as person (id)
    left join public.rotas as rota on rota.account_id = p_account and rota.user_id = person.id
    where person.id = any (team) and coalesce(rota.weight, 1) > 0 and (rota.capacity is null or rota.capacity > (
      select count(*) from public.lead_clocks as clock
      where clock.account_id = p_account and clock.owner_id = person.id and clock.state not in ('answered', 'dropped')
    ))
  );
  return case when possible = '{}' then possible else private.on_shift(p_account, possible, p_at) end;
end
$$;

comment on function private.free_people(uuid, uuid[], timestamptz) is
'Those of these people who may get a lead at this moment: on the team, on shift, with a weight and below their capacity.';

create function private.lock_routing(p_account uuid) returns void
language sql volatile
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('next free rep ' || p_account, 0))
$$;

comment on function private.lock_routing(uuid) is
'Whoever gives leads of an account to people takes turns, so that each sees what the one before gave. Taken before any lead is locked.';

create function private.next_of_pool(p_account uuid, p_pool jsonb, p_not uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  key constant text := 'leads:' || (p_pool ->> 'id');
  free constant uuid[] := private.free_people(p_account, array_remove(private.people_of_pool(p_pool), p_not), now());
  after uuid;
  picked uuid;
begin
  if free = '{}' then return null; end if;
  after := private.last_of_pool(key, p_account);
  picked := private.pick_from_pool(key, p_account, free, now());
  return jsonb_strip_nulls(jsonb_build_object('pool_id', p_pool -> 'id', 'pool', p_pool -> 'name', 'person', picked, 'after', after, 'weight', coalesce(
    (select rota.weight from public.rotas as rota where rota.account_id = p_account and rota.user_id = picked), 1
  )));
end
$$;

comment on function private.next_of_pool(uuid, jsonb, uuid) is
'Gives the next turn of a pool to someone who is free, and says why: { pool_id, pool, person, after, weight }. Null when nobody is. Lock the routing first.';

create function private.route_by_form(p_account uuid, p_pools jsonb, p_to jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if p_to ? 'pool' then
    return private.next_of_pool(p_account, private.pool_of(p_pools, p_to ->> 'pool'), null) || jsonb_build_object('why', 'form');
  elsif private.is_on_team((p_to ->> 'person')::uuid, p_account) then
    return jsonb_build_object('person', p_to -> 'person', 'why', 'form');
  end if;
  return null;
end
$$;

comment on function private.route_by_form(uuid, jsonb, jsonb) is
'Whom a form names for its leads: { person } or { pool }. Null when it names nobody who is on the team, or nobody of its pool is free. Lock the routing first.';

create function private.route_lead(p_account uuid, p_known public.leads, p_facts jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  routing public.lead_routing;
  place integer;
  target jsonb;
  picked jsonb;
begin
  select held.* into routing from public.lead_routing as held where held.account_id = p_account;
  if coalesce(routing.rules, '[]') = '[]' and not p_facts ? 'to' then return null; end if;
  if private.is_on_team(p_known.user_id, p_account) then
    -- The owner already waits to answer, or knows the person.
    if exists (select from public.lead_clocks as clock where clock.lead_id = p_known.id and clock.state not in ('answered', 'dropped')) then
      return null;
    end if;
    if private.free_people(p_account, array[p_known.user_id], now()) <> '{}' then
      return jsonb_build_object('person', p_known.user_id, 'why', 'owner');
    end if;
  end if;
  picked := private.route_by_form(p_account, routing.pools, p_facts -> 'to');
  if picked is not null then return picked; end if;
  place := private.first_rule(coalesce(routing.rules, '[]'), p_facts);
  if place is null then return null; end if;
  target := routing.rules -> (place - 1) -> 'to';
  if target ? 'pool' then
    picked := private.next_of_pool(p_account, private.pool_of(routing.pools, target ->> 'pool'), null) || jsonb_build_object('why', 'pool');
  elsif private.free_people(p_account, array[(target ->> 'person')::uuid], now()) <> '{}' then
    picked := jsonb_build_object('person', target -> 'person', 'why', 'person');
  end if;
  return picked || jsonb_build_object('rule', place);
end
$$;

comment on function private.route_lead(uuid, public.leads, jsonb) is
'Who gets a lead that just wrote, and why: { person, why (owner, form, pool or person), rule, pool_id, pool, after, weight }. Null when neither the form nor the rules find anybody. Lock the routing first.';

create function private.record_routing(p_lead_id uuid, p_route jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
begin
  select open.* into clock from public.lead_clocks as open
  where open.lead_id = p_lead_id and open.state not in ('answered', 'dropped') for update;
  if clock.id is null then return; end if;
  perform private.record_clock_event(clock, 'routed', now(), null, p_route);
  update public.lead_clocks as open
  set offer_at = private.add_working_seconds(greatest(open.arrived_at, now()), open.target_seconds * routing.offer_percent / 100.0, private.calendar_of(open.account_id))
  from public.lead_routing as routing
  where open.id = clock.id and p_route ? 'pool_id' and routing.account_id = open.account_id and routing.offer_percent is not null
  returning open.* into clock;
  if found then perform private.enqueue_clock_jobs(clock); end if;
end
$$;

comment on function private.record_routing(uuid, jsonb) is
'Writes into the ledger of a lead''s clock who got it and why, and plans when it goes to the next.';

create function private.offer_clock(p_clock public.lead_clocks, p_lead public.leads) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  routed jsonb;
  pool jsonb;
  picked jsonb;
  facts jsonb;
begin
  select noted.payload into routed from public.lead_clock_events as noted
  where noted.clock_id in (select private.clocks_before(p_clock.id)) and noted.event = 'routed' order by noted.id desc limit 1;
  -- A lead that someone took or was given since is theirs.
  if routed ->> 'person' is distinct from p_lead.user_id::text or private.is_call_in_progress(p_lead.id, p_lead.user_id) then return false; end if;
  select private.pool_of(held.pools, routed ->> 'pool_id') into pool from public.lead_routing as held
  where held.account_id = p_clock.account_id and held.offer_percent is not null;
  if pool is null then return false; end if;
  picked := private.next_of_pool(p_clock.account_id, pool, p_lead.user_id);
  if picked is null then return false; end if;
  facts := private.lead_mail_data(p_lead.id) || jsonb_build_object('clockId', p_clock.id, 'target', p_clock.target_seconds::text,
    'waited', greatest(0, floor(private.working_seconds_between(p_clock.arrived_at, now(), private.calendar_of(p_clock.account_id))))::text,
    'rep', private.owner_name(picked ->> 'person'), 'handedOver', 'true');
  perform private.record_clock_event(p_clock, 'offered', p_clock.offer_at, null, picked || jsonb_build_object('owner', p_lead.user_id));
  update public.leads as lead set user_id = (picked ->> 'person')::uuid where lead.id = p_lead.id;
  perform private.notify_users(array[(picked ->> 'person')::uuid], 'lead-clock-escalated', 'offered-' || p_clock.id, facts || '{"part": "rep"}');
  if private.is_on_team(p_lead.user_id, p_lead.account_id) then
    perform private.notify_users(array[p_lead.user_id], 'lead-clock-escalated', 'offered-' || p_clock.id, facts || '{"part": "owner"}');
  end if;
  return true;
end
$$;

comment on function private.offer_clock(public.lead_clocks, public.leads) is
'Gives a routed lead that its owner let wait to the next free person of the pool, and emails both. Nothing happens when nobody is free.';
