-- Which mail providers take emails right now. After three failures in a row, only one email at a time tries whether the provider
-- works again, after growing pauses, so that the others lose nothing. All hosts share this.

create table private.mail_providers (
  name text primary key check (name <> '' and char_length(name) <= 200),
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  problem text check (problem in ('unreachable', 'sign_in', 'sender', 'busy', 'not_configured')),
  next_try_at timestamptz,
  checked_at timestamptz not null default now()
);

comment on table private.mail_providers is 'The mail providers that hosts used, and whether they take emails.';
comment on column private.mail_providers.failures is 'How often in a row it did not take an email, for reasons of its own.';
comment on column private.mail_providers.next_try_at is 'When the next email tries whether it works again.';
comment on column private.mail_providers.checked_at is 'When it last took or did not take an email.';

alter table private.mail_providers enable row level security;

create function private.is_closed(p_provider private.mail_providers) returns boolean
language sql immutable
set search_path = ''
as $$
  select coalesce(p_provider.failures >= 3, false)
$$;

comment on function private.is_closed(private.mail_providers) is 'Whether the provider does not take emails: it failed three times in a row.';

create function private.allowed_sends(p_provider text, p_limit integer, p_pause interval) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  provider private.mail_providers;
begin
  if p_provider is null then return p_limit; end if;
  select known.* into provider from private.mail_providers as known where known.name = p_provider;
  if not private.is_closed(provider) then return p_limit; end if;
  -- Only one worker tries, and the next one not before this one had time to answer.
  update private.mail_providers as known set next_try_at = clock_timestamp() + p_pause
  where known.name = p_provider and coalesce(known.next_try_at, '-infinity') <= clock_timestamp()
    and exists (select from private.outbox as waiting where waiting.kind = 'mail' and waiting.status = 'queued' and waiting.run_at <= now());
  return case when found then least(p_limit, 1) else 0 end;
end
$$;

comment on function private.allowed_sends(text, integer, interval) is
'How many emails a worker may claim: all, or one that tries a provider that was away.';

create function private.note_sent(p_provider text) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if p_provider is null then return; end if;
  -- Most emails find a row that says so already.
  if exists (
    select from private.mail_providers as known
    where known.name = p_provider and known.failures = 0 and known.checked_at between now() - interval '10 seconds' and now()
  ) then return; end if;
  insert into private.mail_providers as known (name) values (p_provider)
  on conflict (name) do update set
    failures = 0, failing_since = null, problem = null, next_try_at = null, checked_at = now();
end
$$;

comment on function private.note_sent(text) is 'The provider took an email, so it works.';

create function private.note_not_sent(p_provider text, p_problem text, p_time_scale double precision) returns void
language sql volatile
set search_path = ''
as $$
  insert into private.mail_providers as known (name, failures, failing_since, problem, next_try_at)
  select p_provider, 1, now(), p_problem, now() where p_provider is not null
  on conflict (name) do update set
    failures = least(known.failures, 1000000) + 1, failing_since = least(known.failing_since, now()), problem = excluded.problem, checked_at = now(),
    next_try_at = clock_timestamp()
      + p_time_scale * least(interval '5 seconds' * power(2, least(greatest(known.failures - 2, 0), 20)), interval '1 minute')
$$;

comment on function private.note_not_sent(text, text, double precision) is
'The provider did not take an email. From the third time in a row on, it is tried again after 5 s, 10 s, 20 s … up to a minute.';

create function private.mail_status()
returns table (stopped_since timestamptz, waiting bigint, problem text)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  provider private.mail_providers;
  overdue_since timestamptz;
  last_sent timestamptz;
begin
  perform private.require_admin();
  select known.* into provider from private.mail_providers as known order by known.checked_at desc limit 1;
  select min(job.run_at) into overdue_since from private.outbox as job
  where job.kind = 'mail' and job.status in ('queued', 'running') and job.run_at <= now() - interval '3 minutes';
  select max(job.done_at) into last_sent from private.outbox as job where job.kind = 'mail' and job.status = 'done';
  -- Without a failure, emails may still not leave: a server that answers nothing, or nobody who sends.
  if not private.is_closed(provider) and (overdue_since is null or last_sent > now() - interval '3 minutes') then return; end if;
  return query
  select least(provider.failing_since, overdue_since, now()), waiting_mail.number, provider.problem
  from (
    select count(*) as number from private.outbox as job where job.kind = 'mail' and job.status in ('queued', 'running')
  ) as waiting_mail where waiting_mail.number > 0;
end
$$;

create function public.mail_status()
returns table (stopped_since timestamptz, waiting bigint, problem text)
language sql stable
set search_path = ''
return private.mail_status();

comment on function public.mail_status() is
'One row while emails do not leave: since when, how many wait, and the problem, if it is known. No row while they leave. Admins only.';

grant execute on function public.mail_status() to authenticated;
grant execute on function private.mail_status() to authenticated;
