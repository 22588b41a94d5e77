-- Turns of a pool: each person gets their share of new leads and calls, evenly spread, whoever is away and whenever the pool changes.

create table private.pool_turns (
  account_id uuid not null references public.accounts (id) on delete cascade,
  pool text not null check (char_length(pool) <= 100),
  user_id uuid not null references auth.users (id) on delete cascade,
  credit double precision not null default 0 check (credit between -1 and 1),
  turn bigint not null default 0,
  picked_at timestamptz,
  primary key (account_id, pool, user_id)
);

comment on table private.pool_turns is
'What a pool owes each of its people: their share of the picks that they took part in, minus the picks that they got. Never more than one.';

create index pool_turns_user_id_idx on private.pool_turns (user_id);

alter table private.pool_turns enable row level security;

create function private.last_of_pool(p_pool text, p_account uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select held.user_id from private.pool_turns as held
  where held.account_id = p_account and held.pool = p_pool and held.turn > 0 order by held.turn desc limit 1
$$;

comment on function private.last_of_pool(text, uuid) is 'Who got the latest pick of a pool.';

create function private.next_turn(p_ids uuid[], p_weights integer[], p_credits double precision[])
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

create function private.pick_from_pool(p_pool text, p_account uuid, p_candidates uuid[], p_at timestamptz) returns uuid
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
