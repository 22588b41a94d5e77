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

create function private.pick_from_pool(p_pool text, p_account uuid, p_candidates uuid[], p_at timestamptz) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  -- Sums of shares differ from whole numbers by less than this.
  tiny constant double precision := 1e-9;
  next_turn bigint;
  picked uuid;
begin
  -- Picks of one pool take turns.
  perform pg_advisory_xact_lock(hashtextextended(format('pool %s of %s', p_pool, p_account), 0));
  next_turn := 1 + coalesce((select max(held.turn) from private.pool_turns as held where held.account_id = p_account and held.pool = p_pool), 0);
  with weighed as (
    select person.id, coalesce(rota.weight, 1)::double precision as weight
    from (select distinct given.id from unnest(p_candidates) as given (id) where given.id is not null) as person
    left join public.rotas as rota on rota.account_id = p_account and rota.user_id = person.id
    where coalesce(rota.weight, 1) > 0
  ), owed as (
    select weighed.id, weighed.weight / sum(weighed.weight) over () as share,
      coalesce(held.credit, 0) + weighed.weight / sum(weighed.weight) over () as credit
    from weighed left join private.pool_turns as held
      on held.account_id = p_account and held.pool = p_pool and held.user_id = weighed.id
  ), chosen as (
    -- Of those whom the pool owes something, the one who would soonest wait for a whole lead. Always to pick the largest credit lets
    -- small weights fall more than one lead behind.
    select owed.id from owed
    order by owed.credit <= tiny, case when owed.credit > tiny then greatest(ceil((1 - owed.credit) / owed.share - tiny), 0) end,
      owed.credit desc, owed.id
    limit 1
  ), stored as (
    insert into private.pool_turns as held (account_id, pool, user_id, credit, turn, picked_at)
    select p_account, p_pool, owed.id, least(greatest(owed.credit - case when is_picked then 1 else 0 end, -1), 1),
      case when is_picked then next_turn else 0 end, case when is_picked then p_at end
    from owed join chosen on true cross join lateral (select owed.id = chosen.id as is_picked) as answer
    on conflict (account_id, pool, user_id) do update set credit = excluded.credit,
      turn = greatest(held.turn, excluded.turn), picked_at = coalesce(excluded.picked_at, held.picked_at)
  )
  select chosen.id into picked from chosen;
  return picked;
end
$$;

comment on function private.pick_from_pool(text, uuid, uuid[], timestamptz) is
'Whose turn it is among these people of a pool, by the weights of their rotas; null when all weigh 0. The caller leaves out who is absent or busy: nothing changes for them, so they neither catch up nor lose.';
