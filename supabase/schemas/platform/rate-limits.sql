-- Counts of requests in time windows, shared by all hosts. The table is unlogged, because losing it in a crash does no harm.

create unlogged table private.rate_limits (
  key text primary key check (char_length(key) <= 500),
  hits integer not null,
  resets_at timestamptz not null
);

comment on table private.rate_limits is 'How often something happened in its current window.';

create index rate_limits_resets_at_idx on private.rate_limits (resets_at);

alter table private.rate_limits enable row level security;

create function private.is_window_over(p_resets_at timestamptz, p_length interval) returns boolean
language sql volatile
set search_path = ''
as $$
  -- A window that ends later than one that begins now was stored by a wrong clock.
  select p_resets_at <= clock_timestamp() or p_resets_at > clock_timestamp() + p_length + interval '1 second'
$$;

comment on function private.is_window_over(timestamptz, interval) is 'Whether a time window of this length has ended, or cannot be right.';

create function private.hit_rate_limit(p_key text, p_limit integer, p_window_seconds integer)
returns table (allowed boolean, retry_after_seconds integer)
language sql volatile security definer
set search_path = ''
as $$
  insert into private.rate_limits as counter (key, hits, resets_at)
  values (p_key, 1, clock_timestamp() + make_interval(secs => p_window_seconds))
  on conflict (key) do update set
    hits = case when private.is_window_over(counter.resets_at, make_interval(secs => p_window_seconds))
      then 1 else least(counter.hits, 1000000000) + 1 end,
    resets_at = case when private.is_window_over(counter.resets_at, make_interval(secs => p_window_seconds))
      then excluded.resets_at else counter.resets_at end
  returning
    counter.hits <= p_limit,
    case when counter.hits <= p_limit then 0
      else greatest(1, ceil(extract(epoch from counter.resets_at - clock_timestamp())))::integer end
$$;

create function public.hit_rate_limit(p_key text, p_limit integer, p_window_seconds integer)
returns table (allowed boolean, retry_after_seconds integer)
language sql volatile
set search_path = ''
return private.hit_rate_limit(p_key, p_limit, p_window_seconds);

comment on function public.hit_rate_limit(text, integer, integer) is
'Counts one hit on the key. Allowed until the window has more than p_limit hits; after that it returns the seconds to wait.';

grant execute on function public.hit_rate_limit(text, integer, integer) to service_role;
grant execute on function private.hit_rate_limit(text, integer, integer) to service_role;
