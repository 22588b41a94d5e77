-- Purges delete records whose retention period is over. Each deletes a limited number of rows, so that no statement holds the
-- embedded database for more than 50 ms. One purge runs in each round of the timer. After a full batch it runs again
-- immediately.

create table private.purges (
  name text primary key check (name ~ '^[a-z][a-z_]{0,49}$'),
  batch integer not null check (batch between 1 and 5000),
  run_every interval not null default interval '1 hour' check (run_every >= interval '1 minute'),
  next_run_at timestamptz not null default now(),
  last_run_at timestamptz,
  removed bigint not null default 0,
  last_error text check (char_length(last_error) <= 2000)
);

comment on table private.purges is
'What is deleted by itself. The function private.purge_<name>(limit) returns how many records it deleted.';

create index purges_next_run_at_idx on private.purges (next_run_at);

alter table private.purges enable row level security;

create function private.run_next_purge() returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  due private.purges;
  gone integer := 0;
  failure text;
begin
  select purge.* into due from private.purges as purge where purge.next_run_at <= now()
  order by purge.next_run_at, purge.name limit 1 for update skip locked;
  if not found then return; end if;
  -- A failed purge runs again later and does not stop the others.
  begin
    execute format('select private.%I($1)', 'purge_' || due.name) into gone using due.batch;
  exception when others then
    failure := left(sqlerrm, 2000);
  end;
  update private.purges as done
  set last_run_at = now(), last_error = failure, removed = done.removed + gone,
    next_run_at = case when gone >= due.batch then now() else now() + done.run_every end
  where done.name = due.name;
end
$$;

comment on function private.run_next_purge() is 'Job: runs one batch of the purge that has waited longest.';

insert into private.scheduled_jobs (name, job_function, run_every) values ('purge old records', 'run_next_purge', interval '15 seconds');

