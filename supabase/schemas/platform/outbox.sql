-- Work that must happen later, such as emails. It is written in the transaction of the change that it belongs to, and done at
-- least once. Only the service role reaches it, through these functions.

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z][a-z_]{0,49}$'),
  dedupe_key text not null unique check (dedupe_key <> '' and char_length(dedupe_key) <= 500),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 256000),
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  max_attempts integer not null default 8 check (max_attempts between 1 and 100),
  run_at timestamptz not null default now(),
  locked_until timestamptz,
  locked_by text check (char_length(locked_by) <= 200),
  last_error text check (char_length(last_error) <= 2000),
  result jsonb check (octet_length(result::text) <= 1000000),
  created_at timestamptz not null default now(),
  done_at timestamptz,
  failure text check (failure in ('refused', 'unconfirmed', 'gave_up')),
  give_up_at timestamptz,
  is_lease_questioned boolean not null default false,
  constraint outbox_mail_account check (
    kind <> 'mail' or coalesce(payload #>> '{data,account}', '') ~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$'
  )
);

comment on table private.outbox is 'Work that must happen later. It is also the local inbox and the email log.';
comment on column private.outbox.failure is
'Why an email failed: refused by its mailbox, taken by a server that never confirmed it, or not taken for four days. Null for other reasons.';
comment on column private.outbox.give_up_at is 'Until when an email is tried. Null: four days after it was created.';
comment on column private.outbox.is_lease_questioned is
'The lease ended, and the worker has half a lease to renew it before another worker gets the job.';

create index outbox_open_idx on private.outbox (run_at) where status in ('queued', 'running');
create index outbox_kind_created_at_idx on private.outbox (kind, created_at desc);
create index outbox_done_at_idx on private.outbox (done_at) where status = 'done';
create index outbox_failed_idx on private.outbox (created_at) where status = 'failed';
create index outbox_running_idx on private.outbox (locked_until) where status = 'running';
create index outbox_waiting_mail_idx on private.outbox (run_at) where kind = 'mail' and status in ('queued', 'running');
create index outbox_sent_mail_idx on private.outbox (done_at desc) where kind = 'mail' and status = 'done';

alter table private.outbox enable row level security;

create function private.outbox_key(p_dedupe_key text) returns text
language sql immutable
set search_path = ''
as $$
  select case when p_dedupe_key like 'auth:%'
    then 'auth:' || encode(sha256(convert_to(p_dedupe_key, 'UTF8')), 'hex') else p_dedupe_key end
$$;

comment on function private.outbox_key(text) is 'The key as it is stored. Keys of auth emails contain the token of their link, so only their hash is kept.';

create function private.withdraw_mail(p_key text) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  withdrawn jsonb;
begin
  -- A queued email hasn't left, not even when a mailer was away for a while.
  with gone as (
    delete from private.outbox as mail where mail.status = 'queued' and (mail.dedupe_key = p_key or starts_with(mail.dedupe_key, p_key || ':')) returning mail.payload
  )
  select coalesce(gone.payload -> 'data', '{}') into withdrawn from gone limit 1;
  return withdrawn;
end
$$;

comment on function private.withdraw_mail(text) is
'Takes back the waiting emails with this key, or whose key begins with it and a colon, because what they say is undone or no news anymore. The data of one of them; null if none waited.';

