-- New leads go to people by rules and pools.

alter table public.lead_clocks add column offer_at timestamptz;
comment on column public.lead_clocks.offer_at is 'When a routed lead goes to the next person of its pool; null for never.';

alter table public.lead_clock_events drop constraint lead_clock_events_event_check;
alter table public.lead_clock_events add constraint lead_clock_events_event_check check (event in ('started', 'warned', 'breached', 'escalated', 'answered', 'corrected', 'moved', 'dropped', 'routed', 'offered'));
comment on column public.lead_clock_events.event is
'What happened. moved: to other working hours or to another lead. corrected: an earlier answer was logged later. routed: rules gave the lead to someone. offered: it went to the next of the pool.';
drop index public.lead_clock_events_once_idx;
create unique index lead_clock_events_once_idx on public.lead_clock_events (clock_id, event)
where event in ('started', 'warned', 'breached', 'escalated', 'answered', 'dropped', 'offered');

drop function private.upsert_lead(uuid, jsonb, jsonb, text, boolean, jsonb, public.lead_source);

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
begin
  return array(
    select person.id from unnest(p_people) as person (id)
    left join public.rotas as rota on rota.account_id = p_account and rota.user_id = person.id
    where person.id = any (team) and coalesce(rota.weight, 1) > 0
      and (rota.capacity is null or private.waiting_leads(p_account, person.id) < rota.capacity)
      and private.is_on_shift(p_account, person.id, p_at)
    order by person.id
  );
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
  if routing.account_id is null or routing.rules = '[]' then return null; end if;
  if private.is_on_team(p_known.user_id, p_account) then
    -- The owner already waits to answer, or knows the person.
    if exists (select from public.lead_clocks as clock where clock.lead_id = p_known.id and clock.state not in ('answered', 'dropped')) then
      return null;
    end if;
    if private.free_people(p_account, array[p_known.user_id], now()) <> '{}' then
      return jsonb_build_object('person', p_known.user_id, 'why', 'owner');
    end if;
  end if;
  place := private.first_rule(routing.rules, p_facts);
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
'Who gets a lead that just wrote, and why: { person, why (owner, pool or person), rule, pool_id, pool, after, weight }. Null when the rules find nobody. Lock the routing first.';

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
  where noted.clock_id = p_clock.id and noted.event = 'routed' order by noted.id desc limit 1;
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

create or replace function private.next_turn(p_ids uuid[], p_weights integer[], p_credits double precision[])
returns table (id uuid, credit double precision, is_picked boolean)
language sql immutable parallel safe
set search_path = ''
as $$
  with owed as (
    select person.id, person.weight::double precision / sum(person.weight) over () as share,
      person.credit + person.weight::double precision / sum(person.weight) over () as credit
    from unnest(p_ids, p_weights, p_credits) as person (id, weight, credit)
  ), ranked as (
    -- Of those whom the pool owes something, the one who would soonest wait for a whole lead. Always to pick the largest credit lets
    -- small weights fall more than one lead behind. Sums of shares differ from whole numbers by less than 1e-9.
    select owed.*, row_number() over (order by
      owed.credit <= 1e-9, case when owed.credit > 1e-9 then greatest(ceil((1 - owed.credit) / owed.share - 1e-9), 0) end, owed.credit desc, owed.id
    ) as place
    from owed
  )
  select ranked.id, least(greatest(ranked.credit - case when ranked.place = 1 then 1 else 0 end, -1), 1), ranked.place = 1 from ranked
$$;

comment on function private.next_turn(uuid[], integer[], double precision[]) is
'Whose turn it is among people with these weights and credits, and everyone''s credit afterward.';

create or replace function private.pick_from_pool(p_pool text, p_account uuid, p_candidates uuid[], p_at timestamptz) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  turn_number bigint;
  ids uuid[];
  weights integer[];
  credits double precision[];
  picked uuid;
