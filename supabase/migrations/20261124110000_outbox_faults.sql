-- Emails wait while their provider is away, a running job renews its lease, failed emails can be resent together, and times that
-- a wrong clock stored are pulled back.

alter table private.outbox
  add column failure text check (failure in ('refused', 'unconfirmed', 'gave_up')),
  add column give_up_at timestamptz,
  add column is_lease_questioned boolean not null default false;

comment on column private.outbox.failure is
'Why an email failed: refused by its mailbox, taken by a server that never confirmed it, or not taken for four days. Null for other reasons.';

comment on column private.outbox.give_up_at is 'Until when an email is tried. Null: four days after it was created.';

comment on column private.outbox.is_lease_questioned is
'The lease ended, and the worker has half a lease to renew it before another worker gets the job.';

create index outbox_running_idx on private.outbox (locked_until) where status = 'running';

create index outbox_waiting_mail_idx on private.outbox (run_at) where kind = 'mail' and status in ('queued', 'running');

create index outbox_sent_mail_idx on private.outbox (done_at desc) where kind = 'mail' and status = 'done';

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

create function public.mail_status()
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

comment on function public.mail_status() is
'One row while emails do not leave: since when, how many wait, and the problem, if it is known. No row while they leave. Admins only.';

drop function public.claim_outbox(text, integer, integer, text[]);
drop function public.complete_outbox(uuid, text, jsonb);
drop function public.fail_outbox(uuid, text, text);