create function private.without_content(p_payload jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select p_payload - 'data' || '{"redacted": true}'
$$;

comment on function private.without_content(jsonb) is
'The payload of an email without its content: links, codes and names. The log keeps recipient and template.';

create function private.enqueue_outbox(
  p_kind text, p_dedupe_key text, p_payload jsonb, p_run_at timestamptz, p_max_attempts integer
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  job_id uuid;
begin
  insert into private.outbox (kind, dedupe_key, payload, run_at, max_attempts)
  values (p_kind, private.outbox_key(p_dedupe_key), coalesce(p_payload, '{}'), coalesce(p_run_at, now()), coalesce(p_max_attempts, 8))
  on conflict (dedupe_key) do nothing
  returning id into job_id;
  if job_id is null then
    select job.id into job_id from private.outbox as job where job.dedupe_key = private.outbox_key(p_dedupe_key);
  end if;
  return job_id;
end
$$;

create function public.enqueue_outbox(
  p_kind text, p_dedupe_key text, p_payload jsonb, p_run_at timestamptz default now(), p_max_attempts integer default 8
) returns uuid
language sql volatile
set search_path = ''
return private.enqueue_outbox(p_kind, p_dedupe_key, p_payload, p_run_at, p_max_attempts);

comment on function public.enqueue_outbox(text, text, jsonb, timestamptz, integer) is
'Adds a job and returns its id. A known dedupe key adds nothing and returns the existing id.';

create function private.claim_outbox(
  p_worker text, p_limit integer, p_lease_seconds integer, p_kinds text[], p_provider text
) returns table (id uuid, kind text, dedupe_key text, payload jsonb, attempts integer, max_attempts integer)
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  -- Longer leases would count as times from a wrong clock (private.heal_outbox).
  lease constant interval := make_interval(secs => least(greatest(p_lease_seconds, 1), 600));
  how_many constant integer := private.allowed_sends(p_provider, least(greatest(p_limit, 0), 1000), lease);
begin
  -- A worker that lives gets time to renew its lease, because only the clock or the database may have been away.
  update private.outbox as job
  set is_lease_questioned = true, locked_until = now() + lease / 2, run_at = least(job.run_at, now())
  where job.id in (
    select late.id from private.outbox as late
    where late.status = 'running' and late.locked_until <= now() and not late.is_lease_questioned
      and (p_kinds is null or late.kind = any (p_kinds))
    for update skip locked
  );
  -- A job whose workers all died is not tried again.
  update private.outbox as job
  set status = 'failed', locked_by = null, locked_until = null, is_lease_questioned = false, last_error = 'The last worker never came back'
  where job.id in (
    select stuck.id from private.outbox as stuck
    where stuck.status = 'running' and stuck.locked_until <= now() and stuck.is_lease_questioned and stuck.attempts >= stuck.max_attempts
      and (p_kinds is null or stuck.kind = any (p_kinds))
    for update skip locked
  );
  return query
  with due as materialized (
    select waiting.id from private.outbox as waiting
    where waiting.status in ('queued', 'running') and waiting.run_at <= now()
      and (waiting.status = 'queued' or waiting.locked_until <= now() and waiting.is_lease_questioned)
      and (p_kinds is null or waiting.kind = any (p_kinds))
    order by waiting.run_at
    limit how_many
    for update skip locked
  )
  update private.outbox as job
  set status = 'running', attempts = job.attempts + 1, locked_by = p_worker, locked_until = now() + lease, is_lease_questioned = false
  from due where job.id = due.id
  returning job.id, job.kind, job.dedupe_key, job.payload, job.attempts, job.max_attempts;
end
$$;

create function public.claim_outbox(
  p_worker text, p_limit integer default 10, p_lease_seconds integer default 60, p_kinds text[] default null,
  p_provider text default null
) returns table (id uuid, kind text, dedupe_key text, payload jsonb, attempts integer, max_attempts integer)
language sql volatile
set search_path = ''
return private.claim_outbox(p_worker, p_limit, p_lease_seconds, p_kinds, p_provider);

comment on function public.claim_outbox(text, integer, integer, text[], text) is
'Gives due jobs to one worker under a lease, which the worker renews while the job runs. A job whose worker is silent for one and a half leases may be claimed again. With a mail provider: none or one while it does not take emails.';

create function private.renew_outbox(p_id uuid, p_worker text, p_lease_seconds integer) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update private.outbox as job
  set locked_until = now() + make_interval(secs => least(greatest(p_lease_seconds, 1), 600)), is_lease_questioned = false
  where job.id = p_id and job.status = 'running' and job.locked_by = p_worker;
  return found;
end
$$;

create function public.renew_outbox(p_id uuid, p_worker text, p_lease_seconds integer default 60) returns boolean
language sql volatile
set search_path = ''
return private.renew_outbox(p_id, p_worker, p_lease_seconds);

comment on function public.renew_outbox(uuid, text, integer) is
'Starts the lease of a running job again. False when the job is no longer the worker''s.';

create function private.release_outbox(p_id uuid, p_worker text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update private.outbox as job
  set status = 'queued', attempts = greatest(job.attempts - 1, 0), locked_by = null, locked_until = null, is_lease_questioned = false
  where job.id = p_id and job.status = 'running' and job.locked_by = p_worker;
  return found;
end
$$;

create function public.release_outbox(p_id uuid, p_worker text) returns boolean
language sql volatile
set search_path = ''
return private.release_outbox(p_id, p_worker);

comment on function public.release_outbox(uuid, text) is
'Puts a job back that the worker did not do, because its host stops. Another worker can claim it right away.';

create function private.complete_outbox(p_id uuid, p_worker text, p_result jsonb, p_provider text)
returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  was_theirs boolean;
begin
  update private.outbox as job
  set status = 'done', result = p_result, done_at = now(), locked_by = null, locked_until = null, is_lease_questioned = false,
    last_error = null, failure = null,
    -- A mailer has the email now. The content stays only for the local inbox, whose results have html.
    payload = case when job.kind = 'mail' and not coalesce(p_result ? 'html', false)
      then private.without_content(job.payload) else job.payload end
  where job.id = p_id and job.status = 'running' and job.locked_by = p_worker;
  was_theirs := found;
  perform private.note_sent(p_provider);
  return was_theirs;
end
$$;

create function public.complete_outbox(p_id uuid, p_worker text, p_result jsonb default null, p_provider text default null)
returns boolean
language sql volatile
set search_path = ''
return private.complete_outbox(p_id, p_worker, p_result, p_provider);

comment on function public.complete_outbox(uuid, text, jsonb, text) is
'Marks the worker''s job as done. An email whose result has no html keeps no content. A provider that took it works again. False when the job is no longer theirs.';

create function private.fail_outbox(
  p_id uuid, p_worker text, p_error text, p_failure text, p_provider text, p_problem text, p_time_scale double precision
) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  job private.outbox;
  gives_up boolean;
begin
  if p_failure = 'away' then perform private.note_not_sent(p_provider, p_problem, p_time_scale); end if;
  select held.* into job from private.outbox as held
  where held.id = p_id and held.status = 'running' and held.locked_by = p_worker for update;
  if not found then return false; end if;
  gives_up := case
    when p_failure in ('refused', 'unconfirmed') then true
    when p_failure in ('away', 'deferred') then now() >= coalesce(job.give_up_at, job.created_at + interval '4 days')
    else job.attempts >= job.max_attempts
  end;
  update private.outbox as failed
  set status = case when gives_up then 'failed' else 'queued' end,
    failure = case when gives_up then case when p_failure in ('refused', 'unconfirmed') then p_failure when p_failure is not null then 'gave_up' end end,
    -- While a provider is away, nothing is wrong with the email: it is not counted, and goes to the end of the queue.
    attempts = failed.attempts - case when p_failure = 'away' and not gives_up then 1 else 0 end,
    run_at = case when p_failure = 'away' then clock_timestamp()
      else now() + p_time_scale * least(interval '5 seconds' * power(2, least(failed.attempts, 20) - 1), interval '1 hour') end,
    last_error = left(p_error, 2000), locked_by = null, locked_until = null, is_lease_questioned = false
  where failed.id = p_id;
  return true;
end
$$;

create function public.fail_outbox(
  p_id uuid, p_worker text, p_error text, p_failure text default null, p_provider text default null, p_problem text default null,
  p_time_scale double precision default 1
) returns boolean
language sql volatile
set search_path = ''
return private.fail_outbox(p_id, p_worker, p_error, p_failure, p_provider, p_problem, p_time_scale);

comment on function public.fail_outbox(uuid, text, text, text, text, text, double precision) is
'Records a failed try. The next one follows after 5 s, 10 s, 20 s … up to an hour, until max_attempts. p_failure says more about an email: refused and unconfirmed end it, deferred retries it for four days, and away waits for the provider. False when the job is no longer theirs.';

create function private.list_outbox_messages(p_limit integer, p_to text)
returns table (
  id uuid, payload jsonb, result jsonb, status text, attempts integer, last_error text, created_at timestamptz, done_at timestamptz
)
language sql stable security definer
set search_path = ''
as $$
  select job.id, job.payload, job.result, job.status, job.attempts, job.last_error, job.created_at, job.done_at
  from private.outbox as job where job.kind = 'mail' and (p_to is null or lower(job.payload ->> 'to') = lower(btrim(p_to)))
  order by job.created_at desc, job.id
  limit least(greatest(p_limit, 0), 1000)
$$;

create function public.list_outbox_messages(p_limit integer default 100, p_to text default null)
returns table (
  id uuid, payload jsonb, result jsonb, status text, attempts integer, last_error text, created_at timestamptz, done_at timestamptz
)
language sql stable
set search_path = ''
return private.list_outbox_messages(p_limit, p_to);

comment on function public.list_outbox_messages(integer, text) is 'The emails, newest first: all, or those to one address.';

grant execute on function public.enqueue_outbox(text, text, jsonb, timestamptz, integer) to service_role;
grant execute on function private.enqueue_outbox(text, text, jsonb, timestamptz, integer) to service_role;
grant execute on function public.claim_outbox(text, integer, integer, text[], text) to service_role;
grant execute on function private.claim_outbox(text, integer, integer, text[], text) to service_role;
grant execute on function public.renew_outbox(uuid, text, integer) to service_role;
grant execute on function private.renew_outbox(uuid, text, integer) to service_role;
grant execute on function public.release_outbox(uuid, text) to service_role;
grant execute on function private.release_outbox(uuid, text) to service_role;
grant execute on function public.complete_outbox(uuid, text, jsonb, text) to service_role;
grant execute on function private.complete_outbox(uuid, text, jsonb, text) to service_role;
grant execute on function public.fail_outbox(uuid, text, text, text, text, text, double precision) to service_role;
grant execute on function private.fail_outbox(uuid, text, text, text, text, text, double precision) to service_role;
grant execute on function public.list_outbox_messages(integer, text) to service_role;
grant execute on function private.list_outbox_messages(integer, text) to service_role;