begin
  -- Picks of one pool take turns.
  perform pg_advisory_xact_lock(hashtextextended(format('pool %s of %s', p_pool, p_account), 0));
  turn_number := 1 + coalesce((select max(held.turn) from private.pool_turns as held where held.account_id = p_account and held.pool = p_pool), 0);
  select array_agg(person.id), array_agg(coalesce(rota.weight, 1)), array_agg(coalesce(held.credit, 0)) into ids, weights, credits
  from (select distinct given.id from unnest(p_candidates) as given (id) where given.id is not null) as person
  left join public.rotas as rota on rota.account_id = p_account and rota.user_id = person.id
  left join private.pool_turns as held on held.account_id = p_account and held.pool = p_pool and held.user_id = person.id
  where coalesce(rota.weight, 1) > 0;
  if ids is null then return null; end if;
  with stored as (
    insert into private.pool_turns as held (account_id, pool, user_id, credit, turn, picked_at)
    select p_account, p_pool, next.id, next.credit, case when next.is_picked then turn_number else 0 end, case when next.is_picked then p_at end
    from private.next_turn(ids, weights, credits) as next
    on conflict (account_id, pool, user_id) do update set credit = excluded.credit,
      turn = greatest(held.turn, excluded.turn), picked_at = coalesce(excluded.picked_at, held.picked_at)
    returning held.user_id, held.turn
  )
  select stored.user_id into picked from stored where stored.turn = turn_number;
  return picked;
end
$$;

comment on function private.pick_from_pool(text, uuid, uuid[], timestamptz) is
'Whose turn it is among these people of a pool, by the weights of their rotas; null when all weigh 0. The caller leaves out who is absent or busy: nothing changes for them, so they neither catch up nor lose.';