create function public.claim_outbox(
  p_worker text, p_limit integer default 10, p_lease_seconds integer default 60, p_kinds text[] default null,
  p_provider text default null
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

comment on function public.claim_outbox(text, integer, integer, text[], text) is
'Gives due jobs to one worker under a lease, which the worker renews while the job runs. A job whose worker is silent for one and a half leases may be claimed again. With a mail provider: none or one while it does not take emails.';

create function public.renew_outbox(p_id uuid, p_worker text, p_lease_seconds integer default 60) returns boolean
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

comment on function public.renew_outbox(uuid, text, integer) is
'Starts the lease of a running job again. False when the job is no longer the worker''s.';

create function public.release_outbox(p_id uuid, p_worker text) returns boolean
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

comment on function public.release_outbox(uuid, text) is
'Puts a job back that the worker did not do, because its host stops. Another worker can claim it right away.';

create function public.complete_outbox(p_id uuid, p_worker text, p_result jsonb default null, p_provider text default null)
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

comment on function public.complete_outbox(uuid, text, jsonb, text) is
'Marks the worker''s job as done. An email whose result has no html keeps no content. A provider that took it works again. False when the job is no longer theirs.';

create function public.fail_outbox(
  p_id uuid, p_worker text, p_error text, p_failure text default null, p_provider text default null, p_problem text default null,
  p_time_scale double precision default 1
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

comment on function public.fail_outbox(uuid, text, text, text, text, text, double precision) is
'Records a failed try. The next one follows after 5 s, 10 s, 20 s … up to an hour, until max_attempts. p_failure says more about an email: refused and unconfirmed end it, deferred retries it for four days, and away waits for the provider. False when the job is no longer theirs.';

grant execute on function public.claim_outbox(text, integer, integer, text[], text) to service_role;

grant execute on function public.renew_outbox(uuid, text, integer) to service_role;

grant execute on function public.release_outbox(uuid, text) to service_role;

grant execute on function public.complete_outbox(uuid, text, jsonb, text) to service_role;

grant execute on function public.fail_outbox(uuid, text, text, text, text, text, double precision) to service_role;

grant execute on function public.mail_status() to authenticated;

drop function public.search_email_log(text, text, integer, integer);

create function public.search_email_log(
  p_query text default '', p_status text default null, p_limit integer default 50, p_offset integer default 0
) returns table (
  id uuid, recipient text, template text, subject text, status text, attempts integer, last_error text, created_at timestamptz,
  done_at timestamptz, total bigint, failure text
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select job.id, job.payload ->> 'to', job.payload ->> 'template', job.result ->> 'subject', shown.status, job.attempts, job.last_error,
    job.created_at, job.done_at, count(*) over (), job.failure
  from private.outbox as job
  cross join lateral (values (case when job.result ? 'skipped' then 'skipped' else job.status end)) as shown (status)
  where job.kind = 'mail' and (p_status is null or shown.status = p_status)
    and (coalesce(p_query, '') = '' or strpos(lower(concat_ws(' ', job.payload ->> 'to', job.payload ->> 'template', job.result ->> 'subject')), lower(left(p_query, 200))) > 0)
  order by job.created_at desc, job.id
  limit least(greatest(p_limit, 1), 200) offset greatest(p_offset, 0);
end
$$;

comment on function public.search_email_log(text, text, integer, integer) is
'The emails that are still kept (retention_settings), newest first, with the total of all matches. An alert that was no longer true has the status skipped. Without their texts, because links in them are secrets. Admins only.';

grant execute on function public.search_email_log(text, text, integer, integer) to authenticated;

create function private.note_resent(p_row_id text, p_number bigint, p_recipient text default null) returns void
language sql volatile
set search_path = ''
as $$
  insert into public.audit_log (actor_id, actor_email, action, table_name, row_id, subject, after)
  select account.id, account.email, 'update', 'outbox', p_row_id, p_recipient, jsonb_build_object('emails', p_number)
  from auth.users as account where account.id = auth.uid()
$$;

comment on function private.note_resent(text, bigint, text) is 'Notes in the audit log that the caller resends failed emails.';

create or replace function public.retry_email(p_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  recipient text;
begin
  perform private.require_admin();
  if exists (select from private.outbox as job where job.id = p_id and job.payload ? 'redacted') then
    perform private.refuse('link_ended', '22023', 'This email can''t be resent because its link has expired');
  end if;
  update private.outbox as job
  set status = 'queued', run_at = now(), attempts = 0, locked_by = null, locked_until = null, failure = null, give_up_at = now() + interval '4 days'
  where job.id = p_id and job.kind = 'mail' and job.status = 'failed'
  returning job.payload ->> 'to' into recipient;
  if not found then perform private.refuse('email_not_failed', 'PT409', 'Only failed emails can be resent'); end if;
  perform private.note_resent(p_id::text, 1, left(recipient, 320));
end
$$;

comment on function public.retry_email(uuid) is
'Queues a failed email once more. Admins only. PT409: it did not fail. 22023: its link has ended.';

create function private.is_resendable(p_job private.outbox) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_job.kind = 'mail' and p_job.status = 'failed' and not p_job.payload ? 'redacted' and p_job.failure is distinct from 'unconfirmed'
$$;

comment on function private.is_resendable(private.outbox) is
'Whether a failed email can be resent without asking about it: it did not arrive, and its links still work.';

create function public.count_failed_emails() returns table (resendable bigint, unconfirmed bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select count(*) filter (where private.is_resendable(job)), count(*) filter (where job.failure = 'unconfirmed')
  from private.outbox as job where job.kind = 'mail' and job.status = 'failed';
end
$$;

comment on function public.count_failed_emails() is
'One row: failed emails that resend_failed_emails would queue, and emails that may have arrived. Admins only.';

create function public.resend_failed_emails(p_id uuid) returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  number bigint;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('resend failed emails', 0));
  select (entry.after ->> 'emails')::bigint into number from public.audit_log as entry
  where entry.table_name = 'outbox' and entry.row_id = p_id::text;
  if found then return number; end if;
  update private.outbox as job
  set status = 'queued', run_at = now(), attempts = 0, locked_by = null, locked_until = null, failure = null, give_up_at = now() + interval '4 days'
  where job.status = 'failed' and private.is_resendable(job);
  get diagnostics number = row_count;
  perform private.note_resent(p_id::text, number);
  return number;
end
$$;

comment on function public.resend_failed_emails(uuid) is
'Queues every failed email again, except those that may have arrived and those whose links ended. Returns how many. The same p_id does nothing twice. Admins only.';

grant execute on function public.count_failed_emails() to authenticated;
grant execute on function public.resend_failed_emails(uuid) to authenticated;

create function private.heal_outbox() returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- A retry waits an hour at most. Other work is due when it is added, except deadlines of leads' clocks, which may be far away.
  update private.outbox as job set run_at = now(), created_at = least(job.created_at, now())
  where job.status = 'queued' and job.run_at > now() + interval '1 minute'
    and (
      job.attempts > 0 and job.run_at > now() + interval '65 minutes'
      or job.kind <> 'lead_clock' and job.created_at > now() + interval '1 minute'
    );
  -- A lease lasts ten minutes at most. Its worker may be alive, so it gets time to renew it.
  update private.outbox as job set locked_until = now() + interval '1 minute', run_at = least(job.run_at, now())
  where job.status = 'running' and job.locked_until > now() + interval '11 minutes';
  update private.mail_providers as known set next_try_at = now(), failing_since = least(known.failing_since, now()), checked_at = least(known.checked_at, now())
  where known.next_try_at > now() + interval '11 minutes' or known.checked_at > now() + interval '1 minute';
end
$$;

comment on function private.heal_outbox() is 'Pulls back times of the outbox that a wrong clock stored.';

create function private.heal_schedules() returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  update private.scheduled_jobs as job set next_run_at = now()
  where job.run_every is not null and job.next_run_at > now() + job.run_every;
  update private.scheduled_jobs as job set next_run_at = private.next_daily_run(job.daily_at, private.agency_zone())
  where job.daily_at is not null and job.next_run_at > private.next_daily_run(job.daily_at, private.agency_zone());
  update private.purges as purge set next_run_at = now() where purge.next_run_at > now() + purge.run_every;
end
$$;

comment on function private.heal_schedules() is 'Pulls back next times that a wrong clock stored, so that jobs run in their rhythm again.';

create or replace function public.run_scheduled_jobs() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  job private.scheduled_jobs;
  zone text := private.agency_zone();
  failure text;
  ran integer := 0;
begin
  perform private.heal_outbox();
  perform private.heal_schedules();
  for job in
    select due.* from private.scheduled_jobs as due where due.next_run_at <= now()
    order by due.next_run_at for update skip locked
  loop
    failure := null;
    -- A failed job rolls back only its own work, and runs again at its next time.
    begin
      execute format('select private.%I()', job.job_function);
    exception when others then
      failure := left(sqlerrm, 2000);
    end;
    update private.scheduled_jobs as done
    set last_run_at = now(), last_error = failure,
      next_run_at = case when job.run_every is not null then now() + job.run_every
        else private.next_daily_run(job.daily_at, zone) end
    where done.name = job.name;
    ran := ran + 1;
  end loop;
  return ran;
end
$$;

comment on function public.run_scheduled_jobs() is
'Runs every due job once and returns how many. Skips jobs that another caller is running.';

create function private.is_window_over(p_resets_at timestamptz, p_length interval) returns boolean
language sql volatile
set search_path = ''
as $$
  -- A window that ends later than one that begins now was stored by a wrong clock.
  select p_resets_at <= clock_timestamp() or p_resets_at > clock_timestamp() + p_length + interval '1 second'
$$;

comment on function private.is_window_over(timestamptz, interval) is 'Whether a time window of this length has ended, or cannot be right.';

create or replace function public.hit_rate_limit(p_key text, p_limit integer, p_window_seconds integer)
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

comment on function public.hit_rate_limit(text, integer, integer) is
'Counts one hit on the key. Allowed until the window has more than p_limit hits; after that it returns the seconds to wait.';

create or replace function private.consume_quota(p_kind text, p_key text, p_amount bigint default 1) returns void
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

create or replace function private.require_quota(p_kind text, p_key text) returns void
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
  if p_event not in ('warned', 'breached', 'escalated') then
    perform private.refuse('unknown_clock_event', '22023', 'A clock is warned, breached or escalated');
  end if;
  -- Escalations take turns, so that each one sees which rep the one before asked.
  if p_event = 'escalated' then perform pg_advisory_xact_lock(hashtextextended('next free rep', 0)); end if;
  select found.* into lead from public.leads as found
  where found.id = (select held.lead_id from public.lead_clocks as held where held.id = p_clock_id) for no key update;
  select found.* into clock from public.lead_clocks as found where found.id = p_clock_id for update;
  if clock.id is null or clock.state in ('answered', 'dropped') then return false; end if;
  moment := case p_event when 'warned' then clock.warn_at when 'breached' then clock.due_at else clock.escalate_at end;
  if moment is null or moment > now() then
    -- The working hours changed after the job was queued, or the database's clock went back. In the second case this job waits on.
    perform private.enqueue_clock_jobs(clock);
    update private.outbox as job
    set status = 'queued', run_at = moment, attempts = 0, locked_by = null, locked_until = null, is_lease_questioned = false
    where job.kind = 'lead_clock' and job.status = 'running' and job.dedupe_key like format('lead_clock:%s:%s:%s:%%', clock.id, p_event, extract(epoch from moment));
    return false;
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
      when lead.user_id = any (private.active_users('sales') || private.active_users('admin')) then array[lead.user_id]
      else private.active_users('sales')
    end;
    perform private.notify_users(people, case p_event when 'warned' then 'lead-clock-warning' else 'lead-clock-breached' end, clock.id::text,
      private.lead_mail_data(lead.id) || jsonb_build_object('clockId', clock.id, 'target', clock.target_seconds::text,
        'left', floor(private.working_seconds_between(now(), clock.due_at))::text));
  end if;
  return true;
end
$$;

comment on function public.run_clock_event(uuid, text) is
'Runs the job of a clock (warned, breached or escalated) once, if the lead still waits and the time has come. Returns whether it did.';

create or replace function private.impersonal_columns() returns table (column_name text, reason text)
language sql immutable
set search_path = ''
as $$
  -- 'schema.table' means all its columns, 'schema.table.column' means one.
  select entry.* from (values
    ('auth.users.aud', 'the same word for everyone'),
    ('auth.users.role', 'the same word for everyone'),
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
    ('private.lead_totals', 'counts'),
    ('private.mail_providers', 'the product''s own mail servers'),
    ('private.payment_events', 'numbers of the payment provider'),
    ('private.purges', 'the product''s own jobs'),
    ('private.quotas', 'the product''s own limits'),
    ('private.scheduled_jobs', 'the product''s own jobs'),
    ('private.stage_figures', 'counts'),
    ('private.used_admin_entitlements', 'a hash: an entitlement that was used stays used'),
    ('public.agency_settings', 'the agency''s own'),
    ('public.audit_log.action', 'a word of the product'),
    ('public.audit_log.table_name', 'a word of the product'),
    ('public.change_requests.user_email', 'of a colleague, where the request stays'),
    ('public.landing_domains', 'the agency''s pages'),
    ('public.landing_drafts', 'the agency''s pages'),
    ('public.landing_page_versions', 'the agency''s pages'),
    ('public.landing_pages', 'the agency''s pages'),
    ('public.landing_previews', 'hashes of links to the agency''s pages'),
    ('public.landing_views', 'counts of visits by source'),
    ('public.lead_activities.kind', 'a word of the product'),
    ('public.lead_batches.kind', 'a word of the product'),
    ('public.lead_clock_events.event', 'a word of the product'),
    ('public.lead_clocks.state', 'a word of the product'),
    ('public.lead_imports', 'about a file of the agency; its rows have a rule of their own'),
    ('public.leads.stage', 'a key of the pipeline'),
    ('public.lost_reasons', 'the agency''s own list'),
    ('public.pipeline_stages', 'the agency''s own list'),
    ('public.retainer_charges', 'ids and times'),
    ('public.retention_settings', 'the agency''s own')
  ) as entry (column_name, reason)
$$;

comment on function private.impersonal_columns() is 'Columns with words that are about no person, and why.';