create function private.delete_batch(p_table text, p_old text, p_order text, p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  gone integer;
begin
  execute format(
    'delete from %1$s as gone where gone.ctid = any (array(select old.ctid from %1$s as old where %2$s order by old.%3$I limit $1))',
    p_table, p_old, p_order
  ) using p_limit;
  get diagnostics gone = row_count;
  return gone;
end
$$;

comment on function private.delete_batch(text, text, text, integer) is
'Deletes the first rows of a table that meet a condition on old, in the order of a column. Returns how many.';

create function private.purge_quota_uses(p_limit integer) returns integer
language sql volatile
set search_path = ''
as $$
  select private.delete_batch('private.quota_uses', 'old.resets_at < now()', 'resets_at', p_limit)
$$;

comment on function private.purge_quota_uses(integer) is 'Purge: counts whose period is over.';

create function private.purge_email_log(p_limit integer) returns integer
language sql volatile
set search_path = ''
as $$
  select private.delete_batch('private.outbox', $w$old.status = 'done' and old.done_at < (select private.retention_cutoff('email_log'))$w$, 'done_at', p_limit)
$$;

comment on function private.purge_email_log(integer) is 'Purge: finished jobs of the outbox, emails included.';

create function private.purge_failed_emails(p_limit integer) returns integer
language sql volatile
set search_path = ''
as $$
  select private.delete_batch('private.outbox', $w$old.status = 'failed' and old.created_at < (select private.retention_cutoff('failed_emails'))$w$, 'created_at', p_limit)
$$;

comment on function private.purge_failed_emails(integer) is 'Purge: failed jobs of the outbox, emails included.';

create function private.has_secret(p_payload jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select coalesce(p_payload -> 'data' ?| array['link', 'code', 'token'], false)
$$;

comment on function private.has_secret(jsonb) is 'Whether an email contains a link, code or token that opens something.';

create index outbox_secrets_idx on private.outbox (coalesce(done_at, created_at))
where kind = 'mail' and status in ('done', 'failed') and private.has_secret(payload);

create function private.purge_email_secrets(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  cleaned integer;
begin
  -- The local inbox shows an email for a day. A failed one may be sent again while its link lives, which is a week for an
  -- invitation.
  update private.outbox as job
  set payload = private.without_content(job.payload), result = job.result - 'html' - 'text'
  where job.id = any (array(
    select old.id from private.outbox as old
    where old.kind = 'mail' and old.status in ('done', 'failed') and private.has_secret(old.payload)
      and coalesce(old.done_at, old.created_at) < now() - interval '1 day'
      and (old.status = 'done' or old.created_at < now() - interval '8 days')
    order by coalesce(old.done_at, old.created_at) limit p_limit
  ));
  get diagnostics cleaned = row_count;
  return cleaned;
end
$$;

comment on function private.purge_email_secrets(integer) is
'Purge: links and codes in emails that stay in the local inbox or could not be sent.';

create function private.purge_audit_log(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  gone integer;
begin
  perform set_config('app.purging_audit_log', 'on', true);
  gone := private.delete_batch('public.audit_log', $w$old.happened_at < (select private.retention_cutoff('audit_log'))$w$, 'happened_at', p_limit);
  perform set_config('app.purging_audit_log', '', true);
  delete from private.deleted_landing_drafts as kept where not exists (select from public.audit_log as entry where entry.id = kept.entry_id);
  return gone;
end
$$;

comment on function private.purge_audit_log(integer) is 'Purge: entries of the audit log, with the drafts of deleted pages that they could restore. Nothing else deletes them.';

create function private.purge_import_rows(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  gone integer;
begin
  -- After its first row is deleted, an import can be neither started nor undone.
  update public.lead_imports as one set rows_purged_at = now(),
    status = case when one.status in ('staging', 'ready') then 'canceled' else one.status end,
    finished_at = case when one.status in ('staging', 'ready') then now() else one.finished_at end
  where one.id = any (array(
    select old.id from public.lead_imports as old
    where old.rows_purged_at is null and (
      (old.status in ('done', 'canceled', 'failed', 'undone')
        and coalesce(old.undone_at, old.finished_at, old.created_at) < (select private.retention_cutoff('import_rows')))
      -- Abandoned imports.
      or (old.status in ('staging', 'ready') and old.created_at < now() - interval '1 day')
    )
    order by old.created_at limit 20 for update skip locked
  ));
  gone := private.delete_batch('private.lead_import_rows', $w$old.import_id in (select one.id from public.lead_imports as one where one.rows_purged_at > now() - interval '30 days')$w$, 'import_id', p_limit);
  if gone < p_limit then
    -- Imports that a person canceled stay in the list. Imports that nobody started are deleted.
    delete from public.lead_imports as one
    where one.status = 'canceled' and one.started_at is null and one.finished_at = one.rows_purged_at;
  end if;
  return gone;
end
$$;

comment on function private.purge_import_rows(integer) is 'Purge: the rows of imports that are over, and imports that nobody started.';

create index lead_imports_rows_purged_at_idx on public.lead_imports (rows_purged_at);

create function private.purge_dashboard_imports(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  gone integer;
begin
  gone := private.delete_batch('private.dashboard_import_entries', $w$old.import_id in (select one.id from private.dashboard_imports as one where one.started_at < now() - interval '1 day')$w$, 'import_id', p_limit);
  if gone < p_limit then
    delete from private.dashboard_imports as one where one.started_at < now() - interval '1 day' and one.finished_at is null;
  end if;
  return gone;
end
$$;

comment on function private.purge_dashboard_imports(integer) is
'Purge: dashboard imports that are older than a day and were not finished, and their entries.';

create function private.purge_landing_visitors(p_limit integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  gone integer;
begin
  delete from private.landing_visitors as old where old.ctid = any (array(
    select past.ctid from private.landing_visitors as past where past.day < private.agency_day() limit p_limit
  ));
  get diagnostics gone = row_count;
  delete from private.ip_salts as salt where salt.day < private.agency_day();
  return gone;
end
$$;

comment on function private.purge_landing_visitors(integer) is 'Purge: visitor hashes of earlier days and the salts that made them.';

-- The sizes are measured (docs/decisions/0021).
insert into private.purges (name, batch, run_every) values
('email_secrets', 100, interval '10 minutes'), ('email_log', 250, interval '1 hour'), ('failed_emails', 250, interval '1 hour'),
('audit_log', 200, interval '1 hour'), ('import_rows', 500, interval '1 hour'), ('dashboard_imports', 500, interval '1 hour'),
('landing_visitors', 1000, interval '1 hour'), ('quota_uses', 1000, interval '1 hour');