create or replace function private.parse_touch(p_form text, p_sent jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when octet_length(touch::text) <= 18000 then touch else jsonb_build_object('at', now(), 'form', p_form) end
  from (select jsonb_strip_nulls(jsonb_build_object(
    'at', now(), 'form', p_form,
    'utm_source', p_sent ->> 'utm_source', 'utm_medium', p_sent ->> 'utm_medium', 'utm_campaign', p_sent ->> 'utm_campaign',
    'utm_term', p_sent ->> 'utm_term', 'utm_content', p_sent ->> 'utm_content', 'traffic_type', p_sent ->> 'traffic_type',
    'language', left(p_sent ->> 'language', 35),
    'referrer', left(p_sent ->> 'referrer_url', 1000), 'page', left(p_sent ->> 'landing_page', 1000), 'address', left(p_sent ->> 'page_url', 1000)
  )) as touch) as read
$$;

comment on function private.parse_touch(text, jsonb) is 'Where a visitor came from, as far as the form says.';

create or replace function private.upsert_lead(
  p_account uuid, p_person jsonb, p_touch jsonb, p_consent text, p_is_spam boolean, p_activity jsonb, p_source public.lead_source default 'website_form',
  p_is_routed boolean default true
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  sent public.leads := jsonb_populate_record(null::public.leads, p_person - 'id' - 'phone_key' - 'account_id');
  lead_id uuid;
  is_new boolean;
  sent_fields jsonb := to_jsonb(sent);
  filled public.leads;
  known jsonb;
  other_email text;
  is_routing constant boolean := p_is_routed and not p_is_spam and exists (
    select from public.lead_routing as routing where routing.account_id = p_account and routing.rules <> '[]'
  );
  route jsonb;
begin
  if is_routing then perform private.lock_routing(p_account); end if;
  lead_id := private.find_lead(p_account, sent.email, sent.phone);
  is_new := lead_id is null;
  if is_routing and is_new then route := private.route_lead(p_account, null, private.routing_facts(sent, p_source, p_touch)); end if;
  if is_new then
    insert into public.leads (account_id, email, source, is_spam, user_id)
    values (p_account, sent.email, p_source, p_is_spam, (route ->> 'person')::uuid) returning id into lead_id;
  elsif not p_is_spam then
    select sent.email into other_email from public.leads as lead where lead.id = lead_id and lower(lead.email) <> lower(sent.email);
  end if;
  if is_new or not p_is_spam then
    -- Fills only blank fields, so what the team wrote stays. A lead that writes again leaves the archive and the spam.
    select lead.* into filled from public.leads as lead where lead.id = lead_id;
    known := to_jsonb(filled);
    filled := jsonb_populate_record(filled, (
      select jsonb_object_agg(fact, coalesce(nullif(btrim(known ->> fact), ''), sent_fields ->> fact))
      from unnest(private.lead_facts_of_kind('word', 'text')) as fact
    ));
    filled.tier_interest := private.merged_offers(filled.tier_interest, sent.tier_interest);
    -- Consent is for one address. A lead that is found by phone and writes from another address agrees to that one, not to the
    -- known one.
    if other_email is null and filled.consent_at is null then filled.consent_text := p_consent; end if;
    if other_email is null then filled.consent_at := coalesce(filled.consent_at, now()); end if;
    filled.first_touch := coalesce(filled.first_touch, p_touch);
    filled.last_touch := p_touch;
    -- An archived lead keeps its owner, who may have left since.
    if not private.is_on_team(filled.user_id, p_account) then filled.user_id := null; end if;
    if is_routing and not is_new then
      -- What they ask about now decides.
      route := private.route_lead(p_account, filled, private.routing_facts(
        jsonb_populate_record(filled, jsonb_build_object('tier_interest', coalesce(sent.tier_interest, filled.tier_interest))), p_source, p_touch
      ));
      filled.user_id := coalesce((route ->> 'person')::uuid, filled.user_id);
    end if;
    filled.archived_at := null;
    filled.is_spam := p_is_spam;
    perform private.write_leads(array[filled]);
  end if;
  insert into public.lead_activities (lead_id, kind, payload) values (lead_id, 'form', jsonb_strip_nulls(
    p_activity || jsonb_build_object('spam', nullif(p_is_spam, false), 'email', other_email)
  ));
  if not p_is_spam then
    perform private.start_lead_clock(lead_id, now(), p_source);
    if route is not null then perform private.record_routing(lead_id, route); end if;
    perform private.notify_lead_arrival(lead_id, is_new, coalesce(p_activity ->> 'contact_id', p_activity ->> 'application_id', p_activity ->> 'submission_id'));
  end if;
  return lead_id;
end
$$;

comment on function private.upsert_lead(uuid, jsonb, jsonb, text, boolean, jsonb, public.lead_source, boolean) is
'Creates or updates the account''s lead of this person and adds the form to its history. Spam does not change a known lead, starts no clock and sends no email. p_is_routed: whether the account''s rules decide who gets it.';

create or replace function private.upsert_lead_from_landing_form(p_account uuid, p_form jsonb, p_activity jsonb, p_is_spam boolean) returns uuid
language sql volatile security definer
set search_path = ''
as $$
  select private.upsert_lead(
    p_account, jsonb_build_object(
      'email', p_form ->> 'email', 'first_name', p_form ->> 'first_name', 'last_name', p_form ->> 'last_name',
      'company', p_form ->> 'company', 'phone', p_form ->> 'phone', 'goals', left(p_form ->> 'message', 10000)
    ),
    private.parse_touch('landing_page', coalesce(p_form -> 'utm', '{}') || jsonb_build_object(
      'language', p_form -> 'answers' ->> 'language', 'referrer_url', p_form ->> 'referrer_url', 'landing_page', '/landing/' || (p_activity ->> 'slug')
    )),
    null, p_is_spam, p_activity, 'landing_page'
  )
$$;

comment on function private.upsert_lead_from_landing_form(uuid, jsonb, jsonb, boolean) is
'Creates or updates the account''s lead of the person who sent the form, and adds the form to its history.';

create or replace function private.enqueue_clock_jobs(p_clock public.lead_clocks) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moves bigint := (select count(*) from public.lead_clock_events as noted where noted.clock_id = p_clock.id and noted.event = 'moved');
begin
  -- The key contains the number of moves, because a clock that moves there and back needs its first jobs again.
  perform public.enqueue_outbox('lead_clock', format('lead_clock:%s:%s:%s:%s', p_clock.id, planned.event, extract(epoch from planned.at), moves),
    jsonb_build_object('clockId', p_clock.id, 'event', planned.event), planned.at)
  from (values ('warned', p_clock.warn_at), ('breached', p_clock.due_at), ('escalated', p_clock.escalate_at)) as planned (event, at)
  where planned.at is not null
    and array_position(array['running', 'warned', 'breached', 'escalated'], planned.event)
      > array_position(array['running', 'warned', 'breached', 'escalated'], p_clock.state);
  if p_clock.offer_at is not null and not exists (
    select from public.lead_clock_events as noted where noted.clock_id = p_clock.id and noted.event = 'offered'
  ) then
    perform public.enqueue_outbox('lead_clock', format('lead_clock:%s:offered:%s:%s', p_clock.id, extract(epoch from p_clock.offer_at), moves),
      jsonb_build_object('clockId', p_clock.id, 'event', 'offered'), p_clock.offer_at);
  end if;
end
$$;

comment on function private.enqueue_clock_jobs(public.lead_clocks) is 'Queues the jobs for what can still happen to a clock.';

create or replace function private.reschedule_clocks() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  before_calendar jsonb := private.calendar_of(old);
  calendar jsonb := private.calendar_of(new);
  clock public.lead_clocks;
  moved public.lead_clocks;
begin
  perform from public.leads as lead
  where lead.id in (select open.lead_id from public.lead_clocks as open where open.account_id = new.id and open.state not in ('answered', 'dropped'))
  order by lead.id for no key update;
  for clock in
    select open.* from public.lead_clocks as open
    where open.account_id = new.id and open.state not in ('answered', 'dropped') order by open.id for update
  loop
    update public.lead_clocks as open
    set started_at = private.rescheduled_moment(clock.started_at, 0, before_calendar, calendar),
      warn_at = private.rescheduled_moment(clock.warn_at, clock.target_seconds * 0.6, before_calendar, calendar),
      due_at = private.rescheduled_moment(clock.due_at, clock.target_seconds, before_calendar, calendar),
      escalate_at = private.rescheduled_moment(clock.escalate_at, clock.target_seconds * 2, before_calendar, calendar),
      offer_at = case when clock.offer_at is not null then private.rescheduled_moment(clock.offer_at, 0, before_calendar, calendar) end
    where open.id = clock.id returning * into moved;
    if (moved.started_at, moved.warn_at, moved.due_at, moved.escalate_at, moved.offer_at)
      is distinct from (clock.started_at, clock.warn_at, clock.due_at, clock.escalate_at, clock.offer_at)
    then
      perform private.record_clock_event(moved, 'moved', now(), auth.uid(), jsonb_build_object('from', clock.due_at, 'to', moved.due_at));
      perform private.enqueue_clock_jobs(moved);
      perform private.sync_lead_clock(moved.lead_id);
    end if;
  end loop;
  return null;
end
$$;

comment on function private.reschedule_clocks() is 'Trigger: moves the open clocks when working hours, holidays or the time zone change.';

create or replace function private.next_available_rep(p_account uuid, p_not uuid) returns uuid
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
    and private.is_on_shift(p_account, rep.id)
  order by waiting.leads::numeric / coalesce(rota.weight, 1),
    (select max(clock.escalate_at) from public.lead_clocks as clock where clock.account_id = p_account and clock.escalated_to = rep.id) nulls first,
    rep.id
  limit 1
$$;

comment on function private.next_available_rep(uuid, uuid) is
'The person on shift with the fewest waiting leads for their weight, below their capacity; among equals, the one who was asked longest ago. Never the given one. Null when nobody is on shift.';

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

comment on function public.run_clock_event(uuid, text) is
'Runs the job of a clock (warned, offered, breached or escalated) once, if the lead still waits and the time has come. Returns whether it did.';

create or replace function private.event_json(p_id text, p_lead_id uuid, p_kind text, p_body text, p_at timestamptz, p_actor uuid, p_payload jsonb)
returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_id, 'lead_id', p_lead_id, 'kind', p_kind, 'body', p_body, 'at', p_at, 'actor_id', p_actor,
    'actor_name', private.person_name(p_actor),
    'payload', p_payload || case when p_kind = 'assignment' then jsonb_build_object(
      'from_name', private.person_name(private.parse_uuid(p_payload ->> 'from')),
      'to_name', private.person_name(private.parse_uuid(p_payload ->> 'to'))
    ) when p_kind = 'clock' and p_payload ->> 'event' in ('routed', 'offered') then jsonb_build_object(
      'person_name', private.person_name(private.parse_uuid(p_payload ->> 'person')),
      'after_name', private.person_name(private.parse_uuid(p_payload ->> 'after'))
    ) when p_kind = 'merge' then private.merge_json(
      private.parse_uuid(p_payload ->> 'batch_id'), private.parse_uuid(p_payload ->> 'lead_id')
    ) else '{}' end)
$$;

comment on function private.event_json(text, uuid, text, text, timestamptz, uuid, jsonb) is 'One entry of a timeline, with names for ids.';

create or replace function public.lead_page(p_lead_id uuid) returns jsonb
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

comment on function public.lead_page(uuid) is
'Everything about one lead except its timeline. PT404: no such lead, or not the caller''s. 42501: not on the team.';

create or replace function private.impersonal_columns() returns table (column_name text, reason text)
language sql immutable
set search_path = ''
as $$
  -- 'schema.table' means all its columns, 'schema.table.column' means one.
  select entry.* from (values
    ('auth.users.aud', 'the same word for everyone'),
    ('auth.users.role', 'the same word for everyone'),
    ('private.attached_files', 'forgotten with the file, or after two days'),
    ('private.ip_salts', 'random, forgotten after a day'),
    ('private.checkouts.currency', 'a code'),
    ('private.checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.checkouts.status', 'a word of the product'),
    ('private.combined_checkouts.currency', 'a code'),
    ('private.combined_checkouts.session_id', 'a number of the payment provider, kept with the payment'),
    ('private.dashboard_imports', 'ids and times'),
    ('private.erasures', 'ids and times'),
    ('private.landing_cache_version', 'a counter'),
    ('private.landing_visitors', 'hashes of one day, with a salt that is forgotten'),
    ('private.lead_counts.kind', 'a word of the product'),
    ('private.lead_import_rows.outcome', 'a word of the product'),
    ('private.lead_tags', 'labels of the team with counts; a label ends with its last lead'),
    ('private.lead_totals', 'counts'),
    ('private.mail_providers', 'the product''s own mail servers'),
    ('private.payment_events', 'numbers of the payment provider'),
    ('private.purges', 'the product''s own jobs'),
    ('private.quotas', 'the product''s own limits'),
    ('private.removed_blobs', 'random ids'),
    ('private.removed_files', 'forgotten when the files are deleted'),
    ('private.scheduled_jobs', 'the product''s own jobs'),
    ('private.stage_figures', 'counts'),
    ('private.used_admin_entitlements', 'a hash: an entitlement that was used stays used'),
    ('public.accounts', 'the business''s own hours and currency; its name is cleared with its last person'),
    ('public.agency_settings', 'the agency''s own'),
    ('public.audit_log.action', 'a word of the product'),
    ('public.booking_events', 'ids and times'),
    ('public.bookings.state', 'a word of the product'),
    ('public.bookings.time_zone', 'a region'),
    ('public.bookings.title', 'the account''s own name for a kind of call'),
    ('public.audit_log.table_name', 'a word of the product'),
    ('public.change_requests.user_email', 'of a colleague, where the request stays'),
    ('public.landing_domains', 'pages of an account'),
    ('public.landing_drafts', 'pages of an account'),
    ('public.landing_page_versions', 'pages of an account'),
    ('public.landing_pages', 'pages of an account'),
    ('public.landing_pictures', 'pages of an account'),
    ('public.landing_previews', 'hashes of links to an account''s pages'),
    ('public.landing_publish_requests', 'pages of an account, and what has to change in them'),
    ('public.landing_views', 'counts of visits by source'),
    ('public.lead_activities.kind', 'a word of the product'),
    ('public.lead_batches.kind', 'a word of the product'),
    ('public.lead_clock_events.event', 'a word of the product'),
    ('public.lead_clocks.state', 'a word of the product'),
    ('public.lead_imports', 'about a file of the agency; its rows have a rule of their own'),
    ('public.lead_routing', 'names of an account''s pools, ids of colleagues and rules'),
    ('public.leads.stage', 'a key of the pipeline'),
    ('public.lost_reasons', 'the agency''s own list'),
    ('public.meeting_types', 'the account''s own kinds of calls'),
    ('public.pipeline_stages', 'the agency''s own list'),
    ('public.retainer_charges', 'ids and times'),
    ('public.retention_settings', 'the agency''s own'),
    ('storage.buckets', 'the product''s own')
  ) as entry (column_name, reason)
$$;

comment on function private.impersonal_columns() is 'Columns with words that are about no person, and why.';

-- The screen "Shifts and routing": who works when, who gets which leads, and what edited rules would have done.

create trigger bump_crm_change after insert or update or delete on public.rotas
for each statement execute function private.bump_crm_change();

create trigger bump_crm_change after insert or update or delete on public.absences
for each statement execute function private.bump_crm_change();

create function private.edits_absences_of(p_user_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  -- An absence counts in all accounts, so a client's owner can't enter one for someone whom the agency lent.
  return p_user_id = auth.uid() or private.manages_workspace() and p_user_id = any (private.team_of(private.workspace()))
    and (private.has_active_role('admin') or not exists (
      select from public.account_loans as loan where loan.account_id = private.workspace() and loan.user_id = p_user_id
    ));
end
$$;

comment on function private.edits_absences_of(uuid) is 'Whether the caller may enter absences of this person: their own, and those of the team that they lead.';

create function private.away_until(p_user_id uuid, p_at timestamptz default now()) returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  -- Absences that follow each other are one.
  select upper(away.range) from (
    select unnest(range_agg(tstzrange(held.starts_at, held.ends_at))) as range from public.absences as held
    where held.user_id = p_user_id and held.ends_at > p_at
  ) as away where away.range @> p_at
$$;

comment on function private.away_until(uuid, timestamptz) is 'Until when a person is away; null when they are not.';

create function public.team_shifts() returns jsonb
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

comment on function public.team_shifts() is
'Who works when in the workspace, and its pools and rules: { now, is_leader, time_zone, working_hours, currency, target_seconds, people, routing }. 42501: not on the team.';

create function private.require_leader() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
begin
  if not coalesce(private.manages_workspace(), false) then
    perform private.refuse('admin_only', '42501', 'Only an admin or owner can do this');
  end if;
  return caller;
end
$$;

comment on function private.require_leader() is 'Returns the caller''s id. 42501: the caller does not decide for the workspace.';

create function private.check_shift_hours(p_hours jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  time_of_day constant text := '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$';
  day record;
  pair record;
  last_end text;
begin
  if jsonb_typeof(p_hours) is distinct from 'object' then perform private.refuse('hours_invalid', '22023', 'Enter the hours of each day', 'hours'); end if;
  for day in select * from jsonb_each(p_hours) as each (name, ranges) loop
    if day.name <> all (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']) or jsonb_typeof(day.ranges) <> 'array' or jsonb_array_length(day.ranges) > 6 then
      perform private.refuse('hours_invalid', '22023', 'Enter up to 6 shifts for each day from Monday to Sunday', 'hours');
    end if;
    last_end := '';
    for pair in
      select one.value ->> 0 as starts, one.value ->> 1 as ends, jsonb_typeof(one.value) = 'array' and jsonb_array_length(one.value) = 2 as is_pair
      from jsonb_array_elements(day.ranges) as one (value) order by one.value ->> 0
    loop
      if pair.is_pair is not true or coalesce(pair.starts !~ time_of_day or pair.ends !~ time_of_day or pair.starts >= pair.ends, true) then
        perform private.refuse('hours_invalid', '22023', 'End each shift after its start', day.name);
      end if;
      if pair.starts < last_end then perform private.refuse('hours_overlap', '22023', 'Shifts of a day can''t overlap', day.name); end if;
      last_end := pair.ends;
    end loop;
  end loop;
end
$$;

comment on function private.check_shift_hours(jsonb) is 'Refuses hours that are no shifts, or overlap. Same rule as shiftProblems in domain/shifts.ts.';

create function public.save_rota(p_user_id uuid, p_rota jsonb, p_seen timestamptz default null) returns timestamptz
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

comment on function public.save_rota(uuid, jsonb, timestamptz) is
'Stores when a person of the workspace''s team works: { time_zone, hours, capacity, weight }; null returns them to the account''s hours. People store their own time zone and hours; admins and owners all of it, for everyone. Returns updated_at. PT404: not on the team. PT409: changed since p_seen. 22023: what is wrong.';

create function public.add_absence(p_absence_id uuid, p_user_id uuid, p_until date default null, p_from date default null) returns jsonb
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

comment on function public.add_absence(uuid, uuid, date, date) is
'Marks a person as away from now (or the start of p_from) to the end of p_until (today without it), by the days of their time zone. Their own, or of the team by admins and owners. Once per id. PT404: no such person. 22023: a day that has passed.';

create function public.remove_absence(p_absence_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  delete from public.absences as held where held.id = p_absence_id and private.edits_absences_of(held.user_id);
end
$$;

comment on function public.remove_absence(uuid) is 'Deletes an absence. Nothing happens if it is gone, or if it is not the caller''s to delete.';

create function private.checked_routing(p_account uuid, p_routing jsonb) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lists constant text[] := array['source', 'tier', 'page', 'campaign', 'language', 'area'];
  team constant uuid[] := private.team_of(p_account);
  pools jsonb := coalesce(p_routing -> 'pools', '[]');
  rules jsonb := coalesce(p_routing -> 'rules', '[]');
  one record;
  part record;
  kept jsonb := '[]';
  field text;
begin
  if jsonb_typeof(pools) <> 'array' or jsonb_typeof(rules) <> 'array' or jsonb_array_length(pools) > 20 or jsonb_array_length(rules) > 50
    or octet_length(p_routing::text) > 60000
  then
    perform private.refuse('routing_invalid', '22023', 'An account has at most 20 pools and 50 rules');
  end if;
  for one in select * from jsonb_array_elements(pools) with ordinality as pool (body, place) loop
    field := format('pools.%s', one.place - 1);
    if private.parse_uuid(one.body ->> 'id') is null or coalesce(jsonb_typeof(one.body -> 'people'), '') <> 'array'
      or jsonb_array_length(one.body -> 'people') > 200
    then
      perform private.refuse('routing_invalid', '22023', 'A pool has an id, a name and up to 200 people', field);
    end if;
    if btrim(coalesce(one.body ->> 'name', '')) = '' or char_length(one.body ->> 'name') > 60 then
      perform private.refuse('required', '22023', 'Name each pool in up to 60 characters', field);
    end if;
    if exists (
      select from jsonb_array_elements(kept) as before (body)
      where lower(before.body ->> 'name') = lower(btrim(one.body ->> 'name')) or before.body ->> 'id' = one.body ->> 'id'
    ) then
      perform private.refuse('name_taken', '22023', 'Give each pool a different name', field);
    end if;
    -- Someone who left the team meanwhile is left out, so that the rest can be saved.
    kept := kept || jsonb_build_array(jsonb_build_object('id', one.body -> 'id', 'name', btrim(one.body ->> 'name'), 'people', (
      select coalesce(jsonb_agg(person.id order by person.place), '[]') from (
        select given.id, min(given.place) as place from jsonb_array_elements_text(one.body -> 'people') with ordinality as given (id, place)
        where private.parse_uuid(given.id) = any (team) group by given.id
      ) as person
    )));
  end loop;
  pools := kept;
  kept := '[]';
  for one in select * from jsonb_array_elements(rules) with ordinality as rule (body, place) loop
    field := format('rules.%s', one.place - 1);
    if private.parse_uuid(one.body ->> 'id') is null or jsonb_typeof(coalesce(one.body -> 'when', '{}')) <> 'object' then
      perform private.refuse('routing_invalid', '22023', 'A rule has an id, conditions and a pool or a person', field);
    end if;
    for part in select * from jsonb_each(coalesce(one.body -> 'when', '{}')) as each (name, value) loop
      if part.name = any (lists) then
        if jsonb_typeof(part.value) <> 'array' or jsonb_array_length(part.value) > 20 or exists (
          select from jsonb_array_elements(part.value) as word (value)
          where jsonb_typeof(word.value) <> 'string' or btrim(word.value #>> '{}') = '' or char_length(word.value #>> '{}') > 200
            or part.name = 'area' and word.value #>> '{}' !~ '^\+?[\d \-()]{1,20}$'
        ) then
          perform private.refuse('routing_invalid', '22023', case part.name when 'area' then 'Enter area codes such as 503 or +49 30'
            else 'Each condition has up to 20 words' end, field);
        end if;
      elsif part.name not in ('value_from', 'value_to') or part.value::text !~ '^\d{1,13}$' then
        perform private.refuse('routing_invalid', '22023', 'Unknown condition', field);
      end if;
    end loop;
    if (one.body -> 'when' ->> 'value_from')::bigint > (one.body -> 'when' ->> 'value_to')::bigint then
      perform private.refuse('routing_invalid', '22023', 'The lowest value is above the highest', field);
    end if;
    if private.pool_of(pools, one.body -> 'to' ->> 'pool') is null
      and not coalesce(private.parse_uuid(one.body -> 'to' ->> 'person') = any (team), false)
    then
      perform private.refuse('unknown_choice', '22023', 'Choose a pool or a person of the team', field);
    end if;
    kept := kept || jsonb_build_array(jsonb_build_object('id', one.body -> 'id', 'when', coalesce(one.body -> 'when', '{}'), 'to',
      case when one.body -> 'to' ? 'pool' then jsonb_build_object('pool', one.body -> 'to' -> 'pool')
        else jsonb_build_object('person', one.body -> 'to' -> 'person') end));
  end loop;
  if coalesce(p_routing ->> 'offer_percent', '10') !~ '^\d{1,3}$' or coalesce((p_routing ->> 'offer_percent')::integer, 10) not between 10 and 150 then
    perform private.refuse('number_out_of_range', '22023', 'Enter a share from 10 to 150 percent', 'offer_percent');
  end if;
  return jsonb_build_object('pools', pools, 'rules', kept, 'offer_percent', p_routing -> 'offer_percent');
end
$$;

comment on function private.checked_routing(uuid, jsonb) is 'Pools and rules as they are stored. Refuses what is wrong, with its place as the field: rules.0.';

create function public.save_routing(p_routing jsonb, p_seen timestamptz default null) returns timestamptz
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

comment on function public.save_routing(jsonb, timestamptz) is
'Stores the workspace''s pools, rules and offer_percent. For its admins and owners (42501). Returns updated_at. PT409: changed since p_seen. 22023: what is wrong.';

create function public.simulate_routing(p_routing jsonb) returns jsonb
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

comment on function public.simulate_routing(jsonb) is
'Where the workspace''s last 200 leads would have gone under these pools and rules, with the shifts at their arrival: { rows, totals }, newest first. Nothing is stored. For its admins and owners (42501). 22023: what is wrong.';

grant execute on function public.team_shifts() to authenticated;
grant execute on function public.save_rota(uuid, jsonb, timestamptz) to authenticated;
grant execute on function public.add_absence(uuid, uuid, date, date) to authenticated;
grant execute on function public.remove_absence(uuid) to authenticated;
grant execute on function public.save_routing(jsonb, timestamptz) to authenticated;
grant execute on function public.simulate_routing(jsonb) to authenticated;

create or replace function private.team_medians() returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'user_id', member.user_id, 'name', private.owner_name(member.user_id::text), 'answered', today.answered,
    'median_seconds', today.median, 'on_shift', private.is_on_shift(private.workspace(), member.user_id),
    'away_until', private.away_until(member.user_id)
  ) order by private.owner_name(member.user_id::text)), '[]')
  from (select person.user_id from unnest(private.team_of(private.workspace())) as person (user_id) limit 50) as member
  cross join lateral (
    select count(*) as answered, round(percentile_cont(0.5) within group (order by clock.response_seconds)) as median
    from public.lead_clocks as clock
    where clock.answered_by = member.user_id and clock.account_id = private.workspace()
      and clock.answered_at >= (select private.account_day_start(private.workspace()))
  ) as today
$$;

comment on function private.team_medians() is
'The people who answer in the workspace, how many leads each answered today, how fast (null without answers), and whether they are on shift or away.';

