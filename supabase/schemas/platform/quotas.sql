-- Quotas limit how much one signed-in person may add. Each limit is a row of private.quotas; a trigger or a procedure counts
-- against it. The count is part of the writing transaction: a refused write does not count, and concurrent writes of one person
-- take turns. Work of the product itself (no auth.uid()) is not limited.

create table private.quotas (
  kind text primary key check (kind ~ '^[a-z][a-z_]{0,49}$'),
  max_count bigint not null check (max_count > 0),
  period interval check (period >= interval '1 minute'),
  message text not null check (message like '%\%s%' and char_length(message) <= 200),
  advice text check (char_length(advice) <= 200),
  check ((period is null) = (advice is not null))
);

comment on table private.quotas is 'The limits. With a period: how many in that time. Without: how many at once.';
comment on column private.quotas.kind is 'What is counted.';
comment on column private.quotas.max_count is 'The limit.';
comment on column private.quotas.period is 'How long a count lasts from its first use; null for a limit on what exists at once.';
comment on column private.quotas.message is 'The sentence that people read; %s is the limit.';
comment on column private.quotas.advice is 'What to do about a limit on what exists at once.';

create table private.quota_uses (
  kind text not null references private.quotas (kind) on delete cascade check (char_length(kind) <= 50),
  key text not null check (char_length(key) <= 400),
  used bigint not null check (used > 0),
  resets_at timestamptz not null,
  primary key (kind, key)
);

comment on table private.quota_uses is 'How much of a quota is used in its current period, by the id of a person or the hash of an address.';

create index quota_uses_resets_at_idx on private.quota_uses (resets_at);

alter table private.quotas enable row level security;

alter table private.quota_uses enable row level security;

create function private.wait_text(p_seconds numeric) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when p_seconds > 5400 then ceil(p_seconds / 3600) || ' hours'
    when p_seconds > 60 then ceil(p_seconds / 60) || ' minutes'
    else '1 minute'
  end
$$;

comment on function private.wait_text(numeric) is 'A waiting time as people read it, rounded up.';

create function private.refuse_over_quota(p_quota private.quotas, p_resets_at timestamptz) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  max_count constant text := ltrim(to_char(p_quota.max_count, '999,999,999,999,999'));
  wait constant numeric := extract(epoch from p_resets_at - clock_timestamp());
begin
  perform private.refuse(
    'quota_reached', 'PT429',
    format(p_quota.message, max_count) || ' ' || coalesce(p_quota.advice, format('Try again in %s.', private.wait_text(wait))),
    p_more => jsonb_build_object('quota', p_quota.kind, 'limit', p_quota.max_count, 'resets_at', p_resets_at)
  );
end
$$;

comment on function private.refuse_over_quota(private.quotas, timestamptz) is
'Refuses with PT429. The message names the limit and when it ends, and the hint is quota_reached.';

create function private.find_quota(p_kind text) returns private.quotas
language plpgsql stable
set search_path = ''
as $$
declare
  quota private.quotas;
begin
  select known.* into quota from private.quotas as known where known.kind = p_kind;
  if not found then perform private.refuse('unknown_quota', 'P0001', format('There is no quota %s', p_kind)); end if;
  return quota;
end
$$;

comment on function private.find_quota(text) is 'A quota by its name. Throws when there is none.';

create function private.consume_quota(p_kind text, p_key text, p_amount bigint default 1) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  quota constant private.quotas := private.find_quota(p_kind);
  counted private.quota_uses;
begin
  if p_key is null or p_amount is null or p_amount <= 0 then return; end if;
  -- One lock for all quotas of a key. Callers lock leads and pages before they count, never after, so that they cannot
  -- deadlock.
  perform pg_advisory_xact_lock(hashtextextended('quotas of ' || p_key, 0));
  insert into private.quota_uses as counter (kind, key, used, resets_at)
  values (p_kind, left(p_key, 400), p_amount, clock_timestamp() + quota.period)
  on conflict (kind, key) do update set
    used = case when private.is_window_over(counter.resets_at, quota.period) then excluded.used else counter.used + excluded.used end,
    resets_at = case when private.is_window_over(counter.resets_at, quota.period) then excluded.resets_at else counter.resets_at end
  returning counter.* into counted;
  if counted.used > quota.max_count then perform private.refuse_over_quota(quota, counted.resets_at); end if;
end
$$;

comment on function private.consume_quota(text, text, bigint) is
'Counts an amount against a quota with a period. PT429: over the limit. Refused work does not count, and a null key counts nothing.';

create function private.require_quota(p_kind text, p_key text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  quota constant private.quotas := private.find_quota(p_kind);
  counted private.quota_uses;
begin
  select counter.* into counted from private.quota_uses as counter
  where counter.kind = p_kind and counter.key = left(p_key, 400) and not private.is_window_over(counter.resets_at, quota.period);
  if counted.used >= quota.max_count then perform private.refuse_over_quota(quota, counted.resets_at); end if;
end
$$;

comment on function private.require_quota(text, text) is
'PT429 when a quota is already used up, which refuses a flood before the work is done. It neither locks nor counts; consume_quota decides.';

create function private.lock_quota(p_kind text, p_key text) returns void
language sql volatile
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended(format('quota %s of %s', p_kind, p_key), 0))
$$;

comment on function private.lock_quota(text, text) is
'Call it before counting what exists: others who add to it wait until this transaction ends.';

create function private.check_quota(p_kind text, p_held bigint) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  quota constant private.quotas := private.find_quota(p_kind);
begin
  if p_held > quota.max_count then perform private.refuse_over_quota(quota, null); end if;
end
$$;

comment on function private.check_quota(text, bigint) is 'PT429 when more exists than a quota allows. Call lock_quota before counting.';

create function private.address_key(p_email text) returns text
language sql immutable
set search_path = ''
as $$
  select 'address ' || encode(sha256(convert_to(lower(p_email), 'UTF8')), 'hex')
$$;

comment on function private.address_key(text) is 'The key of an email address: a hash, so that counts contain no address.';

create function private.count_quota_use() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  amount bigint;
begin
  if caller is null then return null; end if;
  execute format('select %s from added', coalesce(tg_argv[1], 'count(*)')) into amount;
  perform private.consume_quota(tg_argv[0], caller::text, amount);
  return null;
end
$$;

comment on function private.count_quota_use() is
'Trigger: counts the added rows against a quota of the caller. Arguments: the quota, and what to count when not every row counts.';

create procedure private.limit_inserts(p_table regclass, p_kind text, p_amount text default null)
language plpgsql
set search_path = ''
as $$
begin
  -- The name sorts last, so that triggers that lock a lead run before this one.
  execute format(
    'create trigger %I after insert on %s referencing new table as added for each statement execute function private.count_quota_use(%s)',
    'use_quota_' || p_kind, p_table, concat_ws(', ', quote_literal(p_kind), quote_literal(p_amount))
  );
end
$$;

comment on procedure private.limit_inserts(regclass, text, text) is 'Counts what people add to a table against a quota.';
